import type { Language } from '../session/languages.ts';

/** A model's value that is a calendar month (`2026-11`), as reports write it (nov. 2026); any other value is unchanged. */
export function monthOrValue(language: Language, value: string): string {
  if (!/^\d{4}-(?:0[1-9]|1[0-2])$/.test(value)) return value;
  const short = new Intl.DateTimeFormat(language, { month: 'short', timeZone: 'UTC' }).format(new Date(`${value}-01T00:00:00Z`));
  return `${short} ${value.slice(0, 4)}`;
}
