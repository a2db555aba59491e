import { expect, test } from 'vitest';
import { type Demand, dryRun } from './dry-run.ts';
import type { Shift } from './shifts.ts';

const rules = {
  ...{ followShifts: true, autoPause: true, idleMinutes: 20, forceStop: false, wakeOutside: true },
  paidByReservation: false,
};
const office: Shift = {
  ...{ id: 'a', name: 'Office hours', days: [1, 2, 3, 4, 5], starts: '08:00', ends: '20:00', autoActivate: true, autoPause: false },
  ...{ idleMinutes: null, useSchedule: true, size: null },
};
const prices = { F8: 600 };
// Two weeks from a Monday, in a zone whose days are those of UTC.
const [from, until] = [new Date('2026-11-02T00:00Z'), new Date('2026-11-16T00:00Z')];
const calendar = { zone: 'UTC', holidays: [] };
const usual = { rules, wakeBy: 'everyone' as const, shifts: [office], baseSize: 'F8', prices };
const hours = (count: number) => count * 3600;
const at = (text: string, viewers: number, work = 0): Demand => ({ at: new Date(text), viewers, work });

test('shifts alone keep it on for their hours', () => {
  const { onSeconds, money, wakes, closedSlots } = dryRun(usual, [], { from, until }, calendar);
  // Nothing is idle at the shift's end for less than 20 minutes, and the notice ends with the next slot.
  expect(onSeconds).toBeGreaterThanOrEqual(hours(10 * 12));
  expect(onSeconds).toBeLessThanOrEqual(hours(10 * 12) + 10 * 600);
  expect([wakes, closedSlots]).toEqual([0, 0]);
  expect(money).toMatchObject({ alwaysOnCents: 336 * 600, spentCents: (onSeconds / 3600) * 600 });
});

test('without shifts every visit wakes it, and an idle one pauses', () => {
  const visits = [at('2026-11-03T10:00Z', 1), at('2026-11-03T10:05Z', 2), at('2026-11-05T15:00Z', 1)];
  const run = dryRun({ ...usual, rules: { ...rules, followShifts: false } }, visits, { from, until }, calendar);
  expect(run).toMatchObject({ wakes: 2, closedSlots: 0 });
  // Each visit's slots, 20 idle minutes, and at most one slot until the notice has passed.
  expect(run.onSeconds).toBeGreaterThanOrEqual(45 * 60);
  expect(run.onSeconds).toBeLessThanOrEqual(65 * 60);
});

test('people who come outside the hours are counted where no one may wake it', () => {
  const visits = [at('2026-11-07T10:00Z', 3), at('2026-11-07T10:05Z', 3), at('2026-11-03T10:00Z', 9)];
  const closed = dryRun({ ...usual, rules: { ...rules, wakeOutside: false } }, visits, { from, until }, calendar);
  expect(closed).toMatchObject({ wakes: 0, closedSlots: 2 });
  expect(dryRun(usual, visits, { from, until }, calendar)).toMatchObject({ wakes: 1, closedSlots: 0 });
});

test('people who may not start it find it closed, unless the rules would let everyone start it', () => {
  const weekend = [{ ...at('2026-11-07T10:00Z', 0), barred: 2 }];
  const flagged = dryRun({ ...usual, wakeBy: 'flagged' }, weekend, { from, until }, calendar);
  expect(flagged).toMatchObject({ wakes: 0, closedSlots: 1 });
  expect(dryRun(usual, weekend, { from, until }, calendar)).toMatchObject({ wakes: 1, closedSlots: 0 });
  // While it runs anyway, they read like anyone.
  const evening = [{ ...at('2026-11-02T19:55Z', 0), barred: 1 }];
  const plain = dryRun({ ...usual, wakeBy: 'flagged' }, [], { from, until }, calendar);
  expect(dryRun({ ...usual, wakeBy: 'flagged' }, evening, { from, until }, calendar).onSeconds).toBeGreaterThan(plain.onSeconds);
});

test('work keeps it on, and a reservation saves nothing', () => {
  const night = Array.from({ length: 12 }, (_, slot) => at(new Date(Date.UTC(2026, 10, 3, 20, slot * 5)).toISOString(), 0, 1));
  const plain = dryRun(usual, [], { from, until }, calendar).onSeconds;
  expect(dryRun(usual, night, { from, until }, calendar).onSeconds - plain).toBeGreaterThanOrEqual(hours(0.5));
  const reserved = dryRun({ ...usual, rules: { ...rules, paidByReservation: true } }, [], { from, until }, calendar);
  expect(reserved.money?.savedCents).toBe(0);
});

test('a shift’s own size is what is paid, and the base size in one that names none', () => {
  const sized = { ...usual, shifts: [{ ...office, size: 'F16' }], prices: { F8: 600, F16: 1200 } };
  const run = dryRun(sized, [], { from, until }, calendar);
  expect(run.money?.spentCents).toBeGreaterThanOrEqual(120 * 1200);
  const morning = { ...office, ends: '10:00', size: 'F16' };
  const both = dryRun({ ...sized, shifts: [morning, { ...office, id: 'b', starts: '10:00' }] }, [], { from, until }, calendar);
  expect(both.money?.spentCents).toBeGreaterThanOrEqual(20 * 1200 + 100 * 600);
  expect(both.money?.spentCents).toBeLessThan(25 * 1200 + 105 * 600);
});
