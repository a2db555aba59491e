import { expect, test } from 'vitest';
import { random as seededRandom } from '../../dev/powerbi/model/facts.ts';
import { wallClock } from '../format/date.ts';
import { dayNumber, getWeekday, type Holiday } from './calendar-days.ts';
import { minutesOfDay, nextRun, type Trigger } from './recurrence.ts';
import { claimRuns, type TaskType } from './runs.ts';

// A year of tasks in eight zones, with cron ticks that are lost, doubled or late and a Worker that is killed. The expected runs are found
// by reading each zone's clock every quarter of an hour, without the rules under test.

const zones = [
  ...['America/Sao_Paulo', 'Europe/Lisbon', 'Europe/Madrid', 'America/New_York'],
  ...['Australia/Lord_Howe', 'Africa/Casablanca', 'America/Santiago', 'Pacific/Chatham'],
] as const;
const [yearStart, yearEnd] = [Date.UTC(2027, 0, 1), Date.UTC(2028, 0, 1)];
const minuteMs = 60_000;
const stepMs = 15 * minuteMs;
const holidays: Holiday[] = [{ month: 1, monthDay: 1 }, { month: 12, monthDay: 25 }, { day: '2027-03-26' }, { day: '2027-09-07' }];
type Shown = { at: number; day: number; minute: number };

/** What the clock of a zone shows every quarter of an hour, from two days before the year to two days after it. */
function getClock(zone: string): Shown[] {
  const shown: Shown[] = [];
  for (let at = yearStart - 2 * 86_400_000; at < yearEnd + 2 * 86_400_000; at += stepMs) {
    const wall = wallClock(new Date(at), zone);
    shown.push({ at, day: dayNumber(wall), minute: wall.hours * 60 + wall.minutes });
  }
  return shown;
}

const getText = (day: number) => new Date(day * 86_400_000).toISOString().slice(0, 10);
const isHoliday = (day: number) =>
  ['2027-03-26', '2027-09-07'].includes(getText(day)) || ['-01-01', '-12-25'].includes(getText(day).slice(4));
const isWorkday = (day: number) => new Date(day * 86_400_000).getUTCDay() % 6 !== 0 && !isHoliday(day);

/** The days on which a trigger must run, month by month as a person would mark them in a calendar. */
function expectedDays(trigger: Trigger): Set<number> {
  const days = new Set<number>();
  const mark = (day: number) => (trigger.onHoliday === 'skip' && isHoliday(day) ? days : days.add(day));
  for (let month = -2; month < 14; month += 1) {
    const first = Date.UTC(2027, month, 1) / 86_400_000;
    const length = Date.UTC(2027, month + 1, 1) / 86_400_000 - first;
    if (trigger.frequency === 'monthly') {
      if ((trigger.monthDay ?? 0) > length && trigger.shortMonth === 'skip') continue;
      let day = first + Math.min(trigger.monthDay ?? 0, length) - 1;
      while (trigger.businessDay !== 'none' && !isWorkday(day)) day += trigger.businessDay === 'next' ? 1 : -1;
      mark(day);
      continue;
    }
    for (let day = first; day < first + length; day += 1) {
      const weekday = new Date(day * 86_400_000).getUTCDay() || 7;
      if (trigger.frequency === 'daily' || trigger.days.includes(weekday)) mark(day);
    }
  }
  return days;
}

/** Every instant of the year at which a trigger must run, by the clock alone: the first one that shows the time or a later one. */
function expectedRuns(trigger: Trigger, clock: readonly Shown[]): number[] {
  const minutes = minutesOfDay(trigger);
  const days = expectedDays(trigger);
  const found = new Set<number>();
  let latest = -1;
  for (const { at, day, minute } of clock) {
    const now = day * 1440 + minute;
    if (now <= latest) continue;
    // Times between what was shown before and now were skipped by the clock, or are this very time.
    for (let wall = latest < 0 ? now : latest + 15; wall <= now; wall += 15) {
      if (minutes.includes(wall % 1440) && days.has(Math.floor(wall / 1440))) found.add(at);
    }
    latest = now;
  }
  return [...found].filter((at) => at >= yearStart && at < yearEnd).sort((one, other) => one - other);
}

const quarter = (random: () => number) => {
  const minutes = Math.floor(random() * 96) * 15;
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
};
// because random() is below 1
const pick = <T>(random: () => number, from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;

function someTrigger(random: () => number): Trigger {
  const frequency = pick(random, ['daily', 'weekly', 'weekly', 'monthly', 'monthly'] as const);
  const days = [1, 2, 3, 4, 5, 6, 7].filter(() => random() < 0.4);
  const common = {
    frequency,
    date: null,
    days: frequency === 'weekly' ? (days.length > 0 ? days : [1]) : [],
    monthDay: frequency === 'monthly' ? 1 + Math.floor(random() * 31) : null,
    shortMonth: pick(random, ['last', 'skip'] as const),
    businessDay: pick(random, ['none', 'next', 'previous'] as const),
    onHoliday: pick(random, ['run', 'skip'] as const),
  };
  if (random() < 0.1) return { ...common, times: [], everyMinutes: pick(random, [60, 120, 240]), from: '08:00', until: '18:00' };
  // Half of them in the hours in which clocks change.
  const time = () => (random() < 0.5 ? pick(random, ['00:00', '01:00', '01:30', '02:00', '02:30', '02:45', '03:00']) : quarter(random));
  return { ...common, times: Array.from({ length: 1 + Math.floor(random() * 2) }, time), everyMinutes: null };
}

type Tick = { at: number; isKilled: boolean };

/** The ticks of a year: one a minute, of which a tenth is lost, a tenth doubled, any up to five minutes late, one in a hundred killed. */
function getTicks(random: () => number, outage: readonly [number, number]): Tick[] {
  const ticks: Tick[] = [];
  for (let minute = yearStart; minute < yearEnd + 60 * minuteMs; minute += minuteMs) {
    const times = random() < 0.1 ? 0 : random() < 0.1 ? 2 : 1;
    for (let time = 0; time < times; time += 1) {
      const at = minute + (random() < 0.5 ? 0 : Math.floor(random() * 5 * 60) * 1000);
      if (at < outage[0] || at >= outage[1]) ticks.push({ at, isKilled: random() < 0.01 });
    }
  }
  return ticks.sort((one, other) => one.at - other.at);
}

function firstTick(ticks: readonly Tick[], at: number): number {
  let [low, high] = [0, ticks.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ticks[middle]?.at ?? 0) < at) low = middle + 1;
    else high = middle;
  }
  return low;
}

test('in a year of lost, doubled and late ticks nothing runs twice, is lost or runs on another day', { timeout: 900_000 }, () => {
  const random = seededRandom(20_270_101);
  const outage = [Date.UTC(2027, 4, 12, 5), Date.UTC(2027, 4, 12, 9)] as const;
  const ticks = getTicks(random, outage);
  const active = { from: new Date(yearStart), until: new Date(yearEnd) };
  const counts = { tasks: 0, run: 0, missed: 0, derived: 0 };
  for (const zone of zones) {
    const clock = getClock(zone);
    for (let task = 0; task < 250; task += 1) {
      const trigger = someTrigger(random);
      const type: TaskType = pick(random, ['dataset', 'maintenance', 'capacity', 'delivery'] as const);
      const done = new Map<number, string>();
      let nextAt = nextRun(trigger, new Date(yearStart - 1), { zone, holidays }, active);
      for (let tick = nextAt ? firstTick(ticks, nextAt.getTime()) : ticks.length; nextAt && tick < ticks.length; tick += 1) {
        const now = ticks[tick];
        if (!now || now.at < nextAt.getTime()) {
          tick = firstTick(ticks, nextAt.getTime()) - 1;
          continue;
        }
        const claim = claimRuns({ type, trigger, active }, nextAt, new Date(now.at), { zone, holidays });
        // The rows have a unique key: a run that is there already isn't inserted again.
        for (const { dueAt, judgement } of claim.runs) if (!done.has(dueAt.getTime())) done.set(dueAt.getTime(), judgement);
        // Killed between the rows and the next time: the next tick finds the same occurrences due.
        if (!now.isKilled) nextAt = claim.nextAt;
      }
      const expected = expectedRuns(trigger, clock);
      expect(
        [...done.keys()].sort((one, other) => one - other),
        `${zone} ${JSON.stringify(trigger)}`,
      ).toEqual(expected);
      counts.tasks += 1;
      for (const [at, judgement] of done) {
        counts[judgement as 'run'] += 1;
        if (judgement !== 'run') expect(at, 'only what fell into the outage is late').toBeGreaterThanOrEqual(outage[0] - 60 * minuteMs);
        if (judgement !== 'run') expect(at).toBeLessThan(outage[1]);
        if (trigger.frequency === 'weekly') {
          const wall = wallClock(new Date(at), zone);
          // A time skipped at midnight belongs to the day before it was skipped.
          const days = [getWeekday(dayNumber(wall)), ...(wall.hours < 2 ? [getWeekday(dayNumber(wall) - 1)] : [])];
          expect(days.some((day) => trigger.days.includes(day))).toBe(true);
        }
      }
    }
  }
  expect(counts.tasks).toBe(2000);
  expect(counts.run).toBeGreaterThan(200_000);
  expect(counts.missed).toBeGreaterThan(0);
  expect(counts.derived).toBeGreaterThan(0);
});
