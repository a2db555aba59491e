import { expect, test } from 'vitest';
import type { Trigger } from './recurrence.ts';
import { claimRuns, countFailures, judgeRun, retryAt } from './runs.ts';

const zone = 'America/Sao_Paulo';
const due = new Date('2026-11-23T09:00Z');
const after = (minutes: number) => new Date(due.getTime() + minutes * 60_000);

test('a run up to 15 minutes late runs; later a delivery runs on the same day, a capacity is derived, the rest is missed', () => {
  expect(judgeRun('dataset', due, after(15), zone)).toBe('run');
  expect(judgeRun('dataset', due, after(16), zone)).toBe('missed');
  expect(judgeRun('delivery', due, after(600), zone)).toBe('run');
  // Midnight in São Paulo is 03:00 in UTC.
  expect(judgeRun('delivery', due, new Date('2026-11-24T03:00Z'), zone)).toBe('missed');
  expect(judgeRun('capacity', due, after(16), zone)).toBe('derived');
});

const trigger: Trigger = {
  ...{ frequency: 'daily', date: null, days: [], monthDay: null, shortMonth: 'last', businessDay: 'none', onHoliday: 'run' },
  ...{ times: [], everyMinutes: 30, from: '06:00', until: '18:00' },
};
const active = { from: new Date('2026-01-01T00:00Z'), until: new Date('2027-01-01T00:00Z') };

test('after an outage each occurrence is claimed once, and only the last delivery is sent', () => {
  const calendar = { zone, holidays: [] };
  const claim = claimRuns({ type: 'delivery', trigger, active }, due, after(100), calendar);
  expect(claim.runs.map(({ dueAt, judgement }) => [dueAt.toISOString().slice(11, 16), judgement])).toEqual([
    ['09:00', 'missed'],
    ['09:30', 'missed'],
    ['10:00', 'missed'],
    ['10:30', 'run'],
  ]);
  expect(claim.nextAt).toEqual(after(120));
  expect(claimRuns({ type: 'dataset', trigger, active }, due, after(100), calendar, 2)).toMatchObject({ nextAt: after(60) });
  expect(claimRuns({ type: 'dataset', trigger, active }, after(120), after(100), calendar)).toEqual({ runs: [], nextAt: after(120) });
});

test('only what may pass is tried again, three times', () => {
  const busy = { status: 429, isCapacityPaused: false };
  expect([1, 2, 3, 4].map((attempt) => retryAt(attempt, busy, due))).toEqual([after(1), after(5), after(15), null]);
  expect(retryAt(1, { status: 400, isCapacityPaused: false }, due)).toBeNull();
  expect(retryAt(1, { status: 403, isCapacityPaused: false }, due)).toBeNull();
  expect(retryAt(1, { status: 403, isCapacityPaused: true }, due)).toEqual(after(1));
  expect(retryAt(1, { status: null, isCapacityPaused: false }, due)).toEqual(after(1));
});

test('three failed runs in a row suspend a task; a success resets the count', () => {
  expect(countFailures(1, 'failed')).toEqual({ failures: 2, isSuspended: false });
  expect(countFailures(2, 'skipped')).toEqual({ failures: 2, isSuspended: false });
  expect(countFailures(2, 'failed')).toEqual({ failures: 3, isSuspended: true });
  expect(countFailures(2, 'partial')).toEqual({ failures: 0, isSuspended: false });
});
