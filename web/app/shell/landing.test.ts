import { expect, test } from 'vitest';
import { arrivalAt } from './landing.ts';

const user = { profile: 'user', flags: [] } as const;

test('the platform lives at /partners', () => {
  expect(arrivalAt('/', { profile: 'a2m', flags: [] }, [], null)).toEqual({ kind: 'home', to: '/partners' });
  expect(arrivalAt('/', user, [], null)).toMatchObject({ kind: 'page', page: 'home' });
});

test('a page outside of the profile, or hidden, is not yours', () => {
  expect(arrivalAt('/partners', user, [], null).kind).toBe('not-yours');
  expect(arrivalAt('/all/reports', user, ['all/reports'], null).kind).toBe('not-yours');
});

test('somebody who stands on a page that is hidden meanwhile is led home', () => {
  const before = { path: '/all/reports', kind: 'page' } as const;
  expect(arrivalAt('/all/reports', user, ['all/reports'], before)).toEqual({ kind: 'taken-away', to: '/' });
  expect(arrivalAt('/all/reports', user, [], before).kind).toBe('page');
});

test('somebody who comes to a hidden page from another is not', () => {
  expect(arrivalAt('/all/reports', user, ['all/reports'], { path: '/', kind: 'page' }).kind).toBe('not-yours');
});

test('a page of the own list without its permission, one that is not built, and an unknown path', () => {
  expect(arrivalAt('/management/report', user, [], null).kind).toBe('no-permission');
  expect(arrivalAt('/018f0000-0000-7000-8000-000000000001/management/view', user, [], null).kind).toBe('no-permission');
  expect(arrivalAt('/help_desk', user, [], null).kind).toBe('not-found');
  expect(arrivalAt('/nothing/here', user, [], null).kind).toBe('not-found');
});
