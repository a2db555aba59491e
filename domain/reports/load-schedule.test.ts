import { expect, test } from 'vitest';
import { getSchedule, mustReadSchedule, nextLoad } from './load-schedule.ts';

const told = { enabled: true, days: ['Monday', 'Friday'], times: ['10:00', '13:30'], localTimeZoneId: 'E. South America Standard Time' };
const kept = { at: '2026-11-20T00:00:00Z', schedule: getSchedule(told) };
const next = (at: string) => nextLoad(kept, new Date(at));

test('the next load is the next scheduled time, in the schedule’s zone', () => {
  // A Friday; São Paulo is three hours behind.
  expect(next('2026-11-20T12:59:00Z')).toBe('2026-11-20T13:00:00.000Z');
  expect(next('2026-11-20T13:00:00Z')).toBe('2026-11-20T16:30:00.000Z');
  expect(next('2026-11-20T16:30:00Z')).toBe('2026-11-23T13:00:00.000Z');
  expect(nextLoad(null, new Date())).toBeNull();
});

test.each([
  { ...told, enabled: false },
  { ...told, times: [] },
  { ...told, times: ['25:00'] },
  { ...told, localTimeZoneId: 'Somewhere Standard Time' },
  { ...told, days: ['Someday'] },
  {},
])('a schedule that is off, empty or not understood gives none: %j', (wrong) => {
  expect(getSchedule(wrong)).toBeNull();
});

test('a schedule without days applies every day, and is refreshed after some hours', () => {
  expect(getSchedule({ ...told, days: [] })?.days).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(mustReadSchedule(null, 0)).toBe(true);
  expect(mustReadSchedule(kept, Date.parse('2026-11-20T05:59:00Z'))).toBe(false);
  expect(mustReadSchedule(kept, Date.parse('2026-11-20T06:00:00Z'))).toBe(true);
});
