import { describe, expect, test } from 'vitest';
import { type ClaimedTrigger, keptClaim } from './claim.ts';
import { decideMove } from './moves.ts';
import { afterRun, endNotice, getSuspension, isTakenByEdit, obstacles, type Standing } from './run.ts';

const now = new Date('2026-11-24T12:00:00Z');
const admin = { profile: 'admin', flags: [] } as const;
const good: Standing = {
  ...{ type: 'dataset', action: 'refresh', targetKind: 'report', hidden: [], hasAccount: true },
  owner: { kind: 'person', ...admin, isActive: true, reaches: true },
  target: { exists: true, hasModel: true, isControlled: false },
};

const written = { type: 'notification', targetKind: 'unit' } as const;

describe('a task runs with what its owner may do now', () => {
  test.each([
    [{}, null],
    [{ owner: { kind: 'none' } }, 'owner_gone'],
    [{ owner: { kind: 'person', ...admin, isActive: false, reaches: true } }, 'owner_gone'],
    [{ owner: { kind: 'person', ...admin, isActive: true, reaches: false } }, 'right_gone'],
    [{ owner: { kind: 'person', profile: 'user', flags: ['edit_reports'], isActive: true, reaches: true } }, 'right_gone'],
    [{ owner: { kind: 'relation', stands: false, reaches: true } }, 'visit_ended'],
    [{ owner: { kind: 'relation', stands: true, reaches: true } }, null],
    [{ owner: { kind: 'relation', stands: true, reaches: false } }, 'right_gone'],
    [{ hidden: ['auto_actions'] }, 'screen_hidden'],
    [{ target: { ...good.target, exists: false } }, 'target_gone'],
    [{ hasAccount: false }, 'account_gone'],
    [{ ...written, action: 'send', owner: { kind: 'relation', stands: true, reaches: true } }, 'right_gone'],
    [{ ...written, action: 'publish', owner: { kind: 'relation', stands: true, reaches: true } }, null],
    [
      { ...written, action: 'publish', owner: { kind: 'person', profile: 'user', flags: ['notify'], isActive: true, reaches: true } },
      'right_gone',
    ],
    [{ ...written, action: 'publish', hidden: ['notifications'] }, 'screen_hidden'],
  ] as [Partial<Standing>, string | null][])('%j is suspended for %j', (change, reason) => {
    expect(getSuspension({ ...good, ...change })).toBe(reason);
  });

  test('each obstacle is named at its own part', () => {
    expect(obstacles({ ...good, owner: { kind: 'none' }, hasAccount: false })).toEqual({
      owner: 'owner_gone',
      target: null,
      account: 'account_gone',
    });
  });
});

test('the third failure in a row suspends; a success in between resets the count', () => {
  expect(afterRun(1, { state: 'failed', reason: 'report_service_down' }, null)).toEqual({ failures: 2, suspended: null });
  expect(afterRun(2, { state: 'failed', reason: 'report_service_down' }, null)).toEqual({ failures: 3, suspended: 'report_service_down' });
  expect(afterRun(2, { state: 'succeeded', reason: null }, null)).toEqual({ failures: 0, suspended: null });
  expect(afterRun(2, { state: 'skipped', reason: 'already' }, null)).toEqual({ failures: 2, suspended: null });
});

test('notices of the end come 30, 7 and 1 day(s) before, each once, and only the latest after missed ones', () => {
  const ends = (days: number) => new Date(now.getTime() + days * 86_400_000);
  expect(endNotice(ends(31), null, now)).toBeNull();
  expect(endNotice(ends(29.5), null, now)).toEqual({ mark: 30, days: 30 });
  expect(endNotice(ends(29.5), 30, now)).toBeNull();
  expect(endNotice(ends(0.5), 30, now)).toEqual({ mark: 1, days: 1 });
  expect(endNotice(ends(-1), null, now)).toBeNull();
});

describe('a move', () => {
  const task = { state: 'suspended', reason: 'owner_gone', endsAt: '2027-01-01T00:00:00Z', standing: good } as const;
  test.each([
    ['pause', { ...task, state: 'active' }, { state: 'paused' }],
    ['pause', { ...task, state: 'ended' }, { refused: 'task_state' }],
    ['resume', task, { state: 'active' }],
    ['resume', { ...task, standing: { ...good, owner: { kind: 'none' } } }, { refused: 'task_state' }],
    ['resume', { ...task, standing: { ...good, hasAccount: false } }, { refused: 'task_target' }],
    ['resume', { ...task, endsAt: '2026-01-01T00:00:00Z' }, { refused: 'task_state' }],
    ['takeover', task, { state: 'active', takesOver: true }],
    ['takeover', { ...task, reason: 'report_service_down' }, { state: 'suspended', takesOver: true }],
    ['extend', { ...task, state: 'ended' }, { state: 'active', endsAt: new Date('2027-11-24T12:00:00Z') }],
    ['extend', { ...task, endsAt: '2029-01-01T00:00:00Z' }, { endsAt: new Date('2029-01-01T00:00:00Z') }],
  ] as const)('%s of %j', (move, stored, wanted) => {
    expect(decideMove(move, stored, admin, now)).toMatchObject(wanted);
  });

  test('no one takes over, resumes or extends what they may not do; anyone who keeps tasks pauses it', () => {
    const message = { ...task, state: 'paused', standing: { ...good, ...written, action: 'send' } } as const;
    const visitor = { ...admin, kind: 'partner' };
    for (const move of ['takeover', 'resume', 'extend'] as const) {
      expect(decideMove(move, task, { profile: 'user', flags: [] }, now)).toEqual({ refused: 'gives_more' });
      expect(decideMove(move, message, visitor, now)).toEqual({ refused: 'gives_more' });
      expect(decideMove(move, message, admin, now)).not.toHaveProperty('refused');
    }
    expect(decideMove('pause', { ...message, state: 'active' }, visitor, now)).toMatchObject({ state: 'paused' });
  });

  test('who edits what a task writes becomes its owner, and so does a partner', () => {
    expect([isTakenByEdit('own', 'send'), isTakenByEdit('own', 'publish'), isTakenByEdit('partner', 'refresh')]).toEqual([
      true,
      true,
      true,
    ]);
    expect([isTakenByEdit('own', 'refresh'), isTakenByEdit('own', 'start')]).toEqual([false, false]);
  });
});

describe('what a tick keeps of a claimed trigger', () => {
  const claimed: ClaimedTrigger = {
    ...{ tenant: 't', id: 'g', nextAt: '2026-11-24 11:55:00+00', zone: 'UTC', holidays: [] },
    task: { id: 'k', type: 'dataset', state: 'active', startsAt: '2026-01-01 00:00:00+00', endsAt: '2027-01-01 00:00:00+00' },
    trigger: {
      ...{ frequency: 'daily', date: null, days: [], monthDay: null, shortMonth: 'last', businessDay: 'none', onHoliday: 'run' },
      ...{ times: [], everyMinutes: 60, from: '00:55', until: '23:55' },
    },
  };

  test('one run, and the next time', () => {
    expect(keptClaim(claimed, now)).toMatchObject({
      old: claimed.nextAt,
      next: '2026-11-24T12:55:00.000Z',
      runs: [{ due: '2026-11-24T11:55:00.000Z', state: 'claimed', notes: {} }],
    });
  });

  test('of late ones the last is left to say how many were missed; of a capacity’s the last may still hold', () => {
    const late = { ...claimed, nextAt: '2026-11-24 08:55:00+00' };
    expect(keptClaim(late, now).runs.map(({ state, notes }) => [state, notes])).toEqual([
      ['missed', {}],
      ['missed', {}],
      ['claimed', { judgement: 'missed', count: '3' }],
      ['claimed', {}],
    ]);
    const capacity = keptClaim({ ...late, task: { ...claimed.task, type: 'capacity' } }, now);
    expect(capacity.runs.map(({ state }) => state)).toEqual(['skipped', 'skipped', 'claimed', 'claimed']);
  });

  test('nothing where the task isn’t active, and only a new time where the clock changed', () => {
    expect(keptClaim({ ...claimed, task: { ...claimed.task, state: 'paused' } }, now)).toMatchObject({ next: null, runs: [] });
    expect(keptClaim({ ...claimed, nextAt: '1970-01-01 00:00:00+00' }, now)).toMatchObject({ next: '2026-11-24T12:55:00.000Z', runs: [] });
  });
});
