import { expect, test } from 'vitest';
import { decideDuplicate } from './duplicate.ts';

const admin = { profile: 'admin' as const, flags: [] };

test('a copy needs an original', () => expect(decideDuplicate(admin, undefined)).toEqual({ refused: 'not_found' }));

test('a copy requires the permission to give the profile and the flags', () => {
  const refused = { refused: 'gives_more', field: 'profile' };
  expect(decideDuplicate(admin, { version: 2, profile: 'admin', flags: [] })).toEqual({ version: 2 });
  expect(decideDuplicate(admin, { version: 2, profile: 'master', flags: [] })).toEqual(refused);
  expect(decideDuplicate({ profile: 'user', flags: [] }, { version: 2, profile: 'user', flags: ['edit_reports'] })).toEqual(refused);
  expect(decideDuplicate(admin, { version: 2, profile: 'user', flags: ['edit_reports'] })).toEqual({ version: 2 });
});

test('a flag without effect for the profile is not copied', () =>
  expect(decideDuplicate(admin, { version: 2, profile: 'admin', flags: ['edit_reports'] })).toMatchObject({ refused: 'gives_more' }));
