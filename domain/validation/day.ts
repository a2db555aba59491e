/** A civil date without a zone. */
export type Day = { year: number; month: number; day: number };

function isLeapYear(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
}

function daysInMonth(year: number, month: number): number {
  if (month === 2) return isLeapYear(year) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

/** Reads `yyyy/mm/dd` (Spec 5); null when the shape or the range is wrong. */
export function parseDay(text: string): Day | null {
  const match = /^(\d{4})\/(\d{2})\/(\d{2})$/.exec(text);
  if (!match) return null;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  if (year < 1 || month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return null;
  return { year, month, day };
}

export function isDay(text: string): boolean {
  return parseDay(text) !== null;
}

export function compareDays(one: Day, other: Day): number {
  return one.year - other.year || one.month - other.month || one.day - other.day;
}

export type DayProblem = 'invalid' | 'past';

/** Checks a date; with `today` given, a day before it is refused and today itself is not. */
export function dayProblem(text: string, today?: Day): DayProblem | null {
  const day = parseDay(text);
  if (!day) return 'invalid';
  return today && compareDays(day, today) < 0 ? 'past' : null;
}
