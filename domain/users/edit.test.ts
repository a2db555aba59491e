import { describe, expect, test } from 'vitest';
import { type AskedEdit, decideEdit, type StoredUser } from './edit.ts';
import { getFacts } from './facts.ts';
import type { PersonColumns } from './fields.ts';

const person: PersonColumns = {
  name: 'Ana Souza',
  email: 'ana@example.com',
  phone: null,
  profile: 'user',
  flags: ['billing'],
  department: null,
  position: null,
  language: null,
  expiresAt: null,
  accessHours: null,
  ipExempt: false,
  allowRemote: false,
  homePage: null,
  rlsUsername: null,
  rlsRoles: [],
  custom: {},
};
const nowhere = { groups: [], homeReport: null, theme: null };
const stored: StoredUser = { ...person, ...nowhere, version: 4, status: 'A', accepted: true };
const now = Date.parse('2026-11-23T12:00:00Z');
const asked: AskedEdit = {
  version: 4,
  person,
  places: { groups: [], homeReportId: null, themeId: null },
  isSelf: false,
  reinvite: false,
  now,
};
const edit = (changed: Partial<PersonColumns>, more: Partial<AskedEdit> = {}, was: Partial<StoredUser> = {}) =>
  decideEdit({ ...asked, ...more, person: { ...person, ...changed } }, { ...stored, ...was }, nowhere);

describe('an edit of a user is refused', () => {
  test('if the user is gone or has another version', () => {
    expect(decideEdit(asked, undefined, nowhere)).toEqual({ refused: 'not_found' });
    expect(edit({}, { version: 3 })).toEqual({ refused: 'changed_meanwhile' });
  });
  test('if a group, the report or the theme does not exist', () => {
    const places = { groups: ['g1'], homeReportId: 'r1', themeId: 't1' };
    const found = { groups: ['Norte'], homeReport: 'Vendas', theme: 'Azul' };
    expect(decideEdit({ ...asked, places }, stored, { ...found, groups: [] })).toEqual({ refused: 'not_found', field: 'groups' });
    expect(decideEdit({ ...asked, places }, stored, { ...found, homeReport: null })).toEqual({
      refused: 'not_found',
      field: 'homeReportId',
    });
    expect(decideEdit({ ...asked, places }, stored, { ...found, theme: null })).toEqual({ refused: 'not_found', field: 'themeId' });
    expect(decideEdit({ ...asked, places }, stored, found)).toMatchObject({ change: { before: nowhere, after: found } });
  });
  test('if the new expiry is in the past, unless it is the stored one', () => {
    const past = '2026-11-23T12:00:00.000Z';
    expect(edit({ expiresAt: past })).toMatchObject({ refused: 'invalid_input', field: 'expiresAt', vars: { reason: 'past' } });
    expect(edit({ expiresAt: past }, {}, { expiresAt: '2026-11-23 12:00:00+00' })).toMatchObject({ changesExpiry: false });
  });
  test('if it changes the user’s own profile or address', () => {
    expect(edit({ profile: 'admin' }, { isSelf: true })).toEqual({ refused: 'own_person', field: 'profile' });
    expect(edit({ email: 'b@example.com' }, { isSelf: true, reinvite: true })).toEqual({ refused: 'own_person', field: 'email' });
    expect(edit({ name: 'Ana' }, { isSelf: true })).toMatchObject({ version: 5 });
  });
  test('if it changes the address of an accepted account', () => {
    expect(edit({ email: 'b@example.com' })).toEqual({ refused: 'email_of_account', field: 'email' });
    expect(edit({ email: 'b@example.com' }, {}, { accepted: false })).toMatchObject({ invitation: 'dropped' });
  });
});

describe('an edit of a user', () => {
  test('invites the new address of an active user', () => {
    expect(edit({ email: 'b@example.com' }, { reinvite: true })).toMatchObject({ invitation: 'sent' });
    expect(edit({ email: 'b@example.com' }, { reinvite: true }, { status: 'B' })).toMatchObject({ invitation: 'dropped' });
    expect(edit({ name: 'Ana' }, { reinvite: true })).toMatchObject({ invitation: 'kept' });
  });
  test('makes sessions reload changed permissions', () => {
    expect(edit({ name: 'Ana' })).toMatchObject({ changesRights: false });
    expect(edit({ profile: 'admin' })).toMatchObject({ changesRights: true });
    expect(edit({ flags: [] })).toMatchObject({ changesRights: true });
    expect(edit({ ipExempt: true })).toMatchObject({ changesRights: false });
    expect(edit({}, {}, { ipExempt: true })).toMatchObject({ changesRights: true });
  });
  test('records only what differs', () =>
    expect(edit({ name: 'Ana', custom: { cf_a: 'x' } })).toMatchObject({
      change: { before: { name: 'Ana Souza', custom: {} }, after: { name: 'Ana', custom: { cf_a: 'x' } } },
    }));
});

test.each([
  ['2027-01-01T00:00:00.000Z', '2027-01-01T00:00:00+00:00'],
  ['2027-01-01 00:00:10.120+00', '2027-01-01T00:00:10.12+00:00'],
  [null, null],
])('an expiry %s is recorded as %s', (expiresAt, recorded) => expect(getFacts({ ...person, expiresAt }, nowhere).expiresAt).toBe(recorded));
