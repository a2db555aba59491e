import type { Language } from '../session/languages.ts';

export type CivilDay = { year: number; month: number; day: number };

const two = (value: number) => String(value).padStart(2, '0');

/** DD/MM/YYYY is the default (Spec 9); American English puts the month first, or 03/04 would be read as the fourth of March. */
export const isMonthFirst = (language: string): boolean => language === 'en-US';

/** Writes a civil day in the language's order: 20/11/2026, or 11/20/2026 in en-US. */
export function formatDay(language: Language, { year, month, day }: CivilDay): string {
  const start = isMonthFirst(language) ? `${two(month)}/${two(day)}` : `${two(day)}/${two(month)}`;
  return `${start}/${String(year).padStart(4, '0')}`;
}

/** Writes `yyyy-mm-dd` in the language's order; another text stays as it is. */
export const formatIsoDay = (language: Language, day: string): string =>
  day.replace(/^(\d{4})-(\d\d)-(\d\d)$/, isMonthFirst(language) ? '$2/$3/$1' : '$3/$2/$1');

/** Reads a day in the language's order into the wire's `yyyy/mm/dd`; null when the shape is wrong. `parseDay` checks the calendar. */
export function dayToWire(language: Language, text: string): string | null {
  const [, first, second, year] = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(text.trim()) ?? [];
  if (!year) return null;
  return isMonthFirst(language) ? `${year}/${first}/${second}` : `${year}/${second}/${first}`;
}

/** What stands in a day's field as `yyyy-mm-dd`; what is no whole day yet stays as it was typed. */
export const typedDay = (language: Language, text: string): string => dayToWire(language, text)?.replaceAll('/', '-') ?? text;

export type WallClock = CivilDay & { hours: number; minutes: number; weekday: number };

// Creating a formatter costs a hundred times as much as using it, and a list writes the same zone in every row.
const formatters = new Map<string, Intl.DateTimeFormat>();

function getFormatter(purpose: string, locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${purpose} ${locale} ${options.timeZone}`;
  const known = formatters.get(key) ?? new Intl.DateTimeFormat(locale, options);
  formatters.set(key, known);
  return known;
}

/** The calendar day and clock time of an instant in a zone; weekday 0 is Sunday. */
export function wallClock(at: Date, zone: string): WallClock {
  const parts = getFormatter('clock', 'en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  }).formatToParts(at);
  const read = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((part) => part.type === type)?.value);
  const [year, month, day] = [read('year'), read('month'), read('day')];
  return { year, month, day, hours: read('hour'), minutes: read('minute'), weekday: new Date(Date.UTC(year, month - 1, day)).getUTCDay() };
}

/** Writes the day of an instant in a zone, in the language's order. */
export function formatDate(language: Language, at: Date, zone: string): string {
  return formatDay(language, wallClock(at, zone));
}

/** Writes the clock time of an instant in a zone in the language's format: 08:05 or 8:05 AM. */
export function formatTime(language: Language, at: Date, zone: string): string {
  const hour = language === 'en-US' ? 'numeric' : '2-digit';
  return getFormatter('time', language, { timeZone: zone, hour, minute: '2-digit' }).format(at);
}

/** Writes the day and time of an instant in a zone: 20/11/2026 09:14, or 11/20/2026 9:14 AM. */
export function formatDateTime(language: Language, at: Date, zone: string): string {
  return `${formatDate(language, at, zone)} ${formatTime(language, at, zone)}`;
}

/** Writes a day in words, with its week day: sexta-feira, 20 de novembro. */
export function formatLongDay(language: Language, at: Date, zone: string): string {
  return getFormatter('day', language, { timeZone: zone, weekday: 'long', day: 'numeric', month: 'long' }).format(at);
}

/** A month of the calendar (`yyyy-mm`) in words. */
export const formatMonth = (language: Language, month: string): string =>
  getFormatter('month', language, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(new Date(`${month}-01T00:00:00Z`));
