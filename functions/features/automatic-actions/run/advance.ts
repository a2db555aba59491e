import { taskLimits } from '../../../../domain/automatic-actions/limits.ts';
import { type Ended, getSuspension, type SuspendReason } from '../../../../domain/automatic-actions/run.ts';
import { judgeRun, retryAt } from '../../../../domain/automatic-actions/runs.ts';
import { AppError } from '../../../../domain/errors/catalogue.ts';
import { logLine } from '../../../request/log.ts';
import { cancelWindowsOfSuspended } from '../../maintenance/index.ts';
import { moveCapacity } from './capacity.ts';
import { finish, tryAgain } from './finish.ts';
import { endMaintenance, startMaintenance } from './maintenance.ts';
import { publishNotice } from './notice.ts';
import { sendNotification } from './notification.ts';
import { startRefresh } from './refresh.ts';
import { takeRun } from './take.ts';
import type { Outcome, RunOf, Work } from './work.ts';

/**
 * Does one attempt of a run. It may be called twice and at any time: the row holds how far it is, and the lease of a Worker that died
 * expires.
 * The owner's present rights decide, never those at the time the task was made (SECOND_HALF 2.3, 22).
 */
export async function advance(work: Work, id: string): Promise<void> {
  const taken = await takeRun(work, id);
  if (!taken) return;
  const { run, standing } = taken;
  const of: RunOf = { run, task: standing.row };
  const judgement = judged(of, work.now);
  const left = leftUndone(of, judgement);
  if (left) return end(work, of, left);
  const suspension = getSuspension(standing);
  if (suspension) return end(work, of, { state: 'skipped', reason: suspension }, suspension);
  const outcome = await attempt(work, of).catch(stillThere);
  if (!outcome || !('failure' in outcome)) return;
  const again = retryAt(run.attempt, outcome.failure, work.now);
  logLine('info', 'task_run_refused', { run: run.id, code: outcome.reason, serviceStatus: outcome.failure.status ?? 0 });
  if (again) await work.database.withJob(work.tenant, (db) => [tryAgain(db, of, again, outcome.reason)]);
  else await end(work, of, { state: 'failed', reason: outcome.reason });
}

/** A run that was cancelled, or whose task was removed, while it was worked on: its effect is not written. */
function stillThere(error: unknown): null {
  if (error instanceof AppError && error.code === 'changed_meanwhile') return null;
  throw error;
}

/** A first attempt that comes too late counts as one that the tick already found late. */
const judged = ({ run, task }: RunOf, now: Date) => {
  if (run.notes.judgement) return run.notes.judgement;
  return run.by_hand || run.attempt > 1 ? 'run' : judgeRun(task.type, new Date(run.due_at), now, task.zone);
};

/** Why a run isn't even tried: it is late, its unit is suspended, its task was stopped, or its attempts were cut off again and again. */
function leftUndone({ run, task }: RunOf, judgement: 'run' | 'missed' | 'derived'): Ended | null {
  if (judgement === 'missed') return { state: 'missed', reason: 'late' };
  if (!task.acts) return { state: 'skipped', reason: 'tenant_blocked' };
  const isOpen = task.state === 'active' || (run.by_hand && task.state === 'paused');
  // The last run of a task may come after its end.
  if (!isOpen && task.state !== 'ended') return { state: 'skipped', reason: task.reason ?? 'task_state' };
  return run.attempt > taskLimits.retryMinutes.length + 1 ? { state: 'failed', reason: 'service_unavailable' } : null;
}

const end = async ({ database, tenant }: Work, of: RunOf, ended: Ended, suspension: SuspendReason | null = null): Promise<void> => {
  const windows = { task: of.task.id, run: of.run.id };
  await database.withJob(tenant, (db) => [
    finish(db, of, ended, suspension),
    ...(suspension ? [cancelWindowsOfSuspended(db, windows)] : []),
  ]);
};

function attempt(work: Work, of: RunOf): Promise<Outcome> {
  switch (of.task.action) {
    case 'refresh':
      return startRefresh(work, of);
    case 'start':
      return startMaintenance(work, of);
    case 'end':
      return endMaintenance(work, of);
    case 'send':
      return sendNotification(work, of);
    case 'publish':
      return publishNotice(work, of);
    default:
      return moveCapacity(work, of);
  }
}
