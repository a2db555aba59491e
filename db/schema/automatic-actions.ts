import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { TaskOptions } from '../../domain/automatic-actions/fields.ts';
import type { StoredRunState, TaskType } from '../../domain/automatic-actions/runs.ts';
import type { TaskAction, TaskState, TaskTargetKind } from '../../domain/automatic-actions/task.ts';
import { at, createdAt, sortKey, tenantId, version } from './columns.ts';
import { tenants } from './tenants.ts';
import { users } from './users.ts';

/** What a unit does by itself (Spec 3, Task; BEHAVIOUR 1): what, on which target, and who it acts for. */
export const tasks = pgTable(
  'tasks',
  {
    tenantId: tenantId().references(() => tenants.id),
    id: uuid('id').notNull(),
    name: text('name').notNull(),
    sortKey: sortKey(),
    type: text('type').$type<TaskType>().notNull(),
    action: text('action').$type<TaskAction>().notNull(),
    targetKind: text('target_kind').$type<TaskTargetKind>().notNull(),
    // Null where the target is the whole unit. A capacity's id is that of `capacities`, without a reference: it has no tenant.
    targetId: uuid('target_id'),
    // The task does what this person may do at that moment; null once the person is removed for good.
    ownerId: uuid('owner_id'),
    state: text('state').$type<TaskState>().notNull().default('active'),
    // Why the portal suspended it: an error code, or a word of domain/automatic-actions/task.ts; null in every other state.
    reason: text('reason'),
    startsAt: at('starts_at').notNull(),
    endsAt: at('ends_at').notNull(),
    // The clock of its triggers where the unit moved to another zone and the task kept its moments; null is the unit's clock.
    zone: text('zone'),
    // The last notice of the end that was sent, in days before it.
    endsTold: integer('ends_told'),
    // Consecutive failed runs.
    failures: integer('failures').notNull().default(0),
    // The end of the last run that succeeded, in part or in full (Spec 3, last sent datetime).
    lastSentAt: at('last_sent_at'),
    // May start a paused capacity for its run (Spec 3, allow automatic outside the schedule).
    wakeOutside: boolean('wake_outside').notNull().default(false),
    options: jsonb('options').$type<TaskOptions>().notNull().default({}),
    // Reserved for conditional runs; always null.
    condition: jsonb('condition'),
    // The relation of the visit in which a partner made it; it is suspended when the relation ends.
    relationId: uuid('relation_id'),
    version: version(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    foreignKey({ name: 'tasks_owner', columns: [t.tenantId, t.ownerId], foreignColumns: [users.tenantId, users.id] }),
    check('tasks_type', sql`${t.type} in ('capacity','dataset','maintenance','notification')`),
    check('tasks_state', sql`${t.state} in ('active','paused','suspended','ended')`),
    check('tasks_time', sql`${t.endsAt} > ${t.startsAt}`),
    index('tasks_name').on(t.tenantId, t.sortKey, t.id),
    index('tasks_target').on(t.tenantId, t.targetId),
    index('tasks_owner').on(t.tenantId, t.ownerId),
    index('tasks_of_visits_across').on(t.relationId).where(sql`state = 'active' and relation_id is not null`),
    index('tasks_announced_across').on(t.id).where(sql`state = 'active' and action = 'start'`),
    index('tasks_ending_across').on(t.endsAt).where(sql`state = 'active'`),
  ],
);

/** When a task runs (domain/automatic-actions/recurrence.ts). */
export const taskTriggers = pgTable(
  'task_triggers',
  {
    tenantId: tenantId().references(() => tenants.id),
    id: uuid('id').notNull(),
    taskId: uuid('task_id').notNull(),
    frequency: text('frequency').$type<'once' | 'daily' | 'weekly' | 'monthly'>().notNull(),
    date: date('date', { mode: 'string' }),
    // 1 = Monday … 7 = Sunday.
    days: smallint('days').array().notNull().default(sql`'{}'`),
    monthDay: smallint('month_day'),
    shortMonth: text('short_month').$type<'last' | 'skip'>().notNull().default('last'),
    businessDay: text('business_day').$type<'none' | 'next' | 'previous'>().notNull().default('none'),
    onHoliday: text('on_holiday').$type<'run' | 'skip'>().notNull().default('run'),
    times: text('times').array().notNull().default(sql`'{}'`),
    everyMinutes: smallint('every_minutes'),
    from: text('from_time'),
    until: text('until_time'),
    // When it is due next; null unless the task is active.
    nextAt: at('next_at'),
    takenUntil: at('taken_until'),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    foreignKey({ name: 'task_triggers_task', columns: [t.tenantId, t.taskId], foreignColumns: [tasks.tenantId, tasks.id] }).onDelete(
      'cascade',
    ),
    check('task_triggers_frequency', sql`${t.frequency} in ('once','daily','weekly','monthly')`),
    check(
      'task_triggers_period',
      sql`(${t.everyMinutes} is null) = (cardinality(${t.times}) > 0) and (${t.everyMinutes} is null or ${t.everyMinutes} >= 15)`,
    ),
    index('task_triggers_task').on(t.tenantId, t.taskId),
    index('task_triggers_due_across').on(t.nextAt).where(sql`next_at is not null`),
  ],
);

/** One occurrence of a task; kept for 90 days. A second claim of the same occurrence meets its key. */
export const taskRuns = pgTable(
  'task_runs',
  {
    // No reference to tenants: the one to tasks implies it, and each reference is one more lookup per run.
    tenantId: tenantId(),
    taskId: uuid('task_id').notNull(),
    // The trigger; a run by hand has its own id here.
    triggerId: uuid('trigger_id').notNull(),
    dueAt: at('due_at').notNull(),
    id: uuid('id').notNull().default(sql`gen_random_uuid()`),
    state: text('state').$type<StoredRunState>().notNull(),
    attempt: smallint('attempt').notNull().default(0),
    nextTryAt: at('next_try_at'),
    takenUntil: at('taken_until'),
    // Why it was skipped, failed or missed: an error code or a word of domain/automatic-actions/task.ts.
    reason: text('reason'),
    // Who started it by hand; null for the timetable.
    byId: uuid('by_id'),
    startedAt: at('started_at'),
    endedAt: at('ended_at'),
    // What a later step of the same run needs, e.g. the maintenance window that it opened.
    notes: jsonb('notes').$type<Record<string, string>>().notNull().default({}),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.taskId, t.triggerId, t.dueAt] }),
    uniqueIndex('task_runs_id').on(t.tenantId, t.id),
    foreignKey({ name: 'task_runs_task', columns: [t.tenantId, t.taskId], foreignColumns: [tasks.tenantId, tasks.id] }).onDelete('cascade'),
    check('task_runs_state', sql`${t.state} in ('claimed','running','succeeded','partial','failed','skipped','missed','cancelled')`),
    index('task_runs_list').on(t.tenantId, t.dueAt.desc(), t.id.desc()),
    index('task_runs_due_across').on(t.nextTryAt).where(sql`state in ('claimed','running')`),
    index('task_runs_old_across').on(t.dueAt),
  ],
);

/** A unit's holidays: a date, or a day of every year. */
export const holidays = pgTable(
  'holidays',
  {
    tenantId: tenantId().references(() => tenants.id),
    id: uuid('id').notNull().default(sql`gen_random_uuid()`),
    name: text('name').notNull(),
    day: date('day', { mode: 'string' }),
    month: smallint('month'),
    monthDay: smallint('month_day'),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    check('holidays_form', sql`(${t.day} is null) = (${t.month} is not null) and (${t.month} is null) = (${t.monthDay} is null)`),
  ],
);
