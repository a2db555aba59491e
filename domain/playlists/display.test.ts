import { describe, expect, test } from 'vitest';
import { decideDisplayEdit, refuseDisplay, type StoredDisplay } from './display.ts';

const fits = { playlist_there: true, lacks: false, nameless: false };
const stored: StoredDisplay = {
  ...{ version: 2, name: 'Hall', place: '', playlistId: null, identity: null, expiresAt: '2027-01-01 00:00:00.5+00' },
};
const asked = { version: 2, name: 'Lobby', place: 'Floor 1', playlistId: 'p1', identity: { username: 'lobby', roles: ['South', 'North'] } };

describe('a display', () => {
  test('is refused at the field of a missing reference', () => {
    expect(refuseDisplay(fits)).toBeNull();
    expect(refuseDisplay(undefined)).toEqual({ refused: 'not_found', field: 'playlistId' });
    expect(refuseDisplay({ playlist_there: false, lacks: null, nameless: null })).toEqual({ refused: 'not_found', field: 'playlistId' });
    expect(refuseDisplay({ ...fits, lacks: true, nameless: true })).toEqual({ refused: 'playlist_identity_required', field: 'identity' });
    expect(refuseDisplay({ ...fits, lacks: true })).toEqual({ refused: 'grant_roles_required', field: 'roles' });
  });
});

describe('an edit of a display', () => {
  test('records both states, with sorted roles', () => {
    const expiresAt = '2027-01-01T00:00:00.5+00:00';
    const identity = { username: 'lobby', roles: ['North', 'South'] };
    expect(decideDisplayEdit(asked, stored, fits)).toEqual({
      version: 3,
      identity,
      change: {
        before: { name: 'Hall', place: '', playlistId: null, identity: null, expiresAt },
        after: { name: 'Lobby', place: 'Floor 1', playlistId: 'p1', identity, expiresAt },
      },
    });
  });
  test('is refused when the display is gone, then for a mismatch, then for another version', () => {
    const late = { ...asked, version: 1 };
    expect(decideDisplayEdit(late, undefined, undefined)).toEqual({ refused: 'not_found' });
    expect(decideDisplayEdit(late, stored, { ...fits, lacks: true })).toMatchObject({ field: 'roles' });
    expect(decideDisplayEdit(late, stored, fits)).toEqual({ refused: 'changed_meanwhile' });
  });
});
