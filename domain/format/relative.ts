import type { Language } from '../session/languages.ts';
import { formatDate, formatTime, wallClock } from './date.ts';

const MINUTE = 60_000;

function dayNumber(at: Date, zone: string): number {
  const { year, month, day } = wallClock(at, zone);
  return Date.UTC(year, month - 1, day) / 86_400_000;
}

// Created once per language: creating one costs a hundred times as much as using it.
const made = new Map<Language, Intl.RelativeTimeFormat>();

function getWords(language: Language): Intl.RelativeTimeFormat {
  const words = made.get(language) ?? new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'short' });
  made.set(language, words);
  return words;
}

/**
 * When something happened, as short as it can be while exact: "agora", "há 12 min", "hoje, 06:10", "ontem", then the date. It counts
 * minutes under an hour; beyond that the calendar of the zone decides. Future instants read the same way.
 */
export function formatWhen(language: Language, at: Date, now: Date, zone: string): string {
  const words = getWords(language);
  const minutes = Math.round((at.getTime() - now.getTime()) / MINUTE);
  if (minutes === 0) return words.format(0, 'second');
  if (Math.abs(minutes) < 60) return words.format(minutes, 'minute').replace(/(\p{L})\.$/u, '$1');
  const days = dayNumber(at, zone) - dayNumber(now, zone);
  if (days === 0) return `${words.format(0, 'day')}, ${formatTime(language, at, zone)}`;
  if (Math.abs(days) === 1) return words.format(days, 'day');
  return formatDate(language, at, zone);
}

/** When something will happen, always with the time: "hoje, 18:00", "amanhã, 18:00", then day and time. */
export function formatMoment(language: Language, at: Date, now: Date, zone: string): string {
  const days = dayNumber(at, zone) - dayNumber(now, zone);
  const day = days === 0 || days === 1 ? getWords(language).format(days, 'day') : formatDate(language, at, zone);
  return `${day}, ${formatTime(language, at, zone)}`;
}

/** Beginning and end of a span; the end names its day only where it differs. */
export function formatSpan(language: Language, from: Date, until: Date, now: Date, zone: string): { from: string; until: string } {
  const sameDay = dayNumber(from, zone) === dayNumber(until, zone);
  return {
    from: formatMoment(language, from, now, zone),
    until: sameDay ? formatTime(language, until, zone) : formatMoment(language, until, now, zone),
  };
}

/** Writes a span of seconds for a countdown: 24:10, or 1:04:10 beyond an hour. */
export function formatCountdown(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60), whole % 60];
  const tail = String(rest).padStart(2, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${tail}` : `${minutes}:${tail}`;
}
