import { wallClock } from '../format/date.ts';
import { dayNumber } from './calendar-days.ts';
import { taskLimits } from './limits.ts';
import { type ActiveTime, type Calendar, nextRun, type Trigger } from './recurrence.ts';

export type TaskType = 'capacity' | 'dataset' | 'delivery' | 'notification' | 'maintenance';

/** How a due run is handled. A late capacity run is never replayed: the capacity's state is derived from its rules instead. */
export type Judgement = 'run' | 'missed' | 'derived';

const minuteMs = 60_000;

export function judgeRun(type: TaskType, dueAt: Date, now: Date, zone: string): Judgement {
  if (now.getTime() - dueAt.getTime() <= taskLimits.lateMinutes * minuteMs) return 'run';
  if (type === 'capacity') return 'derived';
  const isSameDay = dayNumber(wallClock(dueAt, zone)) === dayNumber(wallClock(now, zone));
  return type === 'delivery' && isSameDay ? 'run' : 'missed';
}

export type Claim = { runs: { dueAt: Date; judgement: Judgement }[]; nextAt: Date | null };

/**
 * What a tick claims of one trigger that is due: every occurrence up to now, at most `most`, and when it is due next. Of a delivery's late
 * occurrences only the latest is sent; the others are missed.
 */
export function claimRuns(
  { type, trigger, active }: { type: TaskType; trigger: Trigger; active: ActiveTime },
  nextAt: Date,
  now: Date,
  calendar: Calendar,
  most = 100,
): Claim {
  const due: Date[] = [];
  let next: Date | null = nextAt;
  while (next && next <= now && due.length < most) {
    due.push(next);
    next = nextRun(trigger, next, calendar, active);
  }
  const runs = due.map((dueAt, index) => {
    const judgement = judgeRun(type, dueAt, now, calendar.zone);
    const isOutdated = judgement === 'run' && index < due.length - 1 && now.getTime() - dueAt.getTime() > taskLimits.lateMinutes * minuteMs;
    return { dueAt, judgement: isOutdated ? ('missed' as const) : judgement };
  });
  return { runs, nextAt: next };
}

/** Why an attempt failed, as far as retrying goes: the service was busy or away, or it refused. */
export type Failure = { status: number | null; isCapacityPaused: boolean };

const mayPass = ({ status, isCapacityPaused }: Failure) => isCapacityPaused || status === null || status === 429 || status >= 500;

/** When a failed attempt is made again; null where the run has failed for good. `attempt` counts from 1. */
export function retryAt(attempt: number, failure: Failure, now: Date): Date | null {
  const minutes = taskLimits.retryMinutes[attempt - 1];
  return minutes !== undefined && mayPass(failure) ? new Date(now.getTime() + minutes * minuteMs) : null;
}

/** How a run ended. */
const endStates = ['succeeded', 'partial', 'failed', 'skipped', 'missed', 'cancelled'] as const;
export type RunState = (typeof endStates)[number];
export const runStates = ['claimed', 'running', ...endStates] as const;
export type StoredRunState = (typeof runStates)[number];

/** A task's count of consecutive failures after a run, and whether it is suspended now. Skipped, missed and cancelled runs don't count. */
export function countFailures(failures: number, state: RunState): { failures: number; isSuspended: boolean } {
  if (state === 'succeeded' || state === 'partial') return { failures: 0, isSuspended: false };
  const count = state === 'failed' ? failures + 1 : failures;
  return { failures: count, isSuspended: state === 'failed' && count >= taskLimits.failures };
}
