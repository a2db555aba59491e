import type { Profile } from '../access/profile.ts';
import { wallClock } from '../format/date.ts';
import { toInstant } from '../format/to-instant.ts';
import { isWithin, type Window } from '../playlists/windows.ts';
import { isTime } from '../validation/time.ts';
import { maxWindows } from './limits.ts';

/** When a user may sign in and work, on the business unit's clock; null = always (1 = Monday … 7 = Sunday). */
export type AccessHours = readonly Window[] | null;

export const hoursAllow = (hours: AccessHours, at: Date, zone: string): boolean => hours === null || isWithin([...hours], at, zone);

/** Windows as stored: each day once and in order; null where there are none, undefined where one is invalid. */
export function keptHours(windows: readonly Window[] | null | undefined): Window[] | null | undefined {
  if (!windows || windows.length === 0) return null;
  if (windows.length > maxWindows) return undefined;
  const kept = windows.map(({ days, from, to }) => ({ days: [...new Set(days)].sort((a, b) => a - b), from, to }));
  const isWhole = kept.every(
    ({ days, from, to }) => days.length > 0 && days.every((day) => day >= 1 && day <= 7) && isTime(from) && isTime(to) && from !== to,
  );
  return isWhole ? kept : undefined;
}

/** Which users access hours apply to: not administrators, who must be able to sign in and fix them, nor help-desk agents (BEHAVIOUR 1). */
export const isBoundByHours = (profile: Profile, flags: readonly string[]): boolean => profile === 'user' && !flags.includes('support');

const dayMs = 86_400_000;

/** When hours that refuse this instant open again; null where none of their windows ever does. */
export function hoursOpen(hours: AccessHours, at: Date, zone: string): Date | null {
  if (hours === null) return null;
  // Noon is on the same calendar day however the clocks change.
  const today = wallClock(at, zone);
  const noon = Date.UTC(today.year, today.month - 1, today.day, 12);
  const openings = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((ahead) => {
    const date = new Date(noon + ahead * dayMs);
    const [year, month, day, weekday] = [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate(), date.getUTCDay() || 7];
    return hours
      .filter(({ days }) => days.includes(weekday))
      .map(({ from }) =>
        toInstant({ year, month, day, hours: Number(from.slice(0, 2)), minutes: Number(from.slice(3, 5)) }, zone).getTime(),
      );
  });
  const next = openings.filter((opening) => opening > at.getTime()).sort((one, other) => one - other)[0];
  return next === undefined ? null : new Date(next);
}

const minuteMs = 60_000;

/** When the hours that allow this instant end, if that is within so many minutes; otherwise null. */
export function hoursEnd(hours: AccessHours, at: Date, zone: string, minutes: number): Date | null {
  if (hours === null || !hoursAllow(hours, at, zone)) return null;
  const minute = Math.floor(at.getTime() / minuteMs);
  for (let ahead = 1; ahead <= minutes; ahead += 1) {
    const then = new Date((minute + ahead) * minuteMs);
    if (!hoursAllow(hours, then, zone)) return then;
  }
  return null;
}
