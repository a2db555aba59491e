import type { Language } from '../session/languages.ts';

/** Week day codes of the wire, Sunday first as `Date#getUTCDay` counts (Spec 9). */
export const WEEKDAYS = ['SUNDAY', 'MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** The code of a day as windows and shifts store it, 1 = Monday … 7 = Sunday. */
export const weekdayCode = (day: number): Weekday => WEEKDAYS[day % 7] ?? 'SUNDAY';
/** A code as it is stored, 1 = Monday … 7 = Sunday. */
export const weekdayNumber = (code: Weekday): number => WEEKDAYS.indexOf(code) || 7;

const WEEKDAYS_PT = ['dom', 'seg', 'ter', 'qua', 'qui', 'sex', 'sab'] as const;
const MONTHS_PT = ['jan', 'fev', 'mar', 'abr', 'mai', 'jun', 'jul', 'ago', 'set', 'out', 'nov', 'dez'] as const;

const isPortuguese = (language: Language) => language === 'pt-BR' || language === 'pt-PT';
const withoutDot = (text: string) => text.replace(/\.$/, '');

/** Names a week day in three letters or so; Portuguese uses the specification's forms (Spec 9: dom … sab). */
export function weekdayShort(language: Language, weekday: Weekday): string {
  const index = WEEKDAYS.indexOf(weekday);
  if (isPortuguese(language)) return WEEKDAYS_PT[index] ?? '';
  // 4 January 1970 was a Sunday.
  return withoutDot(new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' }).format((3 + index) * 86_400_000));
}

export function weekdayName(language: Language, weekday: Weekday): string {
  return new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' }).format((3 + WEEKDAYS.indexOf(weekday)) * 86_400_000);
}

/** Names month 1–12 in three letters; Portuguese uses the specification's forms (Spec 9: jan … dez). */
export function monthShort(language: Language, month: number): string {
  if (isPortuguese(language)) return MONTHS_PT[month - 1] ?? '';
  return withoutDot(new Intl.DateTimeFormat(language, { month: 'short', timeZone: 'UTC' }).format(Date.UTC(2026, month - 1, 1)));
}

export function monthName(language: Language, month: number): string {
  return new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' }).format(Date.UTC(2026, month - 1, 1));
}
