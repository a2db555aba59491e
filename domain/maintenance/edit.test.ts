import { describe, expect, test } from 'vitest';
import type { WindowEdit } from './contract.ts';
import { decideEdit, type StoredWindow } from './edit.ts';

const hour = 3_600_000;
const start = Date.parse('2026-11-21T22:00:00Z');
const stored: StoredWindow = {
  ...{ version: 3, target: 'unit', title: 'Servers', text: '', blocks: true, announceHours: 24, extended: false, cancelledAt: null },
  ...{ texts: {}, exceptAdmin: true, loginNotice: false, pausesCapacity: false },
  startsAt: '2026-11-21 22:00:00.5+00',
  endsAt: '2026-11-22 00:00:00+00',
};
const asked: WindowEdit = {
  ...{ id: 'w1', version: 3, title: 'Servers', text: 'Longer', texts: {}, blocks: 'S', exceptAdmin: 'S', announceHours: 48 },
  loginNotice: 'S',
  startsAt: '2026-11-21T22:00:00.500Z',
  endsAt: '2026-11-22T00:00:00.000Z',
};
const before = start - 2 * hour;

describe('an edit of a window', () => {
  test('changes everything before the start, and notifies no one while its times stay', () => {
    const plan = decideEdit(asked, stored, before);
    expect(plan).toMatchObject({
      row: { text: 'Longer', startsAt: stored.startsAt, announceHours: 48, loginNotice: true, extended: false, version: 4 },
      moved: false,
      longer: false,
    });
  });

  test('records instants as the database writes them into jsonb', () => {
    expect(decideEdit({ ...asked, endsAt: '2026-11-22T01:00:00.120Z' }, stored, before)).toMatchObject({
      change: {
        before: { startsAt: '2026-11-21T22:00:00.5+00:00', endsAt: '2026-11-22T00:00:00+00:00' },
        after: { startsAt: '2026-11-21T22:00:00.5+00:00', endsAt: '2026-11-22T01:00:00.12+00:00' },
      },
      moved: true,
    });
    expect(decideEdit({ ...asked, startsAt: '2026-11-21T22:30:00Z' }, stored, before)).toMatchObject({
      change: { after: { startsAt: '2026-11-21T22:30:00+00:00' } },
    });
  });

  test('changes only texts and end while it runs, and a later end extends it', () => {
    const plan = decideEdit({ ...asked, startsAt: '2026-11-30T00:00:00Z', endsAt: '2026-11-22T02:00:00Z' }, stored, start + hour);
    expect(plan).toMatchObject({ row: { startsAt: stored.startsAt, announceHours: 24, extended: true }, moved: true, longer: true });
    const shorter = decideEdit({ ...asked, endsAt: '2026-11-21T23:30:00Z' }, stored, start + hour);
    expect(shorter).toMatchObject({ row: { extended: false }, moved: true, longer: false });
  });

  test('shows the notice at sign-in only for the whole unit', () => {
    expect(decideEdit(asked, { ...stored, target: 'group' }, before)).toMatchObject({ row: { loginNotice: false } });
    expect(decideEdit({ ...asked, pausesCapacity: 'S' }, stored, before)).toMatchObject({ row: { pausesCapacity: true } });
    // A window that lets people in leaves the capacity on.
    expect(decideEdit({ ...asked, blocks: 'N', pausesCapacity: 'S' }, stored, before)).toMatchObject({ row: { pausesCapacity: false } });
  });

  test.each([
    ['another version', { version: 2 }, {}, before, { refused: 'changed_meanwhile' }],
    ['a window that is over', {}, {}, start + 3 * hour, { refused: 'window_over' }],
    ['a cancelled window', {}, { cancelledAt: '2026-11-20 00:00:00+00' }, before, { refused: 'window_over' }],
    [
      'an end before the start',
      { endsAt: '2026-11-21T21:00:00Z' },
      {},
      before,
      { refused: 'window_times', field: 'endsAt', vars: { reason: 'order' } },
    ],
    [
      'a new start in the past',
      { startsAt: '2026-11-21T10:00:00Z' },
      {},
      before,
      { refused: 'window_times', field: 'startsAt', vars: { reason: 'past' } },
    ],
  ])('refuses %s', (_, edit, row, now, refusal) => {
    expect(decideEdit({ ...asked, ...edit }, { ...stored, ...row }, now)).toEqual(refusal);
  });
});
