import { sql } from 'drizzle-orm';
import { index, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { at, tenantId } from './columns.ts';

/**
 * The facts that a write changed, before and after; `name` is what the row was called, where they don't say it, and `task` the automatic
 * action whose run wrote.
 */
export type AuditChange<Facts = unknown> = { name?: string; before?: Facts; after?: Facts; task?: string };

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
