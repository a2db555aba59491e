import { isWithin, type Window } from '../playlists/windows.ts';
import { isTime } from '../validation/time.ts';
import { mostWindows } from './limits.ts';

/** When a person may sign in and work, by the wall clock of the business unit; null = always (1 = Monday … 7 = Sunday). */
export type AccessHours = readonly Window[] | null;

export const hoursAllow = (hours: AccessHours, at: Date, zone: string): boolean => hours === null || isWithin([...hours], at, zone);

/** Windows as they are kept: each day once and in order; null where they are none, undefined where one says nothing. */
export function keptHours(windows: readonly Window[] | null | undefined): Window[] | null | undefined {
  if (!windows || windows.length === 0) return null;
  if (windows.length > mostWindows) return undefined;
  const kept = windows.map(({ days, from, to }) => ({ days: [...new Set(days)].sort((a, b) => a - b), from, to }));
  const isWhole = kept.every(
    ({ days, from, to }) => days.length > 0 && days.every((day) => day >= 1 && day <= 7) && isTime(from) && isTime(to) && from !== to,
  );
  return isWhole ? kept : undefined;
}
