import { formatClock } from '../../../domain/format/clock.ts';
import { formatDate } from '../../../domain/format/date.ts';
import { formatNumber } from '../../../domain/format/number.ts';
import type { Language } from '../../../domain/session/languages.ts';
import type { Bar } from '../../ui/DayBars.tsx';

/** A duration, "3 h 20 min", with units in the notation of the language. */
export function durationWords(language: Language, seconds: number): string {
  const unit = (value: number, name: 'hour' | 'minute') =>
    new Intl.NumberFormat(language, { style: 'unit', unit: name, unitDisplay: 'short', maximumFractionDigits: 0 }).format(value);
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return unit(minutes, 'minute');
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  return rest === 0 || hours >= 100 ? unit(hours, 'hour') : `${unit(hours, 'hour')} ${unit(rest, 'minute')}`;
}

/** The bars of a period, one per day: the short label has day and month, the long one the year too. */
export const dayBars = (language: Language, days: readonly { day: string; views: number }[]): Bar[] =>
  days.map(({ day, views }) => {
    const label = formatDate(language, new Date(`${day}T12:00:00Z`), 'UTC');
    return { id: day, label, short: label.slice(0, 5), value: views, said: `${label}: ${formatNumber(language, views)}` };
  });

export const hourBars = (language: Language, hours: readonly number[]): Bar[] =>
  hours.map((value, hour) => {
    const label = formatClock(language, `${hour}:00`);
    return { id: String(hour), label, short: label, value, said: `${label}: ${formatNumber(language, value)}` };
  });
