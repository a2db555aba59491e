import { expect, test } from 'vitest';
import { dayNumber, readDate } from './calendar-days.ts';
import { nextRuns, type Trigger } from './recurrence.ts';

const base = {
  date: null,
  days: [],
  monthDay: null,
  shortMonth: 'last',
  businessDay: 'none',
  onHoliday: 'run',
  everyMinutes: null,
} as const;
// because the fields of a test fit together
const trigger = (fields: Partial<Trigger>): Trigger => ({ ...base, frequency: 'daily', times: ['06:00'], ...fields }) as Trigger;
const always = { from: new Date('2020-01-01T00:00:00Z'), until: new Date('2040-01-01T00:00:00Z') };
const runs = (fields: Partial<Trigger>, after: string, zone = 'UTC', holidays: { day: string }[] = [], count = 4) =>
  nextRuns(trigger(fields), new Date(after), { zone, holidays }, always, count).map((at) => at.toISOString().slice(0, 16));

test('weekdays and times are those of the zone', () => {
  // A Monday at 06:00 in São Paulo is a Monday; 22:00 on Sunday is Monday in UTC already.
  expect(runs({ frequency: 'weekly', days: [1], times: ['06:00', '13:00'] }, '2026-11-23T08:00Z', 'America/Sao_Paulo', [], 3)).toEqual([
    '2026-11-23T09:00',
    '2026-11-23T16:00',
    '2026-11-30T09:00',
  ]);
  expect(runs({ frequency: 'weekly', days: [7], times: ['22:00'] }, '2026-11-23T00:00Z', 'America/Sao_Paulo', [], 2)).toEqual([
    '2026-11-23T01:00',
    '2026-11-30T01:00',
  ]);
});

test('a run is after the instant, never at it', () => {
  expect(runs({}, '2026-11-23T06:00Z', 'UTC', [], 1)).toEqual(['2026-11-24T06:00']);
  expect(runs({}, '2026-11-23T05:59Z', 'UTC', [], 1)).toEqual(['2026-11-23T06:00']);
});

test('a time that spring skips runs at the first one after it, once', () => {
  expect(runs({ times: ['01:00', '01:30', '02:00'] }, '2027-03-27T23:00Z', 'Europe/Lisbon', [], 2)).toEqual([
    '2027-03-28T01:00',
    '2027-03-29T00:00',
  ]);
});

test('a time that autumn repeats runs once, at the first occurrence', () => {
  expect(runs({ times: ['01:30'] }, '2026-10-24T23:00Z', 'Europe/Lisbon', [], 2)).toEqual(['2026-10-25T00:30', '2026-10-26T01:30']);
});

test('a whole day that a zone leaves out runs at the start of the next', () => {
  // Samoa had no 30 December 2011.
  const found = nextRuns(
    trigger({ times: ['12:00'] }),
    new Date('2011-12-30T09:00Z'),
    { zone: 'Pacific/Apia', holidays: [] },
    { from: new Date(0), until: always.until },
    2,
  );
  expect(found.map((at) => at.toISOString().slice(0, 16))).toEqual(['2011-12-30T10:00', '2011-12-30T22:00']);
});

test('a short month runs on its last day or not at all', () => {
  const monthly = { frequency: 'monthly', monthDay: 31 } as const;
  expect(runs(monthly, '2027-01-01T00:00Z', 'UTC', [], 3)).toEqual(['2027-01-31T06:00', '2027-02-28T06:00', '2027-03-31T06:00']);
  expect(runs({ ...monthly, shortMonth: 'skip' }, '2027-01-01T00:00Z', 'UTC', [], 3)).toEqual([
    '2027-01-31T06:00',
    '2027-03-31T06:00',
    '2027-05-31T06:00',
  ]);
});

test('the last business day goes back over weekends and holidays', () => {
  const last = { frequency: 'monthly', monthDay: 31, businessDay: 'previous', times: ['18:00'] } as const;
  // 31 October 2026 is a Saturday; 31 December 2026 a Thursday, here a holiday.
  expect(runs(last, '2026-10-01T00:00Z', 'UTC', [{ day: '2026-12-31' }], 3)).toEqual([
    '2026-10-30T18:00',
    '2026-11-30T18:00',
    '2026-12-30T18:00',
  ]);
});

test('the first business day may lie in another month than its date', () => {
  expect(runs({ frequency: 'monthly', monthDay: 1, businessDay: 'previous' }, '2026-10-20T00:00Z', 'UTC', [], 2)).toEqual([
    '2026-10-30T06:00',
    '2026-12-01T06:00',
  ]);
  expect(runs({ frequency: 'monthly', monthDay: 31, businessDay: 'next' }, '2026-10-20T00:00Z', 'UTC', [], 2)).toEqual([
    '2026-11-02T06:00',
    '2026-11-30T06:00',
  ]);
});

test('holidays are skipped where the trigger says so', () => {
  const holidays = [{ day: '2026-12-25' }];
  expect(runs({ onHoliday: 'skip' }, '2026-12-24T00:00Z', 'UTC', holidays, 2)).toEqual(['2026-12-24T06:00', '2026-12-26T06:00']);
  expect(runs({}, '2026-12-24T00:00Z', 'UTC', holidays, 2)).toEqual(['2026-12-24T06:00', '2026-12-25T06:00']);
});

test('a period runs every so many minutes, its end included', () => {
  const period = { times: [], everyMinutes: 45, from: '08:00', until: '10:15' } as Partial<Trigger>; // because spreads of a union lose it
  expect(runs(period, '2026-11-23T00:00Z', 'UTC', [], 5)).toEqual([
    '2026-11-23T08:00',
    '2026-11-23T08:45',
    '2026-11-23T09:30',
    '2026-11-23T10:15',
    '2026-11-24T08:00',
  ]);
});

test('a single run comes once, and none comes outside the active time', () => {
  expect(runs({ frequency: 'once', date: '2026-12-01' }, '2026-11-23T00:00Z')).toEqual(['2026-12-01T06:00']);
  expect(runs({ frequency: 'once', date: '2026-11-01' }, '2026-11-23T00:00Z')).toEqual([]);
  const active = { from: new Date('2026-11-25T06:00Z'), until: new Date('2026-11-27T06:00Z') };
  const found = nextRuns(trigger({}), new Date('2026-11-01T00:00Z'), { zone: 'UTC', holidays: [] }, active, 9);
  expect(found.map((at) => at.toISOString().slice(8, 16))).toEqual(['25T06:00', '26T06:00']);
});

test('a day number is a day of the calendar', () => {
  expect(dayNumber(readDate('1970-01-05'))).toBe(4);
});
