import { eq } from 'drizzle-orm';
import { maintenance } from '../../../../db/schema/maintenance.ts';
import type { Ended } from '../../../../domain/automatic-actions/run.ts';
import type { WindowTarget } from '../../../../domain/maintenance/window.ts';
import { endRunning, openWindow } from '../../maintenance/index.ts';
import type { FoundStanding } from '../standing.ts';
import { endRun, finish } from './finish.ts';
import type { RunOf, Work } from './work.ts';

const succeeded: Ended = { state: 'succeeded', reason: null };

/** The window that a task opens; its id is the run's. */
export const getWindow = ({ options, ...task }: FoundStanding, run: { id: string; startsAt: string }) => ({
  ...run,
  target: task.target_kind as WindowTarget, // because a maintenance has no other target
  targetId: task.target_id,
  task: task.name,
  title: options.title ?? task.name,
  text: options.text ?? '',
  minutes: options.minutes ?? 60,
  blocks: options.blocks ?? true,
  exceptAdmin: options.exceptAdmin ?? true,
  pausesCapacity: options.pausesCapacity ?? false,
});

/** Opens the window, unless it was planned when it was announced; one that was cancelled since stays so. */
export async function startMaintenance(work: Work, of: RunOf): Promise<Ended> {
  const { run, task } = of;
  const [[planned]] = await work.database.withJob(work.tenant, (db) => [
    db.select({ cancelledAt: maintenance.cancelledAt }).from(maintenance).where(eq(maintenance.id, run.id)),
  ]);
  const ended: Ended = planned?.cancelledAt ? { state: 'skipped', reason: 'cancelled' } : succeeded;
  await work.database.withRun({ tenant: work.tenant, id: run.id }, (db) => [
    ...(planned ? [] : [openWindow(db, { ...getWindow(task, { id: run.id, startsAt: run.due_at }), announceHours: 0 })]),
    finish(db, of, ended),
  ]);
  return ended;
}

/** Ends the target's running windows; without one there is nothing to do. */
export async function endMaintenance(work: Work, of: RunOf): Promise<Ended> {
  const target = of.task.target_kind as WindowTarget; // because a maintenance has no other target
  const place = { target, targetId: of.task.target_id, task: of.task.name };
  const [{ rows }] = await work.database.withRun({ tenant: work.tenant, id: of.run.id }, (db) => [endRunning(db, place)]);
  // A second attempt finds the windows that the first one ended.
  const ended: Ended = rows.length > 0 || of.run.attempt > 1 ? succeeded : { state: 'skipped', reason: 'already' };
  return endRun(work, of, ended);
}
