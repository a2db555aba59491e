import type { WallClock } from './date.ts';
import { knownClock } from './known-clock.ts';

export type WallTime = Pick<WallClock, 'year' | 'month' | 'day' | 'hours' | 'minutes'>;

const asUtc = ({ year, month, day, hours, minutes }: WallTime) => Date.UTC(year, month - 1, day, hours, minutes);

/**
 * The instant at which clocks in a zone show this day and time: the wall clock wins (BEHAVIOUR 1). A time skipped in spring is the first
 * one after the gap; a time that occurs twice in autumn is its first occurrence.
 */
export function toInstant(wall: WallTime, zone: string): Date {
  const wanted = asUtc(wall);
  const shownAt = (at: number) => asUtc(knownClock(new Date(at), zone));
  // Only the offsets of the day before and the day after can be in force on the day itself; the larger one comes first.
  const day = 86_400_000;
  const offsets = [...new Set([shownAt(wanted - day) - (wanted - day), shownAt(wanted + day) - (wanted + day)])].sort((a, b) => b - a);
  const candidates = offsets.map((offset) => wanted - offset);
  const exact = candidates.find((at) => shownAt(at) === wanted);
  if (exact !== undefined) return new Date(exact);
  return new Date(firstAfterGap(Math.min(...candidates), Math.max(...candidates), wanted, shownAt));
}

function firstAfterGap(from: number, to: number, wanted: number, shownAt: (at: number) => number): number {
  let [low, high] = [from, to];
  while (high - low > 60_000) {
    const middle = Math.floor((low + high) / 2 / 60_000) * 60_000;
    if (shownAt(middle) >= wanted) high = middle;
    else low = middle;
  }
  return high;
}
