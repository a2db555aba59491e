import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { at, createdAt, tenantId, version } from './columns.ts';
import { tenants } from './tenants.ts';

/**
 * A tenant's sign-in methods besides passwords: SAML apps and directories of the cloud identity provider. Secrets in `settings` are sealed.
 */
export const ssoApps = pgTable(
  'sso_apps',
  {
    tenantId: tenantId().references(() => tenants.id),
    id: uuid('id').notNull(),
    kind: text('kind').notNull(),
    name: text('name').notNull(),
    status: text('status').notNull().default('I'),
    position: integer('position').notNull().default(0),
    settings: jsonb('settings').notNull().default({}),
    // People whose e-mail is in one of these domains are offered this method first.
    domains: text('domains').array().notNull().default(sql`'{}'`),
    lastUsedAt: at('last_used_at'),
    version: version(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    check('sso_apps_kind', sql`${t.kind} in ('saml','entra')`),
    check('sso_apps_status', sql`${t.status} in ('A','I')`),
    uniqueIndex('sso_apps_name').on(t.tenantId, sql`lower(name)`),
    index('sso_apps_list').on(t.tenantId, t.position, t.id),
    // A tenant has one row for the cloud identity provider, however many directories it lists.
    uniqueIndex('sso_apps_entra').on(t.tenantId).where(sql`kind = 'entra'`),
  ],
);
