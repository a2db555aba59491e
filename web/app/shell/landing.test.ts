import { expect, test } from 'vitest';
import { arrivalAt } from './landing.ts';

const user = { profile: 'user', flags: [] } as const;

test("the platform's home is /partners", () => {
  expect(arrivalAt('/', { profile: 'a2m', flags: [] }, [], null)).toEqual({ kind: 'home', to: '/partners' });
  expect(arrivalAt('/', user, [], null)).toMatchObject({ kind: 'page', page: 'home' });
});

test('a page outside the profile, or hidden, is not accessible', () => {
  expect(arrivalAt('/partners', user, [], null).kind).toBe('not-yours');
  expect(arrivalAt('/all/reports', user, ['all/reports'], null).kind).toBe('not-yours');
});

test('a user on a page that becomes hidden is sent home', () => {
  const before = { path: '/all/reports', kind: 'page' } as const;
  expect(arrivalAt('/all/reports', user, ['all/reports'], before)).toEqual({ kind: 'taken-away', to: '/' });
  expect(arrivalAt('/all/reports', user, [], before).kind).toBe('page');
});

test('a user who navigates to a hidden page is not sent home', () => {
  expect(arrivalAt('/all/reports', user, ['all/reports'], { path: '/', kind: 'page' }).kind).toBe('not-yours');
});

test('a page without its permission, one that is no page of this portal, and an unknown path', () => {
  expect(arrivalAt('/management/report', user, [], null).kind).toBe('no-permission');
  expect(arrivalAt('/018f0000-0000-7000-8000-000000000001/management/view', user, [], null).kind).toBe('no-permission');
  expect(arrivalAt('/help_desk', user, [], null).kind).toBe('not-found');
  expect(arrivalAt('/nothing/here', user, [], null).kind).toBe('not-found');
});
