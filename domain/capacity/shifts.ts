import { type DayNumber, dayNumber, getMonthDay, getWeekday, type Holiday, holidayTest } from '../automatic-actions/calendar-days.ts';
import { wallClock } from '../format/date.ts';
import { toInstant } from '../format/to-instant.ts';
import { getMinutes } from '../validation/time.ts';

/** A weekly window of a capacity (Spec 3, Shift). `ends` at or before `starts` means the next day; holidays count as Sundays. */
export type Shift = {
  id: string;
  name: string;
  /** 1 = Monday … 7 = Sunday. */
  days: readonly number[];
  starts: string;
  ends: string;
  /** Keeps the capacity on for the whole window. */
  autoActivate: boolean;
  /** Pauses it when idle: within a window that doesn't keep it on, and after the window's end. */
  autoPause: boolean;
  /** Its own idle minutes; null takes the capacity's. */
  idleMinutes: number | null;
  /** A shift that isn't used is kept and does nothing. */
  useSchedule: boolean;
  /** Null takes the capacity's base size. */
  size: string | null;
};

/** One occurrence of a shift, from `start` (included) to `end` (excluded). */
export type ShiftWindow = { shift: Shift; start: Date; end: Date };

export type ShiftCalendar = { zone: string; holidays: readonly Holiday[] };

const dayMinutes = 1440;
const weekMinutes = 7 * dayMinutes;

const at = (day: DayNumber, minutes: number, zone: string): Date =>
  toInstant({ ...getMonthDay(day), hours: Math.floor(minutes / 60), minutes: minutes % 60 }, zone);

/**
 * The windows of all used shifts from eight days before an instant's day to eight days after it, by start: a weekly shift that ended holds
 * until it begins again.
 */
export function windowsAround(shifts: readonly Shift[], now: Date, { zone, holidays }: ShiftCalendar): ShiftWindow[] {
  const isHoliday = holidayTest(holidays);
  const today = dayNumber(wallClock(now, zone));
  const windows: ShiftWindow[] = [];
  for (let day = today - 8; day <= today + 8; day += 1) {
    const weekday = isHoliday(day) ? 7 : getWeekday(day);
    for (const shift of shifts) {
      if (!shift.useSchedule || !shift.days.includes(weekday)) continue;
      const [starts, ends] = [getMinutes(shift.starts), getMinutes(shift.ends)];
      const start = at(day, starts, zone);
      const end = at(ends <= starts ? day + 1 : day, ends, zone);
      // A window that lies in the hour that spring skips has no length.
      if (start < end) windows.push({ shift, start, end });
    }
  }
  return windows.sort((one, other) => one.start.getTime() - other.start.getTime());
}

/** The window that holds at an instant; where a holiday makes two meet, the one that began last. */
export const windowAt = (windows: readonly ShiftWindow[], now: Date): ShiftWindow | null =>
  windows.findLast(({ start, end }) => start <= now && now < end) ?? null;

/** The window that ended last. */
export const endedBefore = (windows: readonly ShiftWindow[], now: Date): ShiftWindow | null =>
  windows
    .filter(({ end }) => end <= now)
    .sort((one, other) => one.end.getTime() - other.end.getTime())
    .at(-1) ?? null;

/** The next instant at which a window begins or ends. */
export function nextBoundary(windows: readonly ShiftWindow[], now: Date): Date | null {
  const later = windows.flatMap(({ start, end }) => [start, end]).filter((instant) => instant > now);
  return later.sort((one, other) => one.getTime() - other.getTime())[0] ?? null;
}

/** When a capacity next opens by itself: the start of the next window that keeps it on. */
export const nextOpening = (windows: readonly ShiftWindow[], now: Date): Date | null =>
  windows.find(({ shift, start }) => shift.autoActivate && start > now)?.start ?? null;

const spans = ({ days, starts, ends }: Shift): [number, number][] =>
  days.flatMap((day) => {
    const start = (day - 1) * dayMinutes + getMinutes(starts);
    const length = (getMinutes(ends) - getMinutes(starts) + dayMinutes) % dayMinutes || dayMinutes;
    const end = start + length;
    return end <= weekMinutes
      ? [[start, end] as [number, number]]
      : [[start, weekMinutes] as [number, number], [0, end - weekMinutes] as [number, number]];
  });

const isSameAction = (one: Shift, other: Shift) =>
  one.autoActivate === other.autoActivate &&
  one.autoPause === other.autoPause &&
  one.size === other.size &&
  one.idleMinutes === other.idleMinutes;

/** The first of the other shifts that would want something else at the same time; shifts that do the same may overlap (BEHAVIOUR 1). */
export function conflictingShift(shift: Shift, others: readonly Shift[]): Shift | null {
  const own = spans(shift);
  const meets = (other: Shift) => spans(other).some(([from, to]) => own.some(([start, end]) => start < to && from < end));
  return others.find((other) => other.id !== shift.id && meets(other) && !isSameAction(shift, other)) ?? null;
}
