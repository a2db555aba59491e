import { capacityLimits } from '../../../domain/capacity/limits.ts';
import type { Waiting } from '../../../domain/capacity/waking-contract.ts';

/** How a wait stands: within the usual time, beyond it, or given up. */
export type Patience = 'usual' | 'longer' | 'over';

/** By the time that this page has waited, in milliseconds. */
export function patienceAfter(waitedMs: number): Patience {
  const minutes = waitedMs / 60_000;
  if (minutes >= capacityLimits.giveUpMinutes) return 'over';
  return minutes >= capacityLimits.longerMinutes ? 'longer' : 'usual';
}

type Waited = { state: Waiting['state']; since: number | null };

/** Since when a page waits for a start: from the first answer that says so. Nothing is waited for while it is closed. */
export const waitingSince = (before: Waited | undefined, state: Waiting['state'], now: number): number | null =>
  state === 'starting' ? (before?.since ?? now) : null;

/** Whether a page asks again: until its patience ends while it starts, and for as long as it is closed, because it opens by itself. */
export const asksAgain = (waited: Waited | undefined, now: number): boolean =>
  waited !== undefined && (waited.since === null || patienceAfter(now - waited.since) !== 'over');

const guessedSeconds = 60;
const knee = 0.9;

/**
 * How far a start is, 0–1: nine tenths at its usual time, then ever slower, so that the bar neither stands still nor pretends to be done.
 */
export function getProgress(seconds: number, usualSeconds: number | null): number {
  const usual = Math.max(usualSeconds ?? guessedSeconds, 1);
  const part = Math.max(seconds, 0) / usual;
  return part <= 1 ? knee * part : 1 - (1 - knee) * Math.exp(1 - part);
}

/** Minutes until an instant, as people count them: the last one lasts until it is over. */
export const minutesLeft = (until: string, now: number): number => Math.max(1, Math.ceil((Date.parse(until) - now) / 60_000));

/** Reopening at most so often within so many milliseconds: a report that fails although its capacity runs isn't opened in a circle. */
const reopenings = { most: 3, withinMs: 120_000 } as const;

const reopened = new Map<string, number[]>();

/** Whether a report may be opened again by itself now; counts it if so. */
export function mayReopen(reportId: string, now: number): boolean {
  const recent = (reopened.get(reportId) ?? []).filter((at) => now - at < reopenings.withinMs);
  if (recent.length >= reopenings.most) return false;
  reopened.set(reportId, [...recent, now]);
  return true;
}
