import { expect, test } from 'vitest';
import { defaultSettings } from '../settings/defaults.ts';
import { intendedPath, ownPath } from './intended.ts';
import { normalEmail, signInOutcome } from './sign-in.ts';

const fine = { userId: 'u', status: 'A', tenantStatus: 'A', trialOver: false, maintained: false };

test('a wrong password reveals nothing about the user', () => {
  expect(signInOutcome({ ...fine, status: 'B', trialOver: true }, false)).toBe('error_user_or_password');
});

test.each([
  [{ userId: null }, 'not_found_companies'],
  [{ status: 'B' }, 'blocked'],
  [{ status: 'I' }, 'inactive'],
  [{ status: 'D' }, 'user_disable'],
  [{ tenantStatus: 'T', trialOver: true }, 'finish_test'],
  [{ tenantStatus: 'B' }, 'tenant_blocked'],
  [{ maintained: true }, 'maitenance'],
  [{ status: 'T' }, 'ok'],
  [{ tenantStatus: 'T' }, 'ok'],
  [{}, 'ok'],
] as const)('with the right password %j ends as %s', (change, outcome) => {
  expect(signInOutcome({ ...fine, ...change }, true)).toBe(outcome);
});

test('only a path of this origin is a valid destination', () => {
  for (const bad of ['//evil.test', '/\\evil.test', 'https://evil.test', 'javascript:alert(1)', '/a\\b', '/\u0009/evil.test', '', null])
    expect(ownPath(bad)).toBeNull();
  expect(ownPath('/all/reports?page=2#x')).toBe('/all/reports?page=2#x');
});

test('sign-in lands on the chosen page only if it is available, on this origin and reachable', () => {
  const user = { profile: 'user', flags: [] } as const;
  expect(intendedPath(user, { ...defaultSettings, home_page: '/all/reports' }, [])).toBe('/');
  expect(intendedPath(user, { ...defaultSettings, enable: 'S', home_page: '/all/reports' }, [])).toBe('/all/reports');
  expect(intendedPath(user, { ...defaultSettings, enable: 'S', home_page: '/all/reports' }, ['all/reports'])).toBe('/');
  expect(intendedPath(user, { ...defaultSettings, enable: 'S', home_page: '//evil.test' }, [])).toBe('/');
  expect(intendedPath(user, { ...defaultSettings, enable: 'S', relatorio_id: '018f0000-0000-7000-8000-000000000001' }, [])).toBe(
    '/018f0000-0000-7000-8000-000000000001/reports/view',
  );
  expect(intendedPath({ profile: 'a2m', flags: [] }, defaultSettings, [])).toBe('/partners');
});

test('e-mails are compared in lower case and in one Unicode form', () => {
  expect(normalEmail(' Ana@Vertice.TEST ')).toBe('ana@vertice.test');
});
