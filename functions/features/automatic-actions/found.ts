import { type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db } from '../../../db/client.ts';
import { raw, typed } from '../../../db/raw.ts';
import { tasks, taskTriggers } from '../../../db/schema/automatic-actions.ts';
import type { Holiday } from '../../../domain/automatic-actions/calendar-days.ts';
import type { TaskOptionFields } from '../../../domain/automatic-actions/contract.ts';
import type { FoundTarget } from '../../../domain/automatic-actions/edit.ts';
import { triggerColumns } from '../../../domain/automatic-actions/fields.ts';
import { namedByOptions } from '../../../domain/automatic-actions/notice.ts';
import type { Calendar } from '../../../domain/automatic-actions/recurrence.ts';
import type { TaskTargetKind } from '../../../domain/automatic-actions/task.ts';
import type { StoredTrigger } from '../../../domain/automatic-actions/trigger.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { pick } from '../../../domain/fields/fields.ts';
import { namedIn } from '../../../domain/messages/audience.ts';
import { checkedTexts, countNamed } from '../messages/index.ts';

/** In these statements, `k` is the task. */
export const k = alias(tasks, 'k');
const g = alias(taskTriggers, 'g');

const hasModel = sql`r.kind = 'powerbi' and r.dataset_id is not null and r.workspace_id is not null`;
/** Target o of task k, or no row: its name, whether a report has a model, and whether the unit controls a capacity. */
export const targetRows = sql`(
  select r.title as name, ${hasModel} as has_model, false as is_controlled from reports r
    where k.target_kind = 'report' and r.tenant_id = k.tenant_id and r.id = k.target_id
  union all select q.name, false, false from groups q
    where k.target_kind = 'group' and q.tenant_id = k.tenant_id and q.id = k.target_id and q.deleted_at is null
  union all select s.name, false, false from subgroups s
    where k.target_kind = 'subgroup' and s.tenant_id = k.tenant_id and s.id = k.target_id and s.deleted_at is null
  union all select c.name, false, c.is_controlled from app.task_capacities() c where k.target_kind = 'capacity' and c.id = k.target_id
  union all select t.name, false, false from tenants t where k.target_kind = 'unit' and t.id = k.tenant_id)`;
export const targetName = sql<string | null>`(select o.name from ${targetRows} o)`;

const calendarRow = raw('tasks.calendar', { zone: 'text', holidays: typed<Holiday[]>('jsonb'), tasks: 'int4' });
/** The unit's zone and holidays, and how many tasks it has. */
export const readCalendar = (db: Db) =>
  calendarRow(db, sql`select u.zone, ${holidayList} as holidays, (select count(*)::int from tasks) as tasks from app.task_unit() u`);
const holidayList = sql`(select coalesce(jsonb_agg(case when h.day is not null then jsonb_build_object('day', h.day)
  else jsonb_build_object('month', h.month, 'monthDay', h.month_day) end), '[]') from holidays h)`;
type FoundCalendar = Awaited<ReturnType<typeof readCalendar>>;
/** The calendar of a task, whose own `zone` goes before the unit's. */
export function getCalendar({ rows: [row] }: FoundCalendar, zone: string | null): Calendar & { tasks: number } {
  const calendar = row ?? { zone: 'UTC', holidays: [], tasks: 0 };
  return { ...calendar, zone: zone ?? calendar.zone };
}

const targetRow = raw('tasks.target', { has_model: 'bool', is_controlled: 'bool' });
type Named = { targetKind: TaskTargetKind | SQL; targetId: string | null | SQL };
export const readTarget = (db: Db, { targetKind, targetId }: Named) =>
  targetRow(
    db,
    sql`select o.has_model, o.is_controlled
      from (select (select app.tenant_id()) as tenant_id, ${targetKind}::text as target_kind, ${targetId}::uuid as target_id) k
        cross join lateral ${targetRows} o`,
  );
export const toFoundTarget = ({ rows: [row] }: Awaited<ReturnType<typeof readTarget>>): FoundTarget => ({
  exists: row !== undefined,
  hasModel: row?.has_model ?? false,
  isControlled: row?.is_controlled ?? false,
});

/** The groups or users that a task writes to must be the unit's; whether they still exist is asked again when it writes. */
export const readNamed = (db: Db, options: TaskOptionFields | undefined) => countNamed(db, namedByOptions(options));
export function refuseUnknown(options: TaskOptionFields | undefined, { rows: [row] }: Awaited<ReturnType<typeof readNamed>>): void {
  if (row?.n !== namedIn(namedByOptions(options)).length) throw new AppError('not_found', undefined, { field: 'audience' });
}

/** A task's triggers in a fixed order. */
export const readTriggers = (db: Db, taskId: string) =>
  db
    .select({ id: g.id, nextAt: g.nextAt, ...pick(g, triggerColumns) })
    .from(g)
    .where(sql`g.task_id = ${taskId}::uuid`)
    .orderBy(g.id);
export type FoundTrigger = StoredTrigger & { id: string; nextAt: string | null };

const held = raw('tasks.hold_triggers', {});
/** Locks a task's triggers in the order of keep_runs, before some of them go and others move. */
export const holdTriggers = (db: Db, taskId: string) =>
  held(db, sql`select from task_triggers g where g.task_id = ${taskId}::uuid order by g.id for update`);

const moved = raw('tasks.move_triggers', {});
/**
 * Writes when triggers are due next; after the task's state in its batch, which empties those of a task that isn't active. They are
 * locked in the order of keep_runs.
 */
export const moveTriggers = (db: Db, next: readonly { id: string; nextAt: Date | null }[]) =>
  moved(
    db,
    sql`with x as materialized (select x.*
        from jsonb_to_recordset(${JSON.stringify(next.map(({ id, nextAt }) => ({ id, next_at: nextAt?.toISOString() ?? null })))}::jsonb)
          x (id uuid, next_at timestamptz)),
      held as materialized (select g.id from task_triggers g where g.id in (select x.id from x) order by g.id for update)
      update task_triggers g set next_at = x.next_at, taken_until = null from x join held on held.id = x.id where g.id = x.id`,
  );

const retimed = raw('tasks.retime', {});
/**
 * Has the next runs of all the unit's tasks computed again by the next tick, within a minute: for a batch that changes its holidays. A run
 * that is due and not claimed yet stays. A new time zone does it by itself (db/functions/retime_tasks.sql).
 */
export const retimeTasks = (db: Db) =>
  retimed(
    db,
    sql`with held as materialized (select g.id from task_triggers g where g.next_at > app.now() order by g.id for update)
      update task_triggers g set next_at = 'epoch', taken_until = null from held where g.id = held.id and g.next_at > app.now()`,
  );

/** Options whose message has its HTML in the form in which it is stored. */
export async function checkedOptions<Options extends TaskOptionFields>(options: Options): Promise<Options> {
  const { message } = options;
  return message ? { ...options, message: { ...message, texts: await checkedTexts(message.texts, 'options.message') } } : options;
}
