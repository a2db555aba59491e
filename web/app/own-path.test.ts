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

test('the wanted address comes before the intended one, and the home closes the list', () => {
  expect(landingAfterSignIn('/catalogs', '/all/reports', '/')).toBe('/catalogs');
  expect(landingAfterSignIn('//evil.example', '/all/reports', '/')).toBe('/all/reports');
  expect(landingAfterSignIn(null, 'javascript:1', '/partners')).toBe('/partners');
});

test('the root as the wanted address is the home, which the server may have put elsewhere', () => {
  expect(landingAfterSignIn('/', '/all/reports', '/')).toBe('/all/reports');
  expect(landingAfterSignIn('/', '/', '/partners')).toBe('/');
  expect(landingAfterSignIn('/?area=manage', '/all/reports', '/')).toBe('/?area=manage');
});

test('a public page is no place to land on', () => {
  expect(landingAfterSignIn('/signin?redirect=/signin', '/ip/notallowed', '/')).toBe('/');
});

test('the sign-in address carries the wanted address whole', () => {
  expect(signInAddress('/all/reports?favorites=1#x')).toBe('/signin?redirect=%2Fall%2Freports%3Ffavorites%3D1%23x');
  expect(signInAddress('/')).toBe('/signin?redirect=%2F');
});
