import { compareDays, type Day, parseDay } from './day.ts';
import { type Clock, parseTime } from './time.ts';

export type WallMoment = { day: Day; clock: Clock };
export type MomentProblem = 'invalid' | 'past';

/** Checks a date and a time given apart, as forms do (Spec 5, Date helper); `now` makes the past a problem, to the minute. */
export function momentProblem(day: string, time: string, now?: WallMoment): MomentProblem | null {
  const [parsedDay, parsedClock] = [parseDay(day), parseTime(time)];
  if (!parsedDay || !parsedClock) return 'invalid';
  if (!now) return null;
  const days = compareDays(parsedDay, now.day);
  const minutes = parsedClock.hours * 60 + parsedClock.minutes - (now.clock.hours * 60 + now.clock.minutes);
  return days < 0 || (days === 0 && minutes < 0) ? 'past' : null;
}
