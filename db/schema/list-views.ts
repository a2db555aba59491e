import { sql } from 'drizzle-orm';
import { boolean, foreignKey, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { ListViewState } from '../../domain/list-views/contract.ts';
import { createdAt, sortKey, tenantId, version } from './columns.ts';
import { tenants } from './tenants.ts';
import { users } from './users.ts';

/** Saved views of a list: filters, columns, order; private or shared with everyone. */
export const listViews = pgTable(
  'list_views',
  {
    tenantId: tenantId().references(() => tenants.id),
    id: uuid('id').notNull(),
    userId: uuid('user_id').notNull().default(sql`app.user_id()`),
    list: text('list').notNull(),
    name: text('name').notNull(),
    sortKey: sortKey(),
    shared: boolean('shared').notNull().default(false),
    state: jsonb('state').$type<ListViewState>().notNull(),
    version: version(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    foreignKey({ name: 'list_views_user', columns: [t.tenantId, t.userId], foreignColumns: [users.tenantId, users.id] }).onDelete(
      'cascade',
    ),
    uniqueIndex('list_views_once').on(t.tenantId, t.list, t.userId, t.sortKey),
  ],
);
