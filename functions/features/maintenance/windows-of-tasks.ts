import { type SQL, sql } from 'drizzle-orm';
import { auditEach } from '../../../db/audited.ts';
import type { Db } from '../../../db/client.ts';
import { raw } from '../../../db/raw.ts';
import type { WindowTarget } from '../../../domain/maintenance/window.ts';
import { news } from './maintenance.sql.ts';

type Place = { target: WindowTarget; targetId: string | null; task: string };
type Window = Place & {
  /** The run that opens it; a run that is repeated opens no second one. */
  id: string;
  title: string;
  text: string;
  startsAt: string;
  minutes: number;
  blocks: boolean;
  exceptAdmin: boolean;
  announceHours: number;
  pausesCapacity: boolean;
};

/** Minutes that a window lasts at least which is opened after its end. */
const shortest = 1;

const opened = raw('maintenance.open_by_task', { id: 'uuid' });
const ended = raw('maintenance.end_by_task', { id: 'uuid' });
const cancelled = raw('maintenance.cancel_of_task', { runs: 'int4' });

/** Opens a window from an instant, or from now if that is over; its end counts from the planned start. Called in a run. */
export const openWindow = (db: Db, { task, ...window }: Window) =>
  opened(
    db,
    sql`with w as (insert into maintenance (id, target, target_id, title, text, starts_at, ends_at, blocks, except_admin, announce_hours,
          pauses_capacity, added_by_id)
        values (${window.id}::uuid, ${window.target}, ${window.targetId}::uuid, ${window.title}, ${window.text},
          greatest(${window.startsAt}::timestamptz, app.now()),
          greatest(${window.startsAt}::timestamptz + make_interval(mins => ${window.minutes}::int),
            app.now() + make_interval(mins => ${shortest}::int)),
          ${window.blocks}, ${window.exceptAdmin}, ${window.announceHours}::int, ${window.pausesCapacity}, (select app.user_id()))
        on conflict (tenant_id, id) do nothing returning *),
      a as (${auditEach(null, {
        what: 'maintenance.add',
        row: sql`w.id`,
        facts: {
          after: {
            target: sql`w.target`,
            targetId: sql`w.target_id`,
            title: sql`w.title`,
            startsAt: sql`w.starts_at`,
            endsAt: sql`w.ends_at`,
            blocks: sql`w.blocks`,
          },
          task,
        },
        from: sql`w`,
      })})
    select w.id from w`,
  );

/** Ends the running windows of a target, as an administrator would. Called in a run. */
export const endRunning = (db: Db, { target, targetId, task }: Place) =>
  ended(
    db,
    sql`with w as (update maintenance m set ends_at = app.now(), version = version + 1
        where m.target = ${target} and m.target_id is not distinct from ${targetId}::uuid and m.cancelled_at is null
          and m.starts_at < app.now() and m.ends_at > app.now() returning m.*),
      a as (${auditEach(null, {
        what: 'maintenance.end',
        row: sql`w.id`,
        facts: { after: { title: sql`w.title`, startsAt: sql`w.starts_at`, endsAt: sql`w.ends_at` }, task },
        from: sql`w`,
      })})
    select w.id from w`,
  );

type Cancelling = { task: string; when?: SQL; runs?: SQL; also?: string | null };
/** In `runs`, `r` is the run that would open a window. */
const cancelling = (db: Db, { task, when = sql`true`, runs = sql`true`, also = null }: Cancelling) =>
  cancelled(
    db,
    sql`with planned as (delete from task_runs r
        where r.task_id = ${task}::uuid and r.state = 'claimed' and r.due_at > app.now() and ${when} and ${runs} returning r.id),
      w as (update maintenance m set cancelled_at = app.now(), version = version + 1
        from (select p.id from planned p union all select ${also}::uuid where ${when}) p
        where m.id = p.id and m.cancelled_at is null and m.ends_at > app.now()
          and (m.starts_at > app.now() or m.id = ${also}::uuid) returning m.*),
      ${news('maintenance_cancelled')},
      a as (${auditEach(null, { what: 'maintenance.cancel', row: sql`w.id`, facts: { after: { title: sql`w.title` } }, from: sql`w` })})
    select count(*)::int as runs from planned`,
  );

/** Takes back the announced windows of a task that is paused, changed or removed, and with them the runs that would open them. */
export const cancelPlannedWindows = (db: Db, taskId: string) => cancelling(db, { task: taskId });

/** The same for those that a new calendar moved: their trigger is due at another time, or never again. */
export const cancelMovedWindows = (db: Db, taskId: string) =>
  cancelling(db, {
    task: taskId,
    runs: sql`not exists (select from task_triggers g where g.id = r.trigger_id and (g.next_at = r.due_at or g.next_at <= app.now()))`,
  });

/**
 * The same for a task that was just suspended. The window of the run that found it out may have
 * begun by itself and is taken back too.
 */
export const cancelWindowsOfSuspended = (db: Db, { task, run }: { task: string; run: string | null }) =>
  cancelling(db, { task, also: run, when: sql`exists (select from tasks k where k.id = ${task}::uuid and k.state = 'suspended')` });
