import { compareDays, type Day, isDay, parseDay } from './day.ts';
import { type Clock, parseTime } from './time.ts';

export type WallMoment = { day: Day; clock: Clock };
export type MomentProblem = 'invalid' | 'past';

/** Checks a date and a time given separately, as in forms (Spec 5, Date helper); `now` makes the past an error, to the minute. */
export function momentProblem(day: string, time: string, now?: WallMoment): MomentProblem | null {
  const [parsedDay, parsedClock] = [parseDay(day), parseTime(time)];
  if (!parsedDay || !parsedClock) return 'invalid';
  if (!now) return null;
  const days = compareDays(parsedDay, now.day);
  const minutes = parsedClock.hours * 60 + parsedClock.minutes - (now.clock.hours * 60 + now.clock.minutes);
  return days < 0 || (days === 0 && minutes < 0) ? 'past' : null;
}

const INSTANT = /^(2\d{3}-\d\d-\d\d)T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,6})?)?(?:Z|[+-](?:0\d|1[0-4]):[0-5]\d)$/;

/**
 * Whether a text is an ISO 8601 instant of an existing day, 2000–2999: `2026-02-31` is invalid, though JavaScript takes it for the third of
 * March.
 */
export function isInstant(text: string): boolean {
  return isDay((INSTANT.exec(text)?.[1] ?? '').replaceAll('-', '/'));
}
