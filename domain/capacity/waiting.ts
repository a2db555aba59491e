import type { Holiday } from '../automatic-actions/calendar-days.ts';
import { mayWake, type ObservedState, opensAt, type StoredOverride } from './desired.ts';
import { type Shift, windowsAround } from './shifts.ts';

/** What decides how far a paused capacity is for one person; null times where they aren't known. */
export type WaitFacts = {
  state: ObservedState;
  observedAt: Date | null;
  /** When Azure was asked to start it; null where it wasn't. */
  startingAt: Date | null;
  problem: string | null;
  /** The rule that keeps it paused, and until when. */
  reason: string | null;
  reasonUntil: Date | null;
  override: StoredOverride | null;
  followShifts: boolean;
  wakeOutside: boolean;
  wakeBy: 'everyone' | 'flagged';
  /** The owner's, in its zone. */
  shifts: readonly Shift[];
  holidays: readonly Holiday[];
  zone: string;
  /** Administers the unit or has the flag `wake`. */
  isFlagged: boolean;
  /** When this person began to wait; null where they don't. */
  askedAt: Date | null;
};

type WaitState = 'running' | 'starting' | 'closed' | 'not_allowed' | 'failed';
export type Wait = {
  state: WaitState;
  opensAt: Date | null;
  /** Whether this person's waiting starts it, or keeps what starts it. */
  wakes: boolean;
};

// What the reconciler prefers to people who wait (desiredState): waking would change nothing.
const strongerThanWaiting: readonly (string | null)[] = ['budget', 'maintenance'];

function stateFor(facts: WaitFacts, isAllowed: boolean, isOpen: boolean): WaitState {
  const { state, observedAt, askedAt } = facts;
  const isSeenSince = askedAt === null || (observedAt !== null && observedAt > askedAt);
  if (state === 'running' || state === 'resizing') return isSeenSince ? 'running' : 'starting';
  if (state === 'starting' || facts.startingAt !== null) return 'starting';
  if (!isAllowed) return 'not_allowed';
  if (!isOpen) return 'closed';
  const hasFailed = (isSeenSince && (state === 'failed' || facts.problem !== null)) || (state === 'unknown' && facts.problem !== null);
  return askedAt !== null && hasFailed ? 'failed' : 'starting';
}

/**
 * Whether a person reads, waits, may not wake it, or finds it closed, and when it next opens by itself (BEHAVIOUR 2). A capacity that was
 * seen running before the person began to wait isn't running for them: their report has just failed.
 */
export function waitOf(facts: WaitFacts, now: Date): Wait {
  const { zone, holidays, override, reason, reasonUntil, followShifts, wakeOutside } = facts;
  const windows = followShifts ? windowsAround(facts.shifts, now, { zone, holidays }) : [];
  const isStopped = strongerThanWaiting.includes(reason);
  const isHeld = override !== null && override.state === 'paused' && new Date(override.until) > now;
  const isOpen = mayWake({ rules: { followShifts, wakeOutside }, windows, now }) && !isStopped && !isHeld;
  const isAllowed = facts.wakeBy === 'everyone' || facts.isFlagged;
  const state = stateFor(facts, isAllowed, isOpen);
  return { state, opensAt: isStopped ? reasonUntil : opensAt({ windows, now }), wakes: isOpen && isAllowed };
}

/** The median of the seconds that the last starts took; null without any. */
export function usualSeconds(starts: readonly number[]): number | null {
  const sorted = [...starts].sort((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  const [low, high] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[middle]];
  return low === undefined || high === undefined ? null : Math.round((low + high) / 2);
}
