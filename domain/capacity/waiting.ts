import type { Holiday } from '../automatic-actions/calendar-days.ts';
import { mayWake, type ObservedState, opensAt, type StoredOverride } from './desired.ts';
import type { CapacityProblem } from './rules.ts';
import { type Shift, type ShiftWindow, windowAt, windowsAround } from './shifts.ts';

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
export const holders = ['person', 'task', 'external', 'budget', 'maintenance'] as const;
/** What keeps a capacity paused although people wait for it; `until` null where its end isn't known. */
type Hold = { by: (typeof holders)[number]; until: Date | null };
export type Wait = {
  state: WaitState;
  held: Hold | null;
  opensAt: Date | null;
  /** Whether this person's waiting starts it, or keeps what starts it. */
  wakes: boolean;
};

// What the reconciler prefers to people who wait (desiredState): waking would change nothing.
function getHold({ reason, reasonUntil, override }: WaitFacts, now: Date): Hold | null {
  if (reason === 'budget' || reason === 'maintenance') return { by: reason, until: reasonUntil };
  const until = override?.state === 'paused' ? new Date(override.until) : null;
  return override && until && until > now ? { by: override.by, until } : null;
}

/** The next opening by the shifts, not before a hold has ended; a shift that runs when it ends goes on then. */
function openingAfter(windows: readonly ShiftWindow[], now: Date, held: Hold | null): Date | null {
  const from = held?.until ?? now;
  const inside = held?.until ? windowAt(windows, from) : null;
  return inside?.shift.autoActivate ? from : opensAt({ windows, now: from });
}

// What doesn't pass by itself. Anything else is asked for again, so the page goes on waiting.
const lasting: readonly (string | null)[] = [
  'forbidden',
  'unauthorized',
  'not_found',
  'account_disabled',
  'failed',
] satisfies CapacityProblem[];

function stateFor(facts: WaitFacts, isHeld: boolean, isAllowed: boolean, isOpen: boolean): WaitState {
  const { state, observedAt, askedAt } = facts;
  const isSeenSince = askedAt === null || (observedAt !== null && observedAt > askedAt);
  if ((state === 'running' || state === 'resizing') && isSeenSince) return 'running';
  // A start that is under way ends in the pause that holds.
  if (isHeld) return 'closed';
  if (state === 'running' || state === 'resizing') return 'starting';
  if (state === 'starting' || facts.startingAt !== null) return 'starting';
  if (!isAllowed) return 'not_allowed';
  if (!isOpen) return 'closed';
  const isLasting = lasting.includes(facts.problem);
  const hasFailed = (isSeenSince && (state === 'failed' || isLasting)) || (state === 'unknown' && isLasting);
  return askedAt !== null && hasFailed ? 'failed' : 'starting';
}

/**
 * Whether a person reads, waits, may not wake it, or finds it closed, what holds it, and when it next opens by itself (BEHAVIOUR 2). A
 * capacity that was seen running before the person began to wait isn't running for them: their report has just failed.
 */
export function getWait(facts: WaitFacts, now: Date): Wait {
  const { zone, holidays, followShifts, wakeOutside } = facts;
  const windows = followShifts ? windowsAround(facts.shifts, now, { zone, holidays }) : [];
  const held = getHold(facts, now);
  const isOpen = mayWake({ rules: { followShifts, wakeOutside }, windows, now }) && held === null;
  const isAllowed = facts.wakeBy === 'everyone' || facts.isFlagged;
  const state = stateFor(facts, held !== null, isAllowed, isOpen);
  // Until a hold ends whose end isn't known, nothing opens.
  const opens = held && held.until === null ? null : openingAfter(windows, now, held);
  return { state, held, opensAt: opens, wakes: isOpen && isAllowed };
}

/** The median of the seconds that the last starts took; null without any. */
export function usualSeconds(starts: readonly number[]): number | null {
  const sorted = [...starts].sort((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  const [low, high] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[middle]];
  return low === undefined || high === undefined ? null : Math.round((low + high) / 2);
}
