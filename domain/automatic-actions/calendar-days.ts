import type { CivilDay } from '../format/date.ts';

/** A day of the calendar as days since 1 January 1970, so that days can be counted without a zone. */
export type DayNumber = number;

const dayMs = 86_400_000;

/** The number of a calendar day. A day beyond the month's end counts on into the next month, as `Date.UTC` does. */
export const dayNumber = ({ year, month, day }: CivilDay): DayNumber => Date.UTC(year, month - 1, day) / dayMs;

/** Year, month (1–12) and day of a day number. */
export function getMonthDay(day: DayNumber): CivilDay {
  const date = new Date(day * dayMs);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

/** The weekday of a day number: 1 = Monday … 7 = Sunday, as shifts and windows store it. */
export const getWeekday = (day: DayNumber): number => ((((day + 3) % 7) + 7) % 7) + 1;

/** The last day of a month (1–12). */
export const daysInMonth = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate();

/** A holiday of a business unit: a date, or a month and day of every year. */
export type Holiday = { day: string } | { month: number; monthDay: number };

/** Whether a day is a holiday, as one function of all of a unit's holidays. */
export function holidayTest(holidays: readonly Holiday[]): (day: DayNumber) => boolean {
  const dates = new Set(holidays.flatMap((one) => ('day' in one ? [dayNumber(readDate(one.day))] : [])));
  const yearly = new Set(holidays.flatMap((one) => ('day' in one ? [] : [one.month * 100 + one.monthDay])));
  return (day) => {
    const { month, day: monthDay } = getMonthDay(day);
    return dates.has(day) || yearly.has(month * 100 + monthDay);
  };
}

/** Reads `yyyy-mm-dd`; the caller has checked its form. */
export function readDate(text: string): CivilDay {
  const [year = 0, month = 1, day = 1] = text.split('-').map(Number);
  return { year, month, day };
}
