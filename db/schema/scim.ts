import { sql } from 'drizzle-orm';
import { boolean, check, foreignKey, index, integer, pgTable, primaryKey, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { at, bytewiseText, createdAt, tenantId, version } from './columns.ts';
import { tenants } from './tenants.ts';
import { bytes } from './types.ts';
import { userGroups } from './user-groups.ts';

/** The tokens with which a directory provisions people; two are valid at a time, for rotation. */
export const scimTokens = pgTable(
  'scim_tokens',
  {
    tenantId: tenantId().references(() => tenants.id),
    id: uuid('id').notNull(),
    name: text('name').notNull(),
    // One of two slots, so that a third valid token is impossible.
    slot: smallint('slot').notNull(),
    // The first characters, so that people recognize it.
    prefix: text('prefix').notNull(),
    hash: bytes('hash').notNull(),
    // The provider its directory belongs to: a SAML issuer or an Entra directory. Null = none, and it can't take over existing people.
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

/** A tenant's settings for directory provisioning. */
export const scimSettings = pgTable('scim_settings', {
  tenantId: tenantId()
    .primaryKey()
    .references(() => tenants.id),
  // Whether new people are mailed a link to set a password; people who sign in through a provider need none.
  invite: boolean('invite').notNull().default(false),
  version: version(),
});

/** A group of the directory and the portal's group it maps to. */
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
    // Mapped to an existing group of the portal, which keeps its name and outlives the mapping.
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

/** What a directory changed, and what it was refused and why; kept for ninety days. */
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
