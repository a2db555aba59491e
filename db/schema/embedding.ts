import { sql } from 'drizzle-orm';
import { boolean, foreignKey, index, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { at, createdAt, tenantId } from './columns.ts';
import { reports } from './reports.ts';
import { tenants } from './tenants.ts';
import { users } from './users.ts';

/** Keys with which a tenant's own server signs the tokens of embedded pages; several live at once, so that one follows another. */
export const embedKeys = pgTable(
  'embed_keys',
  {
    tenantId: tenantId().references(() => tenants.id),
    id: uuid('id').notNull(),
    name: text('name').notNull(),
    secretSealed: text('secret_sealed').notNull(),
    // Its pages may start a paused capacity.
    wakes: boolean('wakes').notNull().default(false),
    createdById: uuid('created_by_id').default(sql`app.user_id()`),
    createdAt: createdAt(),
    lastUsedAt: at('last_used_at'),
    // When a newer key took its name; this one works until it is revoked.
    replacedAt: at('replaced_at'),
    revokedAt: at('revoked_at'),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    uniqueIndex('embed_keys_name').on(t.tenantId, sql`lower(name)`).where(sql`revoked_at is null and replaced_at is null`),
    index('embed_keys_list').on(t.tenantId, t.createdAt, t.id),
  ],
);

/** Sessions of embedded pages. For a user there is also a row of `sessions` with the same id; an anonymous embed has only this row. */
export const embedSessions = pgTable(
  'embed_sessions',
  {
    tenantId: tenantId().references(() => tenants.id),
    id: uuid('id').notNull(),
    keyId: uuid('key_id').notNull(),
    userId: uuid('user_id'),
    // The one report it opens; null = the whole portal, for users only.
    reportId: uuid('report_id'),
    // Anonymous embed: the RLS identity from the tenant server's claims.
    identity: jsonb('identity'),
    filters: jsonb('filters').notNull().default([]),
    address: text('address'),
    createdAt: createdAt(),
    lastSeen: at('last_seen').notNull().default(sql`app.now()`),
    expiresAt: at('expires_at').notNull(),
    endedAt: at('ended_at'),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    foreignKey({ name: 'embed_sessions_key', columns: [t.tenantId, t.keyId], foreignColumns: [embedKeys.tenantId, embedKeys.id] }).onDelete(
      'cascade',
    ),
    foreignKey({ name: 'embed_sessions_user', columns: [t.tenantId, t.userId], foreignColumns: [users.tenantId, users.id] }).onDelete(
      'cascade',
    ),
    foreignKey({
      name: 'embed_sessions_report',
      columns: [t.tenantId, t.reportId],
      foreignColumns: [reports.tenantId, reports.id],
    }).onDelete('cascade'),
    index('embed_sessions_key').on(t.tenantId, t.keyId),
    index('embed_sessions_user').on(t.tenantId, t.userId),
    index('embed_sessions_report').on(t.tenantId, t.reportId),
    index('embed_sessions_old_across').on(t.expiresAt),
  ],
);
