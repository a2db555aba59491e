import { useEffect, useState } from 'react';
import { session } from './session.ts';

/** Whole seconds left until an instant by the server's clock, which may be estimated up to a second ahead; never below 0. */
export function useSecondsLeft(until: string | null): number {
  const left = () => (until ? Math.max(0, Math.floor((Date.parse(until) - session.serverNow()) / 1000)) : 0);
  const [seconds, setSeconds] = useState(left);
  // Time is an external system to React.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `left` reads the instant alone.
  useEffect(() => {
    setSeconds(left());
    if (!until) return;
    const timer = setInterval(() => setSeconds(left()), 500);
    return () => clearInterval(timer);
  }, [until]);
  return seconds;
}

/** `24:10`, and `1:24:10` from an hour on. */
export function getClock(seconds: number): string {
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (value: number) => String(value).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}
