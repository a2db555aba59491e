import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, jsonb, pgTable, primaryKey, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { QueueKey } from '../../domain/jobs/queues.ts';
import { at, bytewiseText, tenantId } from './columns.ts';

/** Cron jobs (domain/jobs/plan.ts): the last slot each one completed, and when the lease on the next one ends. */
export const jobMarks = pgTable('job_marks', {
  name: text('name').primaryKey(),
  doneFor: at('done_for'),
  takenUntil: at('taken_until'),
});

/**
 * Messages of the queues that failed, as rows of the platform's tenant: while `dead_at` is null the queue still tries them, afterwards they
 * are dead letters. The body holds ids and instants alone (domain/jobs/dead-letters.ts).
 */
export const failedMessages = pgTable(
  'failed_messages',
  {
    tenantId: tenantId(),
    id: uuid('id').notNull().default(sql`gen_random_uuid()`),
    // The body without its time: a second message with the same body is the same row.
    key: text('key').notNull(),
    // Null: only the dead-letter queue has seen it, and its kind is unknown here.
    queue: text('queue').$type<QueueKey>(),
    kind: bytewiseText('kind').notNull(),
    unitId: uuid('unit_id'),
    unitName: text('unit_name'),
    body: jsonb('body').$type<Record<string, unknown>>().notNull(),
    // False: part of the message was not kept, so it can't be sent again.
    whole: boolean('whole').notNull(),
    attempts: integer('attempts').notNull(),
    firstError: text('first_error'),
    lastError: text('last_error'),
    firstAt: at('first_at').notNull().default(sql`app.now()`),
    lastAt: at('last_at').notNull().default(sql`app.now()`),
    deadAt: at('dead_at'),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    uniqueIndex('failed_messages_key').on(t.tenantId, t.key),
    index('failed_messages_dead').on(t.tenantId, t.deadAt, t.id).where(sql`dead_at is not null`),
    index('failed_messages_kind').on(t.tenantId, t.kind, t.id).where(sql`dead_at is not null`),
    index('failed_messages_unit_across').on(t.unitId),
    index('failed_messages_sweep_across').on(t.lastAt),
  ],
);

/** Outbox: side effects written in the same transaction as their cause; delivered at least once. */
export const outbox = pgTable(
  'outbox',
  {
    tenantId: tenantId(),
    id: uuid('id').notNull().default(sql`gen_random_uuid()`),
    kind: text('kind').notNull(),
    body: jsonb('body').notNull().default({}),
    // Priority of a mail (domain/mail/lanes.ts); account mail, written by functions of the gate, comes first.
    lane: smallint('lane').notNull().default(0),
    dueAt: at('due_at').notNull().default(sql`app.now()`),
    takenUntil: at('taken_until'),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    check('outbox_lane', sql`${t.lane} between 0 and 3`),
    index('outbox_lane_across').on(t.lane, t.tenantId, t.dueAt),
  ],
);
