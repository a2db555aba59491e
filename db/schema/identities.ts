import { sql } from 'drizzle-orm';
import { check, foreignKey, index, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { at, createdAt, tenantId } from './columns.ts';
import { tenants } from './tenants.ts';
import { users } from './users.ts';

/** Links a person to an identity provider by the provider's persistent identifier, never by e-mail. */
export const identities = pgTable(
  'identities',
  {
    tenantId: tenantId().references(() => tenants.id),
    id: uuid('id').notNull(),
    userId: uuid('user_id').notNull(),
    kind: text('kind').notNull(),
    issuer: text('issuer').notNull(),
    subject: text('subject').notNull(),
    // The provider's name for the person in logout requests; it may differ from the persistent identifier.
    nameId: text('name_id'),
    // The administrator who typed the identifier; null once the person, an address or a directory vouched for it.
    linkedBy: uuid('linked_by'),
    createdAt: createdAt(),
    lastAt: at('last_at'),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    check('identities_kind', sql`${t.kind} in ('saml','entra')`),
    foreignKey({ name: 'identities_user', columns: [t.tenantId, t.userId], foreignColumns: [users.tenantId, users.id] }),
    uniqueIndex('identities_subject').on(t.tenantId, t.kind, t.issuer, t.subject),
    index('identities_person').on(t.tenantId, t.userId),
    index('identities_named').on(t.tenantId, t.kind, t.issuer, t.nameId),
    index('identities_linked').on(t.tenantId, t.kind, t.issuer).where(sql`linked_by is not null`),
  ],
);
