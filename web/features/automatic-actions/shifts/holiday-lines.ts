import type { HolidayFields } from '../../../../domain/automatic-actions/contract.ts';
import { taskLimits } from '../../../../domain/automatic-actions/limits.ts';
import { type Country, nationalHolidays } from '../../../../domain/automatic-actions/national-holidays.ts';
import { formatIsoDay, isMonthFirst } from '../../../../domain/format/date.ts';
import type { Language } from '../../../../domain/session/languages.ts';
import { isDay } from '../../../../domain/validation/day.ts';

const longest = 80;
const two = (text: string | number) => String(text).padStart(2, '0');
const leapYear = '2024';

/** The date of a holiday as the language writes it: 25/12/2026, or 25/12 for one of every year. */
export const holidayDate = (language: Language, { day, month, monthDay }: HolidayFields): string =>
  formatIsoDay(language, day ?? `${leapYear}-${two(month ?? 1)}-${two(monthDay ?? 1)}`).slice(0, day ? undefined : 5);

const sortKey = ({ day, month, monthDay }: HolidayFields) => (day ? `1 ${day}` : `0 ${two(month ?? 1)}-${two(monthDay ?? 1)}`);

/** Yearly holidays first, then the dates in order. */
export const inOrder = (items: readonly HolidayFields[]): HolidayFields[] =>
  [...items].sort((one, other) => sortKey(one).localeCompare(sortKey(other)));

const isSameDay = (one: HolidayFields, other: HolidayFields) => sortKey(one) === sortKey(other);

/** Both lists; a day that is there already keeps its name. */
export function together(items: readonly HolidayFields[], added: readonly HolidayFields[]): HolidayFields[] {
  const all = [...items];
  for (const one of added) if (!all.some((known) => isSameDay(known, one))) all.push(one);
  return inOrder(all).slice(0, taskLimits.holidays);
}

const isoShape = /^(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2})\b/;
const dayFirst = [/^(?<day>\d{1,2})[/.](?<month>\d{1,2})[/.](?<year>\d{4})\b/, /^(?<day>\d{1,2})[/.](?<month>\d{1,2})(?![/.\d])/] as const;
const monthFirst = [
  /^(?<month>\d{1,2})[/.](?<day>\d{1,2})[/.](?<year>\d{4})\b/,
  /^(?<month>\d{1,2})[/.](?<day>\d{1,2})(?![/.\d])/,
] as const;

function getHoliday(language: Language, line: string): HolidayFields | null {
  for (const shape of [isoShape, ...(isMonthFirst(language) ? monthFirst : dayFirst)]) {
    const match = shape.exec(line);
    if (!match?.groups) continue;
    const { year, month = '', day = '' } = match.groups;
    if (!isDay(`${year ?? leapYear}/${two(month)}/${two(day)}`)) return null;
    const name = line
      .slice(match[0].length)
      .replace(/^[\s;,:–-]+/, '')
      .trim()
      .slice(0, longest);
    if (!name) return null;
    return year
      ? { name, day: `${year}-${two(month)}-${two(day)}`, month: null, monthDay: null }
      : { name, day: null, month: Number(month), monthDay: Number(day) };
  }
  return null;
}

/**
 * Reads pasted lines: `25/12 Natal` for every year, `25/12/2026 Natal` or `2026-12-25; Natal` for one, with the month first in en-US;
 * `wrong` are lines without a date or a name.
 */
export function holidaysFromLines(language: Language, text: string): { items: HolidayFields[]; wrong: string[] } {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  const read = lines.filter(Boolean).map((line) => ({ line, holiday: getHoliday(language, line) }));
  return {
    items: read.flatMap(({ holiday }) => (holiday ? [holiday] : [])),
    wrong: read.flatMap(({ line, holiday }) => (holiday ? [] : [line])),
  };
}

/** The national holidays of a year, as a unit keeps them. */
export const ofCountry = (country: Country, year: number): HolidayFields[] =>
  nationalHolidays(country, year).map(({ day, name }) => ({ name, day, month: null, monthDay: null }));
