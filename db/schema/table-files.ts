import { sql } from 'drizzle-orm';
import { check, foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { at, createdAt, tenantId } from './columns.ts';
import { users } from './session.ts';
import { tenants } from './tenants.ts';

/** Lists too long for an answer, made into files in the background for one person. */
export const tableFiles = pgTable(
  'table_files',
  {
    tenantId: tenantId().references(() => tenants.id),
    id: uuid('id').notNull(),
    userId: uuid('user_id').notNull().default(sql`app.user_id()`),
    // Of which list, and what of it: the filters, the sort and the columns as the list's own endpoint takes them.
    list: text('list').notNull(),
    wish: jsonb('wish').notNull().default({}),
    format: text('format').notNull(),
    language: text('language').notNull(),
    state: text('state').notNull().default('queued'),
    rows: integer('rows').notNull().default(0),
    name: text('name').notNull().default(''),
    file: text('file'),
    tries: integer('tries').notNull().default(0),
    takenUntil: at('taken_until'),
    createdAt: createdAt(),
    // The file is kept until then.
    expiresAt: at('expires_at'),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    check('table_files_format', sql`${t.format} in ('csv','xlsx')`),
    check('table_files_state', sql`${t.state} in ('queued','ready','failed','expired')`),
    foreignKey({ name: 'table_files_user', columns: [t.tenantId, t.userId], foreignColumns: [users.tenantId, users.id] }).onDelete(
      'cascade',
    ),
    index('table_files_mine').on(t.tenantId, t.userId, t.createdAt.desc()),
    index('table_files_due_across').on(t.createdAt).where(sql`state = 'queued'`),
    index('table_files_ended_across').on(t.expiresAt).where(sql`file is not null`),
  ],
);
