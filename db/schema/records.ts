import { sql } from 'drizzle-orm';
import { bigint, check, date, index, integer, jsonb, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { at, tenantId } from './columns.ts';

/** Effects outside, written in the same transaction as what caused them; delivered at least once. */
export const outbox = pgTable(
  'outbox',
  {
    tenantId: tenantId(),
    id: uuid('id').notNull().default(sql`gen_random_uuid()`),
    kind: text('kind').notNull(),
    body: jsonb('body').notNull().default({}),
    // Which mail leaves first (domain/mail/lanes.ts); mail of an account, which functions of the gate write, is the first.
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

/** The facts that a write changed, before and after. */
export type AuditChange<Facts = unknown> = { before?: Facts; after?: Facts };

/** Who did what, for whom, from where; insert only. */
export const audit = pgTable(
  'audit',
  {
    tenantId: tenantId(),
    id: uuid('id').notNull().default(sql`gen_random_uuid()`),
    at: at('at').notNull().default(sql`app.now()`),
    userId: uuid('user_id').default(sql`app.user_id()`),
    actorId: uuid('actor_id').default(sql`app.actor_id()`),
    homeId: uuid('home_id').default(sql`app.home_id()`),
    what: text('what').notNull(),
    rowId: uuid('row_id'),
    // The import of people that wrote it.
    importId: uuid('import_id'),
    change: jsonb('change').$type<AuditChange>().notNull().default({}),
    ip: text('ip'),
    requestId: text('request_id'),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    index('audit_row').on(t.tenantId, t.rowId, t.at),
    index('audit_list').on(t.tenantId, t.at, t.id),
    index('audit_import').on(t.tenantId, t.importId, t.at).where(sql`import_id is not null`),
    // What somebody did as another.
    index('audit_actor').on(t.tenantId, t.actorId, t.at).where(sql`actor_id is not null`),
  ],
);

/** The visits of a tenant on one day of its own zone, counted every hour from the visits themselves; what `analyze` sums. */
export const usageDays = pgTable(
  'usage_days',
  {
    tenantId: tenantId(),
    day: date('day').notNull(),
    views: integer('views').notNull(),
    viewers: integer('viewers').notNull(),
    seconds: bigint('seconds', { mode: 'number' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.day] }), index('usage_days_across').on(t.day)],
);
