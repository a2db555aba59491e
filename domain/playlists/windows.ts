import { wallClock } from '../format/date.ts';
import { getMinutes } from '../validation/time.ts';

/** When an item plays: on these days (1 = Monday … 7 = Sunday) from `from` until `to`, on the business unit's clock. */
export type Window = { days: number[]; from: string; to: string };

export const weekdays = [1, 2, 3, 4, 5, 6, 7] as const;

/** Whether an item plays now. Without windows it always does; an end at or before the start means the next day. */
export function isWithin(windows: readonly Window[], at: Date, zone: string): boolean {
  if (windows.length === 0) return true;
  const { hours, minutes, weekday } = wallClock(at, zone);
  const today = weekday === 0 ? 7 : weekday;
  const yesterday = today === 1 ? 7 : today - 1;
  const now = hours * 60 + minutes;
  return windows.some(({ days, from, to }) => {
    const [start, end] = [getMinutes(from), getMinutes(to)];
    if (start < end) return days.includes(today) && now >= start && now < end;
    return (days.includes(today) && now >= start) || (days.includes(yesterday) && now < end);
  });
}
