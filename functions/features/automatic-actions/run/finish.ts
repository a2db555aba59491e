import { type SQL, sql } from 'drizzle-orm';
import { auditEach } from '../../../../db/audited.ts';
import type { Db } from '../../../../db/client.ts';
import { raw } from '../../../../db/raw.ts';
import { afterRun, type Ended, type SuspendReason } from '../../../../domain/automatic-actions/run.ts';
import { tell } from '../../notifications/index.ts';
import type { RunOf, Work } from './work.ts';

/** The owner of task k and the unit's administrators; `tell` leaves out those who aren't active. */
export const getKeepers = (task: SQL): SQL =>
  sql`select u.id as user_id from users u, ${task} k
    where u.seat is null and (u.id = k.owner_id or u.profile in ('admin','master'))`;
const getOwner = (task: SQL): SQL =>
  sql`select u.id as user_id from users u, ${task} k
    where u.seat is null and case when k.owner_id is null then u.profile in ('admin','master') else u.id = k.owner_id end`;

const finished = raw('tasks.finish_run', { suspended: 'bool?' });
const againRow = raw('tasks.try_again', {});

/**
 * Ends a run, if it wasn't cancelled since, and counts it: the task is suspended, or over when nothing of it lies ahead. The same
 * statement records a suspension and notifies people, so that each happens once.
 */
export function finish(db: Db, { run, task }: RunOf, ended: Ended, suspension: SuspendReason | null = null) {
  const { failures, suspended } = afterRun(task.failures, ended, suspension);
  const isDone = ended.state === 'succeeded' || ended.state === 'partial';
  const news = tell('told', {
    people: getKeepers(sql`(select k.* from stopped k)`),
    kind: 'task_suspended',
    vars: sql`(select jsonb_build_object('task', k.name, 'reason', k.reason) from stopped k)`,
    link: sql`(select '/auto_actions?tab=tasks&id=' || k.id from stopped k)`,
  });
  const missed = tell('missed', {
    people: getOwner(sql`(select k.* from counted k where ${ended.state === 'missed'})`),
    kind: 'task_missed',
    vars: sql`(select jsonb_build_object('task', k.name, 'at', to_char(r.due_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
      'count', ${Number(run.notes.count ?? 1)}::int) from counted k, r)`,
    link: sql`(select '/auto_actions?tab=runs&task=' || k.id from counted k)`,
  });
  const facts = { after: { reason: sql`k.reason` } };
  const recorded = auditEach(null, { what: 'task.suspend', row: sql`k.id`, facts, from: sql`stopped k` });
  return finished(
    db,
    sql`with r as (update task_runs r set state = ${ended.state}, reason = ${ended.reason}, ended_at = app.now(), next_try_at = null,
          taken_until = null
        where r.id = ${run.id}::uuid and r.state = 'running' returning r.task_id, r.due_at),
      was as materialized (select k.id, k.state from tasks k join r on r.task_id = k.id for no key update of k),
      counted as (update tasks k set failures = ${failures}::int,
          last_sent_at = case when ${isDone} then app.now() else k.last_sent_at end,
          state = case when was.state <> 'active' then was.state when ${suspended !== null} then 'suspended'
            when not exists (select from task_triggers g where g.task_id = k.id and g.next_at is not null) then 'ended' else 'active' end,
          reason = case when was.state = 'active' and ${suspended !== null} then ${suspended} else k.reason end
        from was where k.id = was.id returning k.*),
      stopped as (select k.* from counted k join was on was.id = k.id where was.state = 'active' and k.state = 'suspended'),
      a as (${recorded}),
      ${news}, ${missed}
    select exists (select from stopped) as suspended from r`,
  );
}

/** The same in a transaction of its own: the run writes nothing beside. */
export async function endRun({ database, tenant }: Work, of: RunOf, ended: Ended): Promise<Ended> {
  await database.withJob(tenant, (db) => [finish(db, of, ended)]);
  return ended;
}

/** Puts a run down until an instant, with why its last attempt failed. */
export const tryAgain = (db: Db, { run }: RunOf, at: Date, reason: string) =>
  againRow(
    db,
    sql`update task_runs r set state = 'claimed', reason = ${reason}, next_try_at = ${at.toISOString()}::timestamptz, taken_until = null
      where r.id = ${run.id}::uuid and r.state = 'running'`,
  );
