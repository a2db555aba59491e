import type { Language } from '../session/languages.ts';
import { formatTime } from './date.ts';

/** Writes a stored clock time, `08:05`, in the language's format: 08:05 or 8:05 AM. What is no whole time yet stays as it is. */
export function formatClock(language: Language, time: string): string {
  const [, hours, minutes] = /^(\d{1,2}):(\d\d)$/.exec(time) ?? [];
  return hours ? formatTime(language, new Date(Date.UTC(1970, 0, 1, Number(hours), Number(minutes))), 'UTC') : time;
}

/** A clock time as it is spoken: 7h and 7h30 in Portuguese, 7:00 and 7:30 in Spanish, 7:00 AM and 7:30 AM in English. */
export function clockWords(language: Language, time: string): string {
  if (language === 'en-US') return formatClock(language, time);
  const [hours = '0', minutes = '00'] = time.split(':');
  const hour = String(Number(hours));
  if (language === 'es') return `${hour}:${minutes}`;
  return minutes === '00' ? `${hour}h` : `${hour}h${minutes}`;
}

/** A span of clock times in little room: 7h–20h30, 7:00–20:30, 7 AM–8:30 PM, 7–8:30 AM. */
export function clockSpan(language: Language, from: string, until: string): string {
  if (language !== 'en-US') return `${clockWords(language, from)}–${clockWords(language, until)}`;
  const [start, end] = [from, until].map((time) => formatClock(language, time).replace(':00', '').replace(/\s/g, ' '));
  const half = end?.slice(-3) ?? '';
  const isSameHalf = from < until && start?.endsWith(half);
  return `${isSameHalf ? start?.slice(0, -3) : start}–${end}`;
}
