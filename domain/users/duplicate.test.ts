import { expect, test } from 'vitest';
import { decideDuplicate } from './duplicate.ts';

const admin = { profile: 'admin' as const, flags: [] };
const person = { profile: 'user' as const, flags: [] };
const now = Date.parse('2027-03-01T12:00:00Z');
const asked = { invite: null, now };
const original = { version: 2, profile: 'user' as const, flags: [] as string[], status: 'A' as const, expiresAt: null };
const plan = { version: 2, status: 'A', invited: false, keepsExpiry: false };

test('a copy needs an original', () => expect(decideDuplicate(admin, asked, undefined, false)).toEqual({ refused: 'not_found' }));

test('a copy requires the permission to give the profile and the flags', () => {
  const refused = { refused: 'gives_more', field: 'profile' };
  const flagged = { ...original, flags: ['edit_reports'] };
  expect(decideDuplicate(admin, asked, { ...original, profile: 'admin' }, false)).toEqual(plan);
  expect(decideDuplicate(admin, asked, { ...original, profile: 'master' }, false)).toEqual(refused);
  expect(decideDuplicate(person, asked, flagged, false)).toEqual(refused);
  expect(decideDuplicate(admin, asked, flagged, false)).toEqual(plan);
});

test('a flag without effect for the profile is not copied', () =>
  expect(decideDuplicate(admin, asked, { ...original, profile: 'admin', flags: ['edit_reports'] }, false)).toMatchObject({
    refused: 'gives_more',
  }));

test.each([
  ['A', 'A'],
  ['T', 'T'],
  ['B', 'A'],
  ['I', 'A'],
] as const)('a copy of a user in status %s has status %s', (status, copied) =>
  expect(decideDuplicate(admin, asked, { ...original, status }, false)).toEqual({ ...plan, status: copied }),
);

test.each([
  [null, false, false],
  [null, true, true],
  [true, false, true],
  [false, true, false],
])('asked for an invitation %s, with the setting %s: invited %s', (invite, byItself, invited) =>
  expect(decideDuplicate(admin, { invite, now }, original, byItself)).toEqual({ ...plan, invited }),
);

test('an expiry is copied unless it is past', () => {
  const expiring = (expiresAt: string) => decideDuplicate(admin, asked, { ...original, expiresAt }, false);
  expect(expiring('2027-03-01 12:00:01+00')).toEqual({ ...plan, keepsExpiry: true });
  expect(expiring('2027-03-01 12:00:00+00')).toEqual(plan);
});
