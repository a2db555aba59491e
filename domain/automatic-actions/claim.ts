import type { Holiday } from './calendar-days.ts';
import { nextRun } from './recurrence.ts';
import { claimRuns, type StoredRunState } from './runs.ts';
import type { OfferedType, TaskState } from './task.ts';
import { getTrigger, type StoredTrigger } from './trigger.ts';

/** A trigger as a tick claims it, with its task and its unit's calendar; instants as the database writes them. */
export type ClaimedTrigger = {
  tenant: string;
  id: string;
  nextAt: string;
  task: { id: string; type: OfferedType; state: TaskState; startsAt: string; endsAt: string };
  trigger: StoredTrigger;
  zone: string;
  holidays: readonly Holiday[];
};

/** What a run carries for its consumer: why it isn't simply done, and how many were missed with it. */
export type RunNotes = { judgement?: 'missed' | 'derived'; count?: string };
type NewRun = { due: string; state: StoredRunState; reason: string | null; notes: RunNotes };
export type KeptClaim = { tenant: string; task: string; trigger: string; old: string; next: string | null; runs: NewRun[] };

/** A trigger that is due at or before this instant is to be computed again. */
const anew = Date.parse('1970-01-02T00:00:00Z');

/**
 * The runs of a claimed trigger and when it is due next. Of several missed ones the last is left to the consumer, which notifies the owner
 * of all of them; of several late ones of a capacity only the last may still say how it should be.
 */
export function keptClaim({ tenant, id, nextAt, task, trigger, zone, holidays }: ClaimedTrigger, now: Date): KeptClaim {
  const kept = { tenant, task: task.id, trigger: id, old: nextAt };
  if (task.state !== 'active') return { ...kept, next: null, runs: [] };
  const active = { from: new Date(task.startsAt), until: new Date(task.endsAt) };
  const calendar = { zone, holidays };
  const due = new Date(nextAt);
  if (due.getTime() <= anew) return { ...kept, next: nextRun(getTrigger(trigger), now, calendar, active)?.toISOString() ?? null, runs: [] };
  const claim = claimRuns({ type: task.type, trigger: getTrigger(trigger), active }, due, now, calendar);
  const missed = claim.runs.filter(({ judgement }) => judgement === 'missed');
  const derived = claim.runs.filter(({ judgement }) => judgement === 'derived');
  const runs = claim.runs.map(({ dueAt, judgement }): NewRun => {
    const run = { due: dueAt.toISOString(), state: 'claimed' as const, reason: null };
    if (judgement === 'run') return { ...run, notes: {} };
    if (judgement === 'missed')
      return dueAt === missed.at(-1)?.dueAt
        ? { ...run, notes: { judgement, count: String(missed.length) } }
        : { ...run, state: 'missed', reason: 'late', notes: {} };
    return dueAt === derived.at(-1)?.dueAt ? { ...run, notes: { judgement } } : { ...run, state: 'skipped', reason: 'derived', notes: {} };
  });
  return { ...kept, next: claim.nextAt?.toISOString() ?? null, runs };
}
