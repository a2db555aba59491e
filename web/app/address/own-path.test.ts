import { expect, test } from 'vitest';
import { landingAfterSignIn, ownPath, signInAddress } from './own-path.ts';

test.each(['/', '/all/reports?favorites=1', '/a/reports/view#page', '/%2f%2fhost'])('%s is a path of the own origin', (path) => {
  expect(ownPath(path)).toBe(path);
});

test.each([
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '\\\\evil.example',
  '/.//evil.example',
  '/x/..//evil.example',
  'javascript:alert(1)',
  'data:text/html,x',
  'https://evil.example/',
  ' /x',
  'reports',
  '',
  null,
  undefined,
  7,
])('%j is refused', (value) => {
  expect(ownPath(value)).toBeNull();
});

test('the requested address comes before the intended one, and home comes last', () => {
  expect(landingAfterSignIn('/catalogs', '/all/reports', '/')).toBe('/catalogs');
  expect(landingAfterSignIn('//evil.example', '/all/reports', '/')).toBe('/all/reports');
  expect(landingAfterSignIn(null, 'javascript:1', '/partners')).toBe('/partners');
});

test('the root as the requested address means home, which the server may have configured elsewhere', () => {
  expect(landingAfterSignIn('/', '/all/reports', '/')).toBe('/all/reports');
  expect(landingAfterSignIn('/', '/', '/partners')).toBe('/');
  expect(landingAfterSignIn('/?area=manage', '/all/reports', '/')).toBe('/?area=manage');
});

test('users never land on a public page', () => {
  expect(landingAfterSignIn('/signin?redirect=/signin', '/ip/notallowed', '/')).toBe('/');
});

test('the sign-in address carries the whole requested address', () => {
  expect(signInAddress('/all/reports?favorites=1#x')).toBe('/signin?redirect=%2Fall%2Freports%3Ffavorites%3D1%23x');
  expect(signInAddress('/')).toBe('/signin?redirect=%2F');
});
