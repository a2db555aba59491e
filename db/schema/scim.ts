import { sql } from 'drizzle-orm';
import { boolean, check, foreignKey, index, integer, pgTable, primaryKey, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { at, bytewiseText, createdAt, tenantId, version } from './columns.ts';
import { tenants } from './tenants.ts';
import { bytes } from './types.ts';
import { userGroups } from './user-groups.ts';

/** The tokens with which a directory provisions people; two work at a time, so that one can follow the other. */
export const scimTokens = pgTable(
  'scim_tokens',
  {
    tenantId: tenantId().references(() => tenants.id),
    id: uuid('id').notNull(),
    name: text('name').notNull(),
    // One of the two places; a third living token has none.
    slot: smallint('slot').notNull(),
    // The first signs, by which people recognise it.
    prefix: text('prefix').notNull(),
    hash: bytes('hash').notNull(),
    // The provider to which its directory belongs: a SAML issuer or an Entra directory. Null = none, and it adopts nobody.
    providerKind: text('provider_kind'),
    providerIssuer: text('provider_issuer'),
    expiresAt: at('expires_at'),
    lastUsedAt: at('last_used_at'),
    lastIp: text('last_ip'),
    revokedAt: at('revoked_at'),
    addedById: uuid('added_by_id').default(sql`app.user_id()`),
    version: version(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    check('scim_tokens_slot', sql`${t.slot} in (1, 2)`),
    check(
      'scim_tokens_provider',
      sql`(${t.providerKind} is null) = (${t.providerIssuer} is null) and ${t.providerKind} in ('saml','entra')`,
    ),
    uniqueIndex('scim_tokens_slot').on(t.tenantId, t.slot).where(sql`revoked_at is null`),
    uniqueIndex('scim_tokens_hash').on(t.tenantId, t.hash),
  ],
);

/** How a tenant takes the people of its directory. */
export const scimSettings = pgTable('scim_settings', {
  tenantId: tenantId()
    .primaryKey()
    .references(() => tenants.id),
  // Whether a new person is asked by mail to set a password; who signs in elsewhere needs none.
  invite: boolean('invite').notNull().default(false),
  version: version(),
});

/** A group of the directory and the portal's group to which it leads. */
export const scimGroups = pgTable(
  'scim_groups',
  {
    tenantId: tenantId().references(() => tenants.id),
    id: uuid('id').notNull(),
    userGroupId: uuid('user_group_id').notNull(),
    displayName: text('display_name').notNull(),
    displayKey: bytewiseText('display_key').notNull(),
    externalId: text('external_id'),
    // Its members get this profile.
    profile: text('profile'),
    // It was pointed at a group that the portal has: that one keeps its own name and outlives it.
    linked: boolean('linked').notNull().default(false),
    version: version(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    check('scim_groups_profile', sql`${t.profile} in ('admin')`),
    foreignKey({
      name: 'scim_groups_group',
      columns: [t.tenantId, t.userGroupId],
      foreignColumns: [userGroups.tenantId, userGroups.id],
    }).onDelete('cascade'),
    uniqueIndex('scim_groups_group_once').on(t.tenantId, t.userGroupId),
    uniqueIndex('scim_groups_name_once').on(t.tenantId, t.displayKey),
    index('scim_groups_external').on(t.tenantId, t.externalId).where(sql`external_id is not null`),
  ],
);

/** What a directory changed, and what was refused to it and why; kept for ninety days. */
export const scimLog = pgTable(
  'scim_log',
  {
    tenantId: tenantId().references(() => tenants.id),
    id: uuid('id').notNull().default(sql`gen_random_uuid()`),
    at: at('at').notNull().default(sql`app.now()`),
    tokenId: uuid('token_id'),
    method: text('method').notNull(),
    kind: text('kind').notNull(),
    rowId: uuid('row_id'),
    name: text('name').notNull().default(''),
    status: integer('status').notNull(),
    code: text('code'),
    detail: text('detail'),
    ip: text('ip'),
    requestId: text('request_id'),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    check('scim_log_kind', sql`${t.kind} in ('User','Group','Bulk','Other')`),
    index('scim_log_at').on(t.tenantId, t.at, t.id),
    index('scim_log_errors').on(t.tenantId, t.at, t.id).where(sql`status >= 400`),
    index('scim_log_old_across').on(t.at),
  ],
);
