import { knownClock } from '../format/known-clock.ts';
import { toInstant } from '../format/to-instant.ts';
import { getMinutes } from '../validation/time.ts';
import { type DayNumber, dayNumber, daysInMonth, getMonthDay, getWeekday, type Holiday, holidayTest, readDate } from './calendar-days.ts';
import { taskLimits } from './limits.ts';

/** When a task runs, on its business unit's clock (Spec 3, Task: frequency, days, trigger time and periods). */
export type Trigger = {
  frequency: 'once' | 'daily' | 'weekly' | 'monthly';
  /** The date of a single run, `yyyy-mm-dd`; null for the others. */
  date: string | null;
  /** Weekdays of a weekly trigger, 1 = Monday … 7 = Sunday. */
  days: readonly number[];
  /** Day of a monthly trigger, 1–31; null for the others. */
  monthDay: number | null;
  /** What a month without that day does: its last day, or no run. */
  shortMonth: 'last' | 'skip';
  /** Moves a monthly run that isn't on a business day (Monday to Friday, no holiday) to the next or the previous one. */
  businessDay: 'none' | 'next' | 'previous';
  onHoliday: 'run' | 'skip';
} & ({ times: readonly string[]; everyMinutes: null } | { times: readonly []; everyMinutes: number; from: string; until: string });

/** The minutes of the day at which a trigger runs; a period ends with its last whole step at or before `until`. */
export function minutesOfDay(trigger: Trigger): number[] {
  if (trigger.everyMinutes === null) return [...new Set(trigger.times.map(getMinutes))].sort((one, other) => one - other);
  const [from, until] = [getMinutes(trigger.from), getMinutes(trigger.until)];
  const step = Math.max(trigger.everyMinutes, taskLimits.everyMinutes);
  return Array.from({ length: Math.max(0, Math.floor((until - from) / step) + 1) }, (_, index) => from + index * step);
}

// A shifted day of a month may lie before or after it by a long weekend with holidays around it.
const furthestShift = 14;

/** The days of one month on which a monthly trigger runs, shifted to business days; they may lie in the months beside it. */
function daysOfMonth(trigger: Trigger, year: number, month: number, isHoliday: (day: DayNumber) => boolean): DayNumber[] {
  const length = daysInMonth(year, month);
  const wanted = trigger.monthDay ?? 1;
  if (wanted > length && trigger.shortMonth === 'skip') return [];
  const day = dayNumber({ year, month, day: Math.min(wanted, length) });
  if (trigger.businessDay === 'none') return [day];
  const step = trigger.businessDay === 'next' ? 1 : -1;
  for (let shift = 0; shift <= furthestShift; shift += 1) {
    const candidate = day + shift * step;
    if (getWeekday(candidate) <= 5 && !isHoliday(candidate)) return [candidate];
  }
  return [];
}

/** Whether a trigger runs on a calendar day, before its times are looked at. */
function runsOn(trigger: Trigger, day: DayNumber, isHoliday: (day: DayNumber) => boolean): boolean {
  if (trigger.onHoliday === 'skip' && isHoliday(day)) return false;
  if (trigger.frequency === 'once') return trigger.date !== null && dayNumber(readDate(trigger.date)) === day;
  if (trigger.frequency === 'daily') return true;
  if (trigger.frequency === 'weekly') return trigger.days.includes(getWeekday(day));
  const { year, month } = getMonthDay(day);
  return [-1, 0, 1].some((offset) => {
    const { year: itsYear, month: itsMonth } = getMonthDay(dayNumber({ year, month: month + offset, day: 1 }));
    return daysOfMonth(trigger, itsYear, itsMonth, isHoliday).includes(day);
  });
}

export type Calendar = { zone: string; holidays: readonly Holiday[] };
/** When a task is active; a run is due at or after `from` and before `until`. */
export type ActiveTime = { from: Date; until: Date };

// Where a year and a month bring no run, none comes: holidays repeat, and so do short months.
const furthestDays = 400;

/**
 * The next runs of a trigger after an instant, at most `count`, in order. The zone's clock decides: a time that is skipped in spring runs
 * at the first one after it, a time that occurs twice in autumn runs once, and the weekday is the zone's (BEHAVIOUR 1).
 */
export function nextRuns(trigger: Trigger, after: Date, calendar: Calendar, active: ActiveTime, count: number): Date[] {
  const isHoliday = holidayTest(calendar.holidays);
  const minutes = minutesOfDay(trigger);
  const start = new Date(Math.max(after.getTime(), active.from.getTime() - 1));
  const wall = knownClock(start, calendar.zone);
  const first = dayNumber(wall);
  const last = trigger.date === null ? first + furthestDays : dayNumber(readDate(trigger.date));
  const runs: Date[] = [];
  for (let day = first; day <= last && runs.length < count; day += 1) {
    if (!runsOn(trigger, day, isHoliday)) continue;
    for (const minute of minutes) {
      // What the clock shows now, or showed before, has had its first occurrence.
      if (day === first && minute <= wall.hours * 60 + wall.minutes) continue;
      const at = toInstant({ ...getMonthDay(day), hours: Math.floor(minute / 60), minutes: minute % 60 }, calendar.zone);
      if (at >= active.until) return runs;
      const previous = runs.at(-1) ?? start;
      if (at > previous) runs.push(at);
      if (runs.length === count) return runs;
    }
  }
  return runs;
}

/** The next run of a trigger after an instant; null when there is none any more. */
export const nextRun = (trigger: Trigger, after: Date, calendar: Calendar, active: ActiveTime): Date | null =>
  nextRuns(trigger, after, calendar, active, 1)[0] ?? null;
