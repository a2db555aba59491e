import { eq, sql } from 'drizzle-orm';
import { auditEach } from '../../../../db/audited.ts';
import type { Db } from '../../../../db/client.ts';
import { raw } from '../../../../db/raw.ts';
import { holidays } from '../../../../db/schema/automatic-actions.ts';
import { shifts } from '../../../../db/schema/capacity.ts';
import type { Holiday } from '../../../../domain/automatic-actions/calendar-days.ts';
import type { Ended } from '../../../../domain/automatic-actions/run.ts';
import { capacityLimits } from '../../../../domain/capacity/limits.ts';
import { nextBoundary, windowsAround } from '../../../../domain/capacity/shifts.ts';
import { endRun, finish } from './finish.ts';
import type { RunOf, Work } from './work.ts';

type Override = { capacity: string; state: 'running' | 'paused' | null; size: string | null; until: Date; task: string };
const overridden = raw('tasks.set_override', { is_set: 'bool?' });
/** Asks for a state of a capacity, or a size alone, until an instant; a pause waits for running work. */
export const setOverride = (db: Db, { capacity, state, size, until, task }: Override) =>
  overridden(
    db,
    sql`select app.set_override(${capacity}::uuid, ${state}, ${size}, ${until.toISOString()}::timestamptz, 'task', ${task}::uuid,
      ${state === 'paused'}) as is_set`,
  );

const nextRow = raw('tasks.next_of_capacity', { next: 'timestamptz?', is_outdated: 'bool' });
/** When a task next changes the same capacity, and whether one did so after this run was due. */
const readNext = (db: Db, { run, task }: RunOf) =>
  nextRow(
    db,
    sql`with others as (select k.id from tasks k where k.type = 'capacity' and k.target_id = ${task.target_id}::uuid)
      select (select min(g.next_at) from task_triggers g join others o on o.id = g.task_id
          where g.next_at > ${run.due_at}::timestamptz) as next,
        exists (select from task_runs r join others o on o.id = r.task_id
          where r.due_at > ${run.due_at}::timestamptz and r.state in ('claimed', 'running', 'succeeded')) as is_outdated`,
  );

const getHoliday = ({ day, month, monthDay }: { day: string | null; month: number | null; monthDay: number | null }): Holiday =>
  day === null ? { month: month ?? 1, monthDay: monthDay ?? 1 } : { day };

const later = (instant: Date, hours: number) => new Date(instant.getTime() + hours * 3_600_000);
const sooner = (dates: readonly (Date | null)[]): Date | null =>
  dates.reduce((first, date) => (date && (!first || date < first) ? date : first), null);

/**
 * Until when the run's wish holds: the next start or end of a shift after it was due, or the next task of the capacity; some hours where
 * there is neither.
 */
async function readDeadline({ database, tenant }: Work, of: RunOf): Promise<Date | null> {
  const dueAt = new Date(of.run.due_at);
  const [stored, free, { rows }] = await database.withJob(tenant, (db) => [
    db
      .select()
      .from(shifts)
      .where(eq(shifts.capacityId, of.task.target_id ?? '')),
    db.select({ day: holidays.day, month: holidays.month, monthDay: holidays.monthDay }).from(holidays),
    readNext(db, of),
  ]);
  const [found] = rows;
  if (found?.is_outdated) return null;
  const calendar = { zone: of.task.zone, holidays: free.map(getHoliday) };
  const boundary = of.task.capacity?.followsShifts ? nextBoundary(windowsAround(stored, dueAt, calendar), dueAt) : null;
  return sooner([boundary, found?.next ? new Date(found.next) : null]) ?? later(dueAt, capacityLimits.overrideHours);
}

const recorded = raw('tasks.record_override', {});
const record = (db: Db, { task }: RunOf, until: Date) =>
  recorded(
    db,
    auditEach(null, {
      what: 'capacity.override',
      row: sql`${task.target_id}::uuid`,
      facts: { after: { action: task.action, size: task.options.size ?? null, until: until.toISOString() }, task: task.name },
      where: sql`exists (select from tasks k where k.id = ${task.id}::uuid)`,
    }),
  );

/** Writes what the task wants for the capacity's reconciler; a late run that a shift or another task has overtaken is skipped. */
export async function moveCapacity(work: Work, of: RunOf): Promise<Ended> {
  const { run, task } = of;
  const { capacity } = task;
  const until = await readDeadline(work, of);
  const isOver = until === null || until <= work.now;
  if (isOver || !capacity?.isControlled) return endRun(work, of, { state: 'skipped', reason: isOver ? 'derived' : 'elsewhere' });
  const size = task.action === 'resize' ? (task.options.size ?? null) : null;
  const state = task.action === 'resize' ? null : task.action === 'activate' ? 'running' : 'paused';
  const done: Ended = { state: 'succeeded', reason: null };
  await work.database.withRun({ tenant: work.tenant, id: run.id }, (db) => [
    setOverride(db, { capacity: capacity.id, state, size, until, task: task.id }),
    record(db, of, until),
    finish(db, of, done),
  ]);
  return done;
}
