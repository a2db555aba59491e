import { describe, expect, test } from 'vitest';
import { mayGive, openedBy } from './giving.ts';
import { actions, can } from './permissions.ts';
import { profiles, userFlags } from './profile.ts';

const acting = { reach: 'act', via: 'partner', until: 0 } as const;

describe('users cannot give more than they have', () => {
  test('a profile is given only by the same or a higher one', () => {
    const given = profiles.map((giver) => profiles.filter((profile) => mayGive({ profile: giver, flags: [] }, { profile })));
    expect(Object.fromEntries(profiles.map((giver, at) => [giver, given[at]]))).toEqual({
      a2m: ['a2m', 'master', 'admin', 'user'],
      master: ['master', 'admin', 'user'],
      admin: ['admin', 'user'],
      user: ['user'],
    });
  });

  test('an administrator gives a user every flag; a user gives only flags whose actions they could do', () => {
    for (const flag of userFlags) {
      expect(mayGive({ profile: 'admin', flags: [] }, { flags: [flag] }), flag).toBe(true);
      for (const own of [[], ['decide_catalog'], ['edit_reports', 'manage_service'], ['support', 'remote_access'], userFlags]) {
        const giver = { profile: 'user' as const, flags: [...own] };
        expect(mayGive(giver, { flags: [flag] }), `${own} ${flag}`).toBe(openedBy(flag, 'user').every((action) => can(giver, action)));
      }
    }
    expect(mayGive({ profile: 'user', flags: ['decide_catalog'] }, { flags: ['edit_reports'] })).toBe(false);
    expect(mayGive({ profile: 'user', flags: ['decide_catalog'] }, { flags: ['decide_catalog'] })).toBe(true);
    // A flag that only helps to open an action counts like one that opens it alone.
    expect(mayGive({ profile: 'user', flags: ['support'] }, { flags: ['remote_access'] })).toBe(false);
  });

  test('a flag without effect for a profile may be given', () => {
    expect(openedBy('billing', 'user')).toEqual([]);
    expect(openedBy('remote_access', 'master')).toEqual([]);
    expect(mayGive({ profile: 'master', flags: [] }, { profile: 'master', flags: ['support', 'remote_access'] })).toBe(true);
  });

  test('access without filters is given only with the permission for it', () => {
    expect(mayGive({ profile: 'user', flags: ['decide_catalog'] }, { releases: true })).toBe(false);
    expect(mayGive({ profile: 'user', flags: ['decide_catalog', 'release_unfiltered'] }, { releases: true })).toBe(true);
    expect(mayGive({ profile: 'admin', flags: [] }, { releases: true })).toBe(true);
  });

  test('an acting user only creates ordinary users', () => {
    expect(mayGive({ profile: 'admin', flags: [], acting }, { profile: 'user' })).toBe(true);
    expect(mayGive({ profile: 'admin', flags: [], acting }, { profile: 'admin' })).toBe(false);
  });

  test('every action that a flag opens is found', () => {
    for (const action of actions)
      for (const flag of userFlags) {
        const opens = can({ profile: 'user', flags: [flag] }, action) && !can({ profile: 'user', flags: [] }, action);
        if (opens) expect(openedBy(flag, 'user'), `${flag} ${action}`).toContain(action);
      }
  });
});
