import { expect, test } from 'vitest';
import { random as seededRandom } from '../../dev/powerbi/model/facts.ts';
import { type CapacityWorld, desiredState, externalOverride, mayWake, opensAt, overrideEnd, winners } from './desired.ts';
import { capacityLimits } from './limits.ts';
import type { Shift, ShiftWindow } from './shifts.ts';

const minuteMs = 60_000;
const monday = Date.UTC(2026, 10, 23, 10);
const at = (minutes: number) => new Date(monday + minutes * minuteMs);

const shift: Shift = {
  ...{ id: 'a', name: 'Office hours', days: [1], starts: '08:00', ends: '20:00', autoActivate: true, autoPause: false },
  ...{ idleMinutes: null, useSchedule: true, size: null },
};
const window = (start: number, end: number, fields: Partial<Shift> = {}): ShiftWindow => ({
  shift: { ...shift, ...fields },
  start: at(start),
  end: at(end),
});
const rules = {
  ...{ followShifts: true, autoPause: true, idleMinutes: 20, forceStop: false, wakeOutside: true },
  paidByReservation: false,
};
const quiet: CapacityWorld = {
  ...{ now: at(0), rules, windows: [], observed: { state: 'running', size: 'F8' }, startedAt: at(-600), override: null },
  ...{ baseSize: 'F8', budgetUntil: null, maintenanceUntil: null, work: 0, aliveAt: at(-600), waiters: 0, wakes: [], pauseAt: null },
};
const paused = { state: 'paused', size: 'F8' } as const;
const ask = (fields: Partial<CapacityWorld>) => desiredState({ ...quiet, ...fields });
const inShift = [window(-60, 600)];

test('a higher rule wins over every lower one', () => {
  const all: Partial<CapacityWorld> = {
    ...{ budgetUntil: at(900), maintenanceUntil: at(90), windows: inShift, work: 1, waiters: 1, aliveAt: at(0) },
    override: { state: 'running', size: null, until: at(60), by: 'person' },
  };
  const without: [string, Partial<CapacityWorld>][] = [
    ['budget', {}],
    ['maintenance', { budgetUntil: null }],
    ['override', { maintenanceUntil: null }],
    ['shift', { override: null }],
    ['work', { windows: [] }],
    ['waiters', { work: 0 }],
    ['viewers', { waiters: 0 }],
    ['idle', { aliveAt: at(-600) }],
    ['unchanged', { rules: { ...rules, autoPause: false } }],
  ];
  let world = all;
  for (const [winner, change] of without) {
    world = { ...world, ...change };
    expect(ask(world).winner).toBe(winner);
  }
});

test('a spent budget and a maintenance say until when they hold', () => {
  expect(ask({ budgetUntil: at(900) })).toMatchObject({ winner: 'budget', state: 'paused', until: at(900) });
  const maintained = ask({ maintenanceUntil: at(3), observed: paused });
  expect(maintained).toMatchObject({ winner: 'maintenance', until: at(3), nextLookAt: at(3) });
});

test('a shift that keeps it on does so at its size, with or without viewers', () => {
  expect(ask({ windows: inShift, observed: paused })).toMatchObject({ winner: 'shift', state: 'running', call: 'resume', until: at(600) });
  const big = [window(-60, 600, { size: 'F16' })];
  // Resized first, while no one is interrupted.
  expect(ask({ windows: big, observed: paused }).call).toBe('resize');
  expect(ask({ windows: big, observed: { state: 'paused', size: 'F16' } }).call).toBe('resume');
  expect(ask({ windows: big, observed: { state: 'running', size: 'F16' } }).call).toBeNull();
});

test('a shift that names no size has the base size, whatever the size was before', () => {
  const grown = { state: 'running', size: 'F16' } as const;
  expect(ask({ windows: inShift, observed: grown })).toMatchObject({ winner: 'shift', size: 'F8', call: 'resize' });
  const own = [window(-60, 600, { autoActivate: false })];
  expect(ask({ windows: own, observed: grown, aliveAt: at(0) })).toMatchObject({ winner: 'viewers', size: 'F8', call: 'resize' });
  // Outside of the shifts a size stays.
  expect(ask({ observed: grown, aliveAt: at(0) })).toMatchObject({ winner: 'viewers', size: null, call: null });
});

test('an idle capacity pauses after its viewers were notified', () => {
  const told = ask({ aliveAt: at(-20) });
  expect(told).toMatchObject({ winner: 'idle', state: 'running', call: null, pauseAt: at(2) });
  expect(ask({ aliveAt: at(-21), now: at(1), pauseAt: at(2) })).toMatchObject({ state: 'running', pauseAt: at(2) });
  expect(ask({ aliveAt: at(-22), now: at(2), pauseAt: at(2) })).toMatchObject({ winner: 'idle', state: 'paused', call: 'suspend' });
});

test('what the portal’s tasks do within fifteen minutes keeps on what runs, and starts nothing', () => {
  const idle = { aliveAt: at(-60), pauseAt: at(0) };
  expect(ask({ ...idle, dueAt: at(15) })).toMatchObject({ winner: 'work', state: 'running', call: null, pauseAt: null });
  expect(ask({ ...idle, dueAt: at(-5) }).winner).toBe('work');
  expect(ask({ ...idle, dueAt: at(16) })).toMatchObject({ winner: 'idle', call: 'suspend' });
  expect(ask({ ...idle, dueAt: at(5), observed: paused })).toMatchObject({ winner: 'unchanged', call: null });
});

test('a sign of life takes the announced pause back', () => {
  expect(ask({ aliveAt: at(1), now: at(2), pauseAt: at(2) })).toMatchObject({ winner: 'viewers', state: 'running', pauseAt: null });
});

test('what a viewer woke stays on for a while, and the sixth wake of an hour for its rest', () => {
  const short = { ...rules, idleMinutes: 5 };
  const woken = { rules: short, startedAt: at(-10), aliveAt: at(-10), pauseAt: at(0) };
  expect(ask(woken)).toMatchObject({ state: 'running', until: at(5) });
  const wakes = [-55, -46, -37, -28, -19, -16].map(at);
  const often = { rules: short, startedAt: at(-16), aliveAt: at(-16), pauseAt: at(-1), wakes };
  expect(ask(often)).toMatchObject({ state: 'running', until: at(5) });
  expect(ask({ ...often, wakes: wakes.slice(1) })).toMatchObject({ state: 'paused', call: 'suspend' });
  expect(ask({ observed: paused, waiters: 1, wakes })).toMatchObject({ winner: 'unchanged', call: null });
});

test('a forced stop ignores viewers, waits for work, and doesn’t repeat after a later wake', () => {
  const force = { ...rules, forceStop: true };
  const windows = [window(-600, -1), window(600, 1200)];
  expect(ask({ rules: force, windows, aliveAt: at(0) })).toMatchObject({ winner: 'force_stop', call: 'suspend' });
  expect(ask({ rules: force, windows, aliveAt: at(0), work: 1 })).toMatchObject({ winner: 'work', call: null });
  expect(ask({ rules: force, windows, aliveAt: at(0), startedAt: at(-1) })).toMatchObject({ winner: 'viewers', call: null });
});

test('viewers are notified ten and two minutes before a forced stop', () => {
  const force = { ...rules, forceStop: true };
  const told = (minutes: number) => ask({ rules: force, windows: [window(-60, minutes)] });
  expect([11, 10, 5, 2, 1].map((minutes) => told(minutes).forceNotice)).toEqual([null, 10, 10, 2, 2]);
  expect([11, 10, 1].map((minutes) => told(minutes).stopAt)).toEqual([null, at(10), at(1)]);
  expect(ask({ windows: [window(-60, 5)] })).toMatchObject({ forceNotice: null, stopAt: null });
});

test('a forced stop is announced exactly where it comes', () => {
  const ends = (fields: Partial<CapacityWorld>) =>
    ask({ rules: { ...rules, forceStop: true }, windows: [window(-60, 5)], ...fields }).stopAt;
  const asked = (minutes: number, state: 'running' | 'paused' = 'running') =>
    ({ state, size: null, until: at(minutes), by: 'person' }) as const;
  // What was asked for ends with the shift, unless its end was moved.
  expect(ends({ override: asked(5) })).toEqual(at(5));
  expect(ends({ override: asked(6) })).toBeNull();
  expect(ends({ override: asked(5, 'paused') })).toBeNull();
  // Another shift goes on, or one of the whole day with the next day's.
  expect(ends({ windows: [window(-60, 5), window(5, 60)] })).toBeNull();
  expect(ends({ windows: [window(-1435, 5), window(5, 1445)] })).toBeNull();
  expect(ends({ windows: [window(-60, 5), window(6, 60)] })).toEqual(at(5));
  expect(ends({ budgetUntil: at(900) })).toBeNull();
});

test('outside the shifts no one wakes it unless the rules allow it', () => {
  const closed = { rules: { ...rules, wakeOutside: false }, windows: [window(60, 120)], now: at(0) };
  expect(mayWake(closed)).toBe(false);
  expect(opensAt(closed)).toEqual(at(60));
  expect(ask({ ...closed, observed: paused, waiters: 3 })).toMatchObject({ winner: 'unchanged', state: 'paused', call: null });
  expect(ask({ ...closed, rules, observed: paused, waiters: 3 })).toMatchObject({ winner: 'waiters', call: 'resume' });
  expect(mayWake({ ...closed, windows: [] })).toBe(true);
});

test('the idle rule is the shift’s within it and after it', () => {
  const own = { autoActivate: false, autoPause: true, idleMinutes: 60 };
  const off = { ...rules, autoPause: false };
  expect(ask({ rules: off, windows: [window(-60, 600, own)], aliveAt: at(-30) })).toMatchObject({ winner: 'viewers', until: at(30) });
  expect(ask({ rules: off, windows: [window(-600, -5, own)], aliveAt: at(-30) })).toMatchObject({ winner: 'viewers', until: at(30) });
  expect(ask({ rules, windows: [window(-600, -5, own)], aliveAt: at(-15) }).until).toEqual(at(5));
  expect(ask({ windows: [window(-60, 600, { ...own, autoPause: false })] })).toMatchObject({ winner: 'unchanged', state: 'running' });
});

test('what a reservation pays is never paused for being idle', () => {
  expect(ask({ rules: { ...rules, paidByReservation: true } })).toMatchObject({ winner: 'unchanged', state: 'running', call: null });
});

test('a change made outside of the portal holds until the next boundary', () => {
  const seen = { now: at(0), rules, windows: inShift, observed: paused };
  const override = externalOverride({ state: 'running', size: 'F8' }, seen);
  expect(override).toEqual({ state: 'paused', size: null, until: at(600), by: 'external' });
  expect(ask({ ...seen, override })).toMatchObject({ winner: 'override', state: 'paused', call: null });
  expect(ask({ ...seen, override, now: at(600), windows: [window(600, 900)] })).toMatchObject({ winner: 'shift', call: 'resume' });
  expect(externalOverride({ state: 'paused', size: 'F8' }, seen)).toBeNull();
  // Another size alone pins no state.
  expect(externalOverride({ state: 'paused', size: 'F4' }, seen)).toMatchObject({ state: null, size: 'F8' });
  expect(externalOverride({ state: 'running', size: 'F8' }, { ...seen, observed: { state: 'stopping', size: 'F8' } })).toBeNull();
  expect(overrideEnd({ ...seen, windows: [] })).toEqual(at(capacityLimits.overrideHours * 60));
});

test('a size that was asked for alone pins no state', () => {
  const override = { state: null, size: 'F16', until: at(60), by: 'task' } as const;
  expect(ask({ override, observed: paused })).toMatchObject({ winner: 'unchanged', state: 'paused', size: 'F16', call: 'resize' });
  const grown = { state: 'paused', size: 'F16' } as const;
  expect(ask({ override, observed: grown, waiters: 1 })).toMatchObject({ winner: 'waiters', state: 'running', call: 'resume' });
  expect(ask({ override, pauseAt: at(0) })).toMatchObject({ winner: 'idle', state: 'paused', call: 'suspend' });
  expect(ask({ override, aliveAt: at(0) })).toMatchObject({ winner: 'viewers', call: 'resize' });
  // A shift's size waits until it ends.
  expect(ask({ override, windows: inShift })).toMatchObject({ winner: 'shift', size: 'F16' });
  expect(ask({ override: { ...override, until: at(0) }, windows: inShift })).toMatchObject({ winner: 'shift', size: 'F8' });
});

const someWindows = [
  ...[[], [window(-60, 600)], [window(-600, -30), window(60, 600)], [window(-60, 7)], [window(-60, 600, { autoActivate: false })]],
  [window(-600, -30, { autoPause: true, idleMinutes: 45 }), window(120, 600, { size: 'F16' })],
];

function someWorld(random: () => number): CapacityWorld {
  const chance = (share: number) => random() < share;
  const minutes = (most: number) => at(-Math.floor(random() * most));
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T; // because random() is below 1
  const state = pick(['running', 'running', 'paused', 'paused', 'starting', 'stopping', 'resizing', 'failed', 'unknown'] as const);
  return {
    now: at(0),
    rules: {
      ...{ followShifts: chance(0.8), autoPause: chance(0.7), idleMinutes: 5 + Math.floor(random() * 60), forceStop: chance(0.4) },
      ...{ wakeOutside: chance(0.5), paidByReservation: chance(0.1) },
    },
    windows: pick(someWindows),
    baseSize: pick(['F4', 'F8']),
    observed: { state, size: pick(['F4', 'F8', 'F16']) },
    startedAt: chance(0.2) ? null : minutes(700),
    override: chance(0.2)
      ? {
          state: pick(['running', 'paused', null] as const),
          size: pick([null, 'F8']),
          until: at(Math.floor(random() * 90) - 30),
          by: 'person',
        }
      : null,
    budgetUntil: chance(0.05) ? at(900) : null,
    maintenanceUntil: chance(0.05) ? at(90) : null,
    work: chance(0.2) ? 1 : 0,
    dueAt: chance(0.3) ? at(Math.floor(random() * 40) - 5) : null,
    aliveAt: chance(0.2) ? null : minutes(60),
    // No one waits for a running capacity.
    waiters: state !== 'running' && chance(0.3) ? 1 + Math.floor(random() * 200) : 0,
    wakes: Array.from({ length: Math.floor(random() * 9) }, () => minutes(90)),
    pauseAt: chance(0.3) ? at(Math.floor(random() * 5) - 2) : null,
  };
}

const isNear = ({ dueAt }: CapacityWorld) => dueAt != null && dueAt <= at(15);

test('in 100,000 random worlds one rule wins, and what it asks for needs no further call', () => {
  const random = seededRandom(7);
  const seen = new Map<string, number>();
  for (let index = 0; index < 100_000; index += 1) {
    const world = someWorld(random);
    const desired = desiredState(world);
    seen.set(desired.winner, (seen.get(desired.winner) ?? 0) + 1);
    const { state: observed } = world.observed;
    const isSteady = observed === 'running' || observed === 'paused';
    const broken = [
      !winners.includes(desired.winner) && 'winner',
      desired.nextLookAt <= world.now && 'looks at once',
      !isSteady && desired.call !== null && 'a call while Azure is at work',
      desired.call === 'suspend' && desired.state !== 'paused' && 'suspends what is to run',
      desired.call === 'resume' && desired.state !== 'running' && 'starts what is to be paused',
      desired.winner === 'idle' && desired.state === 'paused' && world.work > 0 && 'idle although work runs',
      desired.winner === 'idle' && desired.state === 'paused' && isNear(world) && 'idle although a task is about to refresh',
      desired.winner === 'idle' && desired.state === 'paused' && world.rules.paidByReservation && 'pauses a reservation',
      desired.call === 'resume' && desired.winner === 'waiters' && !mayWake(world) && 'woken where nobody may',
      world.budgetUntil && desired.state === 'running' && 'runs beyond its budget',
      world.override?.state === null &&
        desired.state !== desiredState({ ...world, override: null }).state &&
        'a size that was asked for changes the state',
    ].filter(Boolean);
    if (broken.length > 0) expect.fail(`${broken.join()} ${JSON.stringify({ world, desired })}`);
    if (!isSteady) continue;
    // Once the call has done its work, the same world asks for no other, but for a start after a resize, or a resize after a start or a
    // pause.
    const size = desired.call === 'resize' ? (desired.size ?? '') : world.observed.size;
    const state = desired.call === 'resize' ? world.observed.state : desired.state;
    const started = desired.call === 'resume' && { startedAt: world.now, waiters: 0 };
    const next = desiredState({ ...world, observed: { state, size }, ...started }).call;
    const follows = next === null || (desired.call === 'resize' && next === 'resume') || (desired.call !== 'resize' && next === 'resize');
    if (!follows) expect.fail(`${next} follows ${desired.call} ${JSON.stringify(world)}`);
  }
  expect([...seen.keys()].sort()).toEqual([...winners].sort());
});

test('idle pauses and wakes never alternate within 15 minutes, and six wakes an hour are the most', () => {
  const random = seededRandom(11);
  let wakesInAll = 0;
  for (let run = 0; run < 60; run += 1) {
    const own = { ...rules, idleMinutes: 5 + Math.floor(random() * 30), followShifts: random() < 0.5, wakeOutside: random() < 0.7 };
    const windows = run % 3 === 0 ? [] : [window(100, 400, { autoActivate: run % 2 === 0 }), window(700, 900, { autoActivate: true })];
    let world: CapacityWorld = { ...quiet, rules: own, windows, observed: paused, startedAt: null, aliveAt: null };
    const wakes: Date[] = [];
    let endsChange: { at: number; state: 'running' | 'paused' } | null = null;
    for (let minute = 0; minute < 1_440; minute += 1) {
      const now = at(minute);
      if (endsChange && endsChange.at <= minute) {
        world = {
          ...world,
          observed: { ...world.observed, state: endsChange.state },
          waiters: endsChange.state === 'running' ? 0 : world.waiters,
        };
        endsChange = null;
      }
      const isRunning = world.observed.state === 'running';
      // People come in bursts, and leave at once.
      const comes = random() < (minute % 90 < 40 ? 0.2 : 0.01);
      world = {
        ...world,
        now,
        wakes: [...wakes],
        aliveAt: comes && isRunning ? now : world.aliveAt,
        waiters: comes && !isRunning ? world.waiters + 1 : world.waiters,
      };
      const desired = desiredState(world);
      world = { ...world, pauseAt: desired.pauseAt };
      if (desired.call === 'resume') {
        if (desired.winner === 'waiters') wakes.push(now);
        endsChange = { at: minute + 1 + Math.floor(random() * 8), state: 'running' };
        world = { ...world, observed: { ...world.observed, state: 'starting' }, startedAt: now };
      }
      if (desired.call === 'suspend') {
        if (desired.winner === 'idle' && world.startedAt) {
          expect(now.getTime() - world.startedAt.getTime()).toBeGreaterThanOrEqual(15 * minuteMs);
          expect(world.pauseAt).toBeNull();
        }
        endsChange = { at: minute + 1 + Math.floor(random() * 3), state: 'paused' };
        world = { ...world, observed: { ...world.observed, state: 'stopping' } };
      }
      expect(wakes.filter((wake) => now.getTime() - wake.getTime() < 60 * minuteMs).length).toBeLessThanOrEqual(6);
    }
    wakesInAll += wakes.length;
  }
  expect(wakesInAll).toBeGreaterThan(200);
});

test('a quiet day asks Azure at most once in five minutes', () => {
  const looks: number[] = [];
  let now = at(0);
  while (now < at(1_440)) {
    looks.push(now.getTime());
    now = desiredState({ ...quiet, now, observed: paused, windows: [] }).nextLookAt;
  }
  expect(looks.length).toBeLessThanOrEqual(288);
});
