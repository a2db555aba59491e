import { sql } from 'drizzle-orm';
import { bigint, check, date, index, integer, jsonb, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { at, counter, tenantId } from './columns.ts';

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

/** The facts that a write changed, before and after. */
export type AuditChange<Facts = unknown> = { before?: Facts; after?: Facts };

/** The audit log: who did what, on whose behalf, from where; insert only. */
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
    // Entries made while acting as another user.
    index('audit_actor').on(t.tenantId, t.actorId, t.at).where(sql`actor_id is not null`),
  ],
);

/** A tenant's visits on one day of its time zone, recounted every hour; `analyze` sums these. */
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

/** A tenant's days summed for each selectable period (domain/usage/periods.ts), so that a list sorted by use reads one page. */
export const usageSums = pgTable(
  'usage_sums',
  {
    tenantId: tenantId(),
    days: integer('days').notNull(),
    views: counter('views').notNull().default(0),
    // The highest number of viewers on one day.
    peak: integer('peak').notNull().default(0),
    seconds: counter('seconds').notNull().default(0),
    lastDay: date('last_day'),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.days] }),
    index('usage_sums_views_across').on(t.days, t.views, t.tenantId),
    index('usage_sums_peak_across').on(t.days, t.peak, t.tenantId),
    index('usage_sums_seconds_across').on(t.days, t.seconds, t.tenantId),
  ],
);

/** The days of all tenants together, and how many tenants were last used on that day; only the platform reads them. */
export const usageTotals = pgTable('usage_totals', {
  day: date('day').primaryKey(),
  views: counter('views').notNull(),
  viewers: counter('viewers').notNull(),
  seconds: counter('seconds').notNull(),
  lastUsed: integer('last_used').notNull().default(0),
});
