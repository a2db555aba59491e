import { WEEKDAYS, weekdayShort } from '../../../domain/format/calendar.ts';
import { formatLongDay, formatTime } from '../../../domain/format/date.ts';
import type { Language } from '../../../domain/session/languages.ts';
import type { ApiError } from '../../app/data/api-error.ts';
import { translate } from '../../i18n.ts';

type Window = { days: number[]; from: string; to: string };
const getName = (language: Language, day: number) => weekdayShort(language, WEEKDAYS[day % 7] ?? 'SUNDAY');

/** `1, 2, 3, 5` as `Mon–Wed, Fri`. */
function daysInWords(days: readonly number[], language: Language): string {
  const runs: number[][] = [];
  for (const day of days) {
    const run = runs.at(-1);
    if (run && run.at(-1) === day - 1) run.push(day);
    else runs.push([day]);
  }
  return runs
    .map((run) => {
      const names = run.map((day) => getName(language, day));
      return names.length > 2 ? `${names[0]}–${names.at(-1)}` : names.join(', ');
    })
    .join(', ');
}

/** A time of day in the notation of the language. */
const clock = (language: Language, time: string) => formatTime(language, new Date(`2026-01-01T${time}:00Z`), 'UTC');

/** The user's access hours and their next start, from the refusal; null if it has none. */
export function closedHours({ vars }: ApiError, language: Language): string | null {
  if (typeof vars?.hours !== 'string' || typeof vars.zone !== 'string') return null;
  const windows: Window[] = JSON.parse(vars.hours);
  const hours = windows
    .map(({ days, from, to }) => `${daysInWords(days, language)} ${clock(language, from)}–${clock(language, to)}`)
    .join('; ');
  if (typeof vars.opens !== 'string') return translate('own.hours.only', { hours });
  const at = new Date(vars.opens);
  return translate('own.hours.back', { hours, day: formatLongDay(language, at, vars.zone), time: formatTime(language, at, vars.zone) });
}
