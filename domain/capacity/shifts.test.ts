import { expect, test } from 'vitest';
import { conflictingShift, endedBefore, nextBoundary, nextOpening, type Shift, windowAt, windowsAround } from './shifts.ts';

const shift = (fields: Partial<Shift>): Shift => ({
  ...{ id: 'a', name: 'Office hours', days: [1, 2, 3, 4, 5], starts: '08:00', ends: '20:00', autoActivate: true, autoPause: true },
  ...{ idleMinutes: null, useSchedule: true, size: null },
  ...fields,
});
const zone = 'America/Sao_Paulo';
const iso = (at: Date | null | undefined) => at?.toISOString().slice(0, 16);

test('a window holds from its start until just before its end, on the clock of the zone', () => {
  const monday = new Date('2026-11-23T11:00Z');
  const windows = windowsAround([shift({})], monday, { zone, holidays: [] });
  expect(iso(windowAt(windows, monday)?.end)).toBe('2026-11-23T23:00');
  expect(windowAt(windows, new Date('2026-11-23T10:59Z'))).toBeNull();
  expect(windowAt(windows, new Date('2026-11-23T23:00Z'))).toBeNull();
  expect(iso(nextBoundary(windows, monday))).toBe('2026-11-23T23:00');
  expect(iso(endedBefore(windows, monday)?.end)).toBe('2026-11-20T23:00');
  expect(iso(nextOpening(windows, new Date('2026-11-27T23:30Z')))).toBe('2026-11-30T11:00');
});

test('a window whose end isn’t after its start goes on into the next day', () => {
  const night = shift({ days: [5], starts: '22:00', ends: '06:00' });
  const saturday = new Date('2026-11-28T05:00Z');
  const windows = windowsAround([night], saturday, { zone, holidays: [] });
  expect(iso(windowAt(windows, saturday)?.start)).toBe('2026-11-28T01:00');
  expect(iso(windowAt(windows, saturday)?.end)).toBe('2026-11-28T09:00');
});

test('a holiday is a Sunday', () => {
  const sunday = shift({ id: 'b', days: [7], starts: '10:00', ends: '12:00' });
  const friday = new Date('2026-12-25T14:00Z');
  const windows = windowsAround([shift({}), sunday], friday, { zone, holidays: [{ month: 12, monthDay: 25 }] });
  expect(windowAt(windows, friday)?.shift.id).toBe('b');
  expect(windowAt(windows, new Date('2026-12-25T16:00Z'))).toBeNull();
});

test('a shift that isn’t used has no windows', () => {
  expect(windowsAround([shift({ useSchedule: false })], new Date('2026-11-23T11:00Z'), { zone, holidays: [] })).toEqual([]);
});

test('shifts of one capacity overlap only where they do the same', () => {
  const one = shift({});
  expect(conflictingShift(shift({ id: 'b', days: [5], starts: '19:00', ends: '22:00' }), [one])).toBeNull();
  expect(conflictingShift(shift({ id: 'b', days: [5], starts: '19:00', ends: '22:00', size: 'F16' }), [one])?.id).toBe('a');
  expect(conflictingShift(shift({ id: 'b', days: [5], starts: '20:00', ends: '22:00', size: 'F16' }), [one])).toBeNull();
  // The night of a Sunday reaches into Monday.
  expect(conflictingShift(shift({ id: 'b', days: [7], starts: '22:00', ends: '09:00', size: 'F16' }), [one])?.id).toBe('a');
  expect(conflictingShift(one, [one])).toBeNull();
});

test('a shift of one day a week is the one that ended last until it begins again', () => {
  const monday = shift({ days: [1] });
  const ended = (now: string) => iso(endedBefore(windowsAround([monday], new Date(now), { zone, holidays: [] }), new Date(now))?.end);
  for (const now of ['2026-11-23T23:00Z', '2026-11-26T12:00Z', '2026-11-29T12:00Z', '2026-11-30T10:59Z'])
    expect(ended(now)).toBe('2026-11-23T23:00');
});

test('a window in the hour that spring skips has no length', () => {
  const skipped = shift({ days: [7], starts: '01:00', ends: '02:00' });
  const day = new Date('2027-03-28T12:00Z');
  const windows = windowsAround([skipped], day, { zone: 'Europe/Lisbon', holidays: [] });
  expect(windows.map(({ start }) => iso(start))).toEqual(['2027-03-21T01:00', '2027-04-04T00:00']);
});
