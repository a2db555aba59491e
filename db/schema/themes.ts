import { boolean, index, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, tenantId, version } from './columns.ts';
import { tenants } from './tenants.ts';

export const themes = pgTable(
  'themes',
  {
    tenantId: tenantId().references(() => tenants.id),
    id: uuid('id').notNull(),
    name: text('name').notNull(),
    values: jsonb('values').notNull(),
    published: boolean('published').notNull().default(false),
    version: version(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.id] }), index('themes_published').on(t.tenantId, t.published)],
);
