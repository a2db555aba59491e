import { type WallClock, wallClock } from './date.ts';

// Occurrences of many triggers share their times, and reading a clock costs ten times as much as looking it up.
const clocks = new Map<string, WallClock>();
const maxClocks = 1_000;

/** `wallClock` for code that asks for the same minutes again and again. */
export function knownClock(at: Date, zone: string): Readonly<WallClock> {
  const key = `${Math.floor(at.getTime() / 60_000)} ${zone}`;
  const known = clocks.get(key);
  if (known) return known;
  if (clocks.size >= maxClocks) clocks.clear();
  const clock = wallClock(at, zone);
  clocks.set(key, clock);
  return clock;
}
