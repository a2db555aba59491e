import { eq, sql } from 'drizzle-orm';
import { auditEach } from '../../../../db/audited.ts';
import type { Database, Db } from '../../../../db/client.ts';
import { raw } from '../../../../db/raw.ts';
import { tasks } from '../../../../db/schema/automatic-actions.ts';
import { endNotice, getSuspension } from '../../../../domain/automatic-actions/run.ts';
import { cancelMovedWindows, cancelWindowsOfSuspended, openWindow } from '../../maintenance/index.ts';
import { tell } from '../../notifications/index.ts';
import { type FoundStanding, readStanding, toStanding } from '../standing.ts';
import { getKeepers } from './finish.ts';
import { getWindow } from './maintenance.ts';

type Place = { database: Database; tenant: string; now: Date };

const endedRow = raw('tasks.end', { id: 'uuid' });
const toldRow = raw('tasks.tell_end', { id: 'uuid' });
const stoppedRow = raw('tasks.stop', { id: 'uuid' });
const plannedRow = raw('tasks.plan_window', { id: 'uuid', due_at: 'timestamptz' });

const end = (db: Db, id: string) =>
  endedRow(
    db,
    sql`update tasks k set state = 'ended' where k.id = ${id}::uuid and k.state = 'active' and k.ends_at <= app.now() returning k.id`,
  );

const tellEnd = (db: Db, id: string, { mark, days }: { mark: number; days: number }) =>
  toldRow(
    db,
    sql`with w as (update tasks k set ends_told = ${mark}::int
        where k.id = ${id}::uuid and k.state = 'active' and k.ends_told is distinct from ${mark}::int returning k.*),
      ${tell('told', {
        people: sql`select u.id as user_id from users u, w
          where u.seat is null and case when w.owner_id is null then u.profile in ('admin','master') else u.id = w.owner_id end`,
        kind: 'task_ending',
        vars: sql`(select jsonb_build_object('task', w.name, 'days', ${days}::int) from w)`,
        link: sql`(select '/auto_actions?tab=tasks&id=' || w.id from w)`,
      })}
      select w.id from w`,
  );

const stop = (db: Db, id: string, reason: string) =>
  stoppedRow(
    db,
    sql`with w as (update tasks k set state = 'suspended', reason = ${reason}
        where k.id = ${id}::uuid and k.state = 'active' returning k.*),
      a as (${auditEach(null, { what: 'task.suspend', row: sql`w.id`, facts: { after: { reason } }, from: sql`w` })}),
      ${tell('told', {
        people: getKeepers(sql`w`),
        kind: 'task_suspended',
        vars: sql`(select jsonb_build_object('task', w.name, 'reason', w.reason) from w)`,
        link: sql`(select '/auto_actions?tab=tasks&id=' || w.id from w)`,
      })}
      select w.id from w`,
  );

/** The runs whose window is to be announced now; each waits for its time. */
const planRuns = (db: Db, { id, options }: FoundStanding) =>
  plannedRow(
    db,
    sql`insert into task_runs (task_id, trigger_id, due_at, state, next_try_at)
      select g.task_id, g.id, g.next_at, 'claimed', g.next_at from task_triggers g
      where g.task_id = ${id}::uuid and g.next_at > app.now()
        and g.next_at <= app.now() + make_interval(hours => ${options.announceHours ?? 0}::int)
      on conflict do nothing returning id, due_at`,
  );

/**
 * What a task needs between its runs: it ends, its owner hears of the end, it is suspended once its partner's relation is over, and a
 * maintenance that is announced is planned ahead, so that people are notified as of any other. One that new holidays or a new zone moved is
 * taken back first.
 */
export async function settleTask({ database, tenant, now }: Place, id: string): Promise<void> {
  const [[stored], found] = await database.withJob(tenant, (db) => [
    db.select({ endsAt: tasks.endsAt, endsTold: tasks.endsTold }).from(tasks).where(eq(tasks.id, id)),
    readStanding(db, id),
  ]);
  const standing = toStanding(found);
  if (!stored || !standing) return;
  const endsAt = new Date(stored.endsAt);
  if (endsAt <= now) return void (await database.withJob(tenant, (db) => [end(db, id)]));
  const suspension = getSuspension(standing);
  if (suspension)
    return void (await database.withJob(tenant, (db) => [stop(db, id, suspension), cancelWindowsOfSuspended(db, { task: id, run: null })]));
  const notice = endNotice(endsAt, stored.endsTold, now);
  if (notice) await database.withJob(tenant, (db) => [tellEnd(db, id, notice)]);
  const { row } = standing;
  if (row.action !== 'start' || !row.options.announceHours) return;
  const [, { rows: runs }] = await database.withJob(tenant, (db) => [cancelMovedWindows(db, id), planRuns(db, row)]);
  const announceHours = row.options.announceHours;
  for (const run of runs)
    await database.withRun({ tenant, id: run.id }, (db) => [
      openWindow(db, { ...getWindow(row, { id: run.id, startsAt: run.due_at }), announceHours }),
    ]);
}
