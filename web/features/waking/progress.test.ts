import { expect, test } from 'vitest';
import { asksAgain, getProgress, mayReopen, minutesLeft, patienceAfter, waitingSince } from './progress.ts';

test('a wait is usual for three minutes, longer until eight, and then over', () => {
  const minutes = (count: number) => patienceAfter(count * 60_000);
  expect([0, 2.9, 3, 7.9, 8].map(minutes)).toEqual(['usual', 'usual', 'longer', 'longer', 'over']);
});

test('the clock of a wait begins when it starts, however long it was closed before', () => {
  const minute = 60_000;
  const closed = { state: 'closed', since: waitingSince(undefined, 'closed', 0) } as const;
  expect(asksAgain(closed, 600 * minute)).toBe(true);
  expect(asksAgain({ ...closed, state: 'not_allowed' }, 600 * minute)).toBe(true);
  const starting = { state: 'starting', since: waitingSince(closed, 'starting', 60 * minute) } as const;
  expect(starting.since).toBe(60 * minute);
  expect(waitingSince(starting, 'starting', 61 * minute)).toBe(60 * minute);
  expect([61, 67, 68].map((at) => asksAgain(starting, at * minute))).toEqual([true, true, false]);
  expect(asksAgain(undefined, 0)).toBe(false);
});

test('progress follows the usual time, never goes back and never ends before the capacity runs', () => {
  expect([0, 25, 50].map((seconds) => getProgress(seconds, 50))).toEqual([0, 0.45, 0.9]);
  const steps = Array.from({ length: 480 }, (_, second) => getProgress(second, 50));
  expect(steps.every((step, at) => step < 1 && step >= (steps[at - 1] ?? 0))).toBe(true);
  expect(getProgress(30, null)).toBeCloseTo(0.45);
  expect(getProgress(-5, 50)).toBe(0);
});

test('the minutes until a stop are counted down to the last', () => {
  const now = Date.parse('2026-11-23T10:00:00Z');
  const left = (seconds: number) => minutesLeft(new Date(now + seconds * 1000).toISOString(), now);
  expect([600, 599, 540, 181, 61, 60, 5, -5].map(left)).toEqual([10, 10, 9, 4, 2, 1, 1, 1]);
});

test('a report is opened by itself three times within two minutes', () => {
  expect([0, 1, 2, 3].map((at) => mayReopen('a', at))).toEqual([true, true, true, false]);
  expect(mayReopen('b', 3)).toBe(true);
  expect(mayReopen('a', 120_001)).toBe(true);
});
