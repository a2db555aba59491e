import { expect, test } from 'vitest';
import {
  asksForRefreshes,
  type Demand,
  decide,
  isDecided,
  isUnexpected,
  isWokenOften,
  nextLook,
  retryAt,
  type Sight,
  type Stored,
  settle,
} from './look.ts';
import type { Shift } from './shifts.ts';

const minuteMs = 60_000;
const at = (minutes: number) => new Date(Date.UTC(2026, 10, 23, 10) + minutes * minuteMs);
const rules = {
  ...{ followShifts: true, autoPause: true, idleMinutes: 20, forceStop: false, wakeOutside: true, paidByReservation: false },
};
const stored: Stored = {
  ...{ rules, last: { isOn: true, size: 'F8', cause: 'viewers' }, desired: { state: 'running', size: null }, reason: 'viewers', vars: {} },
  ...{ baseSize: 'F8', operation: null, problem: null, startedAt: at(-600), wakeSeconds: [], override: null, pauseAt: null },
};
const paused: Stored = { ...stored, last: { isOn: false, size: 'F8', cause: 'idle' }, desired: { state: 'paused', size: null } };
const quiet: Demand = {
  ...{ viewers: 0, aliveAt: null, waiters: 0, exports: 0, refreshes: null, areRefreshesHidden: false, maintenanceUntil: null },
  ...{ isRefreshDue: false, budgetUntil: null, wakes: [] },
};
const moment = { now: at(0), windows: [] };
const office: Shift = {
  ...{ id: 'a', name: 'Office hours', days: [1], starts: '08:00', ends: '20:00', autoActivate: true, autoPause: false },
  ...{ idleMinutes: null, useSchedule: true, size: null },
};
const on = { state: 'running', size: 'F8' } as const;
const off = { state: 'paused', size: 'F8' } as const;
const look = (before: Stored, sight: Sight, demand: Partial<Demand> = {}, acts = true) => {
  const settled = settle(before, sight, moment);
  return {
    settled,
    looked: 'problem' in sight ? null : decide({ stored: before, settled, acts }, sight, { ...quiet, ...demand }, moment),
  };
};

test('a state that no one asked for is unexpected, and becomes an override', () => {
  expect(isUnexpected(stored, on)).toBe(false);
  expect(isUnexpected(stored, off)).toBe(true);
  expect(isUnexpected({ ...stored, operation: { kind: 'suspend', at: at(-1) } }, off)).toBe(false);
  expect(isUnexpected(stored, { ...on, size: 'F16' })).toBe(true);
  const { settled, looked } = look(stored, off);
  expect(settled).toMatchObject({ override: { by: 'external', state: 'paused' }, log: [{ what: 'external', isOn: false }] });
  expect(looked).toMatchObject({ winner: 'override', call: null });
});

test('what others begin in Azure is theirs, also where it is first seen on its way', () => {
  const passing: [Stored, Sight, Sight][] = [
    [paused, { state: 'starting', size: 'F8' }, on],
    [stored, { state: 'stopping', size: 'F8' }, off],
    [stored, { state: 'resizing', size: 'F8' }, { ...on, size: 'F16' }],
  ];
  for (const [before, transit, after] of passing) {
    const { settled, looked } = look(before, transit);
    const next = looked && isDecided(settled, transit) ? { ...before, desired: looked, reason: looked.winner } : before;
    const { override, log } = look(next, after).settled;
    expect(log).toMatchObject([{ what: 'external' }]);
    // Another size alone is there already.
    expect(override).toEqual(after === on || after === off ? expect.objectContaining({ by: 'external' }) : null);
  }
  // Its own change, and what is steady.
  expect(isDecided({ operation: { kind: 'resume', at: at(-1) } }, off)).toBe(false);
  expect(isDecided({ operation: null }, off)).toBe(true);
  expect(isDecided({ operation: null }, { problem: 'timeout' })).toBe(false);
});

test('a change that was wanted and came late is none from outside', () => {
  const wanted: Stored = { ...paused, desired: { state: 'running', size: null }, reason: 'shift' };
  expect(look(wanted, on).settled).toMatchObject({ override: null, startedAt: at(0), log: [{ what: 'on', cause: 'shift' }] });
});

test('a change that ended is logged with its reason and how long it took', () => {
  const starting: Stored = {
    ...paused,
    operation: { kind: 'resume', at: at(-3) },
    reason: 'waiters',
    desired: { state: 'running', size: null },
  };
  expect(look(starting, on).settled).toMatchObject({
    ...{ operation: null, startedAt: at(0), wakeSeconds: [180] },
    log: [{ what: 'on', cause: 'waiters', vars: { seconds: '180' } }],
  });
  // Azure doesn't show it yet, or is on its way: nothing is asked again.
  const asked: Stored = { ...starting, operation: { kind: 'resume', at: at(-1) } };
  for (const sight of [off, { state: 'starting', size: 'F8' } as const])
    expect(look(asked, sight, { waiters: 9 })).toMatchObject({
      settled: { operation: { kind: 'resume' }, log: [] },
      looked: { call: null },
    });
});

test('a change that was recorded and never asked for is decided again, without a word about Azure', () => {
  const killed = (minutes: number): Stored => ({
    ...paused,
    operation: { kind: 'resume', at: at(-minutes) },
    desired: { state: 'running', size: null },
    reason: 'waiters',
  });
  expect(look(killed(1.9), off, { waiters: 1 })).toMatchObject({ settled: { operation: { kind: 'resume' } }, looked: { call: null } });
  expect(look(killed(2), off, { waiters: 1 })).toMatchObject({
    ...{ settled: { operation: null, problem: null, log: [] }, looked: { winner: 'waiters', call: 'resume' } },
  });
  // No one waits any more.
  expect(look(killed(2), off).looked).toMatchObject({ winner: 'unchanged', call: null });
  const resized: Stored = { ...stored, operation: { kind: 'resize', at: at(-2) }, desired: { state: 'running', size: 'F16' } };
  expect(look(resized, on).settled.operation).toBeNull();
  expect(look(resized, { ...on, state: 'resizing' }).settled.operation).toMatchObject({ kind: 'resize' });
});

test('a change that never ends is given up, said once, and asked again only later', () => {
  const stuck: Stored = { ...paused, operation: { kind: 'resume', at: at(-15) }, desired: { state: 'running', size: null } };
  const sight = { state: 'starting', size: 'F8' } as const;
  expect(look(stuck, sight).settled).toMatchObject({ operation: null, problem: 'stuck', log: [{ what: 'problem', cause: 'stuck' }] });
  expect(look({ ...stuck, problem: 'stuck' }, off, { waiters: 1 })).toMatchObject({ settled: { log: [] }, looked: { call: null } });
});

test('what can’t be seen decides nothing, and the override ends when its time has come', () => {
  const over: Stored = { ...stored, override: { state: 'running', size: null, until: at(-1).toISOString(), by: 'person' } };
  expect(look(over, { problem: 'forbidden' })).toMatchObject({
    ...{ looked: null, settled: { override: null, problem: 'forbidden', log: [{ what: 'problem', cause: 'forbidden', isOn: true }] } },
  });
  expect(look({ ...stored, problem: 'forbidden' }, { problem: 'forbidden' }).settled.log).toEqual([]);
  expect(look({ ...stored, problem: 'forbidden' }, on).settled.problem).toBeNull();
});

test('a pause that waits for work begins when the work has ended', () => {
  const waits: Stored = {
    ...stored,
    override: { state: 'paused', size: null, until: at(60).toISOString(), by: 'person', finished: true },
  };
  expect(look(waits, on, { exports: 1 }).looked).toMatchObject({ winner: 'work', call: null });
  expect(look(waits, on).looked).toMatchObject({ winner: 'override', call: 'suspend' });
});

test('a start doesn’t wait for a size: where that is refused the start is asked for in the same look', () => {
  const windows = [{ shift: { ...office, size: 'F16' }, start: at(-60), end: at(600) }];
  const asked = (before: Stored, sight: { state: 'running' | 'paused'; size: string }, acts = true) =>
    decide({ stored: before, settled: settle(before, sight, moment), acts }, sight, quiet, { ...moment, windows });
  expect(asked(paused, off)).toMatchObject({ call: 'resize', instead: 'resume' });
  expect(asked(stored, on)).toMatchObject({ call: 'resize', instead: null });
  expect(asked(paused, off, false)).toMatchObject({ call: 'resize', instead: null });
  expect(asked(paused, { ...off, size: 'F16' })).toMatchObject({ instead: null });
});

test('a pause that no one asked for waits for the refreshes that it would end', () => {
  const asks = (winner: 'idle' | 'force_stop' | 'budget' | 'override') => asksForRefreshes({ call: 'suspend', winner });
  expect((['idle', 'force_stop', 'budget', 'override'] as const).map(asks)).toEqual([true, true, false, false]);
  expect(asksForRefreshes({ call: null, winner: 'idle' })).toBe(false);
});

test('a refresh that is due is named with its time, unless other work runs', () => {
  expect(look(stored, on, { dueAt: at(9) }).looked).toMatchObject({ winner: 'work', vars: { exports: '0', due: at(9).toISOString() } });
  expect(look(stored, on, { dueAt: at(9), exports: 2 }).looked?.vars).toEqual({ exports: '2' });
});

test('the start that is the last of its hour is one that people caused', () => {
  const wakes = [-50, -40, -30, -20, -10].map(at);
  expect(isWokenOften([{ what: 'on', cause: 'waiters' }], wakes)).toBe(true);
  expect(isWokenOften([{ what: 'on', cause: 'waiters' }], wakes.slice(1))).toBe(false);
  expect(isWokenOften([{ what: 'on', cause: 'shift' }], wakes)).toBe(false);
  expect(isWokenOften([{ what: 'kept', cause: 'waiters' }], wakes)).toBe(false);
});

test('a size that was asked for alone is over once it is there, and logged as asked for', () => {
  const override = { state: null, size: 'F16', until: at(60).toISOString(), by: 'person' } as const;
  const grown = { ...on, size: 'F16' };
  const resized: Stored = { ...stored, override, operation: { kind: 'resize', at: at(-1) }, desired: { state: 'running', size: 'F16' } };
  expect(look(resized, grown).settled).toMatchObject({
    ...{ override: null, operation: null, log: [{ what: 'size', size: 'F16', cause: 'override', vars: { by: 'person' } }] },
  });
  expect(look({ ...stored, override }, on).settled.override).toEqual(override);
  const before: Stored = { ...stored, override, last: { isOn: true, size: 'F16', cause: 'override' } };
  expect(look(before, grown).settled.override).toBeNull();
  // A shift would take its own size at once.
  const windows = [{ shift: office, start: at(-60), end: at(60) }];
  expect(settle(before, grown, { ...moment, windows }).override).toEqual(override);
  // A size that others choose joins what was asked for.
  const held: Stored = { ...stored, override: { ...override, state: 'running', size: null } };
  expect(look(held, grown).settled.override).toEqual({ ...override, state: 'running' });
});

test('what a task started for its run pauses once nothing uses it, also where idle pauses are off', () => {
  const override = { state: 'running', size: null, until: at(-1).toISOString(), by: 'task', rests: true } as const;
  const woken: Stored = { ...stored, rules: { ...rules, autoPause: false }, startedAt: at(-31), override };
  expect(look(woken, on)).toMatchObject({ settled: { override }, looked: { winner: 'idle', state: 'running', pauseAt: at(2) } });
  expect(look({ ...woken, pauseAt: at(-1) }, on).looked).toMatchObject({ winner: 'idle', call: 'suspend' });
  expect(look(woken, on, { aliveAt: at(-1), viewers: 1 }).looked).toMatchObject({ winner: 'viewers', call: null });
  // Its wish still holds; it is paused again; another one was started by something else.
  expect(look({ ...woken, override: { ...override, until: at(9).toISOString() } }, on).looked).toMatchObject({ winner: 'override' });
  expect(look({ ...woken, last: paused.last, desired: paused.desired }, off).settled.override).toBeNull();
  expect(look({ ...woken, override: { ...override, rests: false } }, on)).toMatchObject({
    settled: { override: null },
    looked: { winner: 'unchanged', state: 'running' },
  });
  // A shift keeps it on since.
  const shift = { id: 'a', name: 'Office', days: [1], starts: '09:00', ends: '18:00', autoActivate: true, autoPause: true };
  const windows = [{ shift: { ...shift, idleMinutes: null, useSchedule: true, size: null }, start: at(-60), end: at(60) }];
  expect(settle(woken, on, { now: at(0), windows }).override).toBeNull();
});

test('what can’t be counted is never taken for idle', () => {
  const idle: Stored = { ...stored, pauseAt: at(-1) };
  expect(look(idle, on).looked).toMatchObject({ winner: 'idle', call: 'suspend' });
  expect(look(idle, on, { isUnknown: true }).looked).toMatchObject({ winner: 'unchanged', state: 'running', pauseAt: null, call: null });
});

test('a suspended unit wakes nothing, and still pauses', () => {
  expect(look(paused, off, { waiters: 1 }).looked?.call).toBe('resume');
  expect(look(paused, off, { waiters: 1 }, false).looked?.call).toBeNull();
  const idle: Stored = { ...stored, pauseAt: at(-1) };
  expect(look(idle, on, {}, false).looked?.call).toBe('suspend');
});

test('the log says why it stays on, where a shift or a wish ends and where work prevents a pause', () => {
  const after: Stored = { ...stored, last: { isOn: true, size: 'F8', cause: 'shift' } };
  expect(look(after, on, { aliveAt: at(-1), viewers: 2 }).looked?.log).toMatchObject([
    { what: 'kept', cause: 'viewers', vars: { viewers: '2' } },
  ]);
  expect(look(stored, on, { exports: 1 }).looked?.log).toEqual([]);
  expect(look({ ...stored, pauseAt: at(-1) }, on, { exports: 1 }).looked?.log).toMatchObject([{ what: 'kept', cause: 'work' }]);
});

test('a refusal is waited out as long as Azure says, and ten seconds in any case', () => {
  expect(retryAt(at(0), { retryAfterMs: 300_000 })).toEqual(at(5));
  expect(retryAt(at(0), {})).toEqual(at(1 / 6));
});

test('looks follow the slots of demand, and come sooner while something is under way', () => {
  const steady = { isChanging: false, hasProblem: false, isWaited: false };
  expect(nextLook(at(1), { nextLookAt: at(6) }, steady)).toEqual(at(5));
  expect(nextLook(at(1), { nextLookAt: at(2) }, steady)).toEqual(at(2));
  expect(nextLook(at(1), null, { ...steady, isChanging: true })).toEqual(at(2));
  expect(nextLook(at(1), null, { ...steady, hasProblem: true })).toEqual(at(5));
  expect(nextLook(at(1), null, { ...steady, hasProblem: true, isWaited: true })).toEqual(at(2));
});
