import { sql } from 'drizzle-orm';
import { boolean, check, foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { Profile } from '../../domain/access/profile.ts';
import type { CustomValues } from '../../domain/custom-fields/field.ts';
import type { Window } from '../../domain/playlists/windows.ts';
import type { Language } from '../../domain/session/languages.ts';
import type { Status } from '../../domain/users/person.ts';
import { at, bytewiseText, counter, createdAt, sortKey, tenantId, version } from './columns.ts';
import { tenants, themes } from './tenants.ts';
import { bytes } from './types.ts';

export const accounts = pgTable('accounts', {
  id: uuid('id').primaryKey(),
  email: text('email').notNull().unique('accounts_email'),
  password: text('password'),
  // When the password was set, and whether the next sign-in must change it (Spec 4, user_change_password).
  passwordAt: at('password_at'),
  mustChange: boolean('must_change').notNull().default(false),
  // Null until a mail of the platform has reached the person: ownership of the address is unproven.
  verifiedAt: at('verified_at'),
  // Incremented when a password is set by a link or a change is undone; sessions, links and tickets of an older epoch are void.
  epoch: counter('epoch').notNull().default(1),
  // When the person, having lost every factor, asked for them to be wiped; null = not asked.
  lostAt: at('lost_at'),
  createdAt: createdAt(),
});

export const users = pgTable(
  'users',
  {
    tenantId: tenantId().references(() => tenants.id),
    id: uuid('id').notNull(),
    accountId: uuid('account_id').references(() => accounts.id),
    email: bytewiseText('email').notNull(),
    name: text('name').notNull(),
    sortKey: sortKey(),
    profile: text('profile').$type<Profile>().notNull(),
    flags: text('flags').array().notNull().default(sql`'{}'`),
    status: text('status').$type<Status>().notNull().default('A'),
    rights: counter('rights').notNull().default(1),
    language: text('language').$type<Language>(),
    phone: text('phone'),
    department: text('department'),
    position: text('position'),
    // This person's RLS identity at the report service; null = none, and reports that need one are refused.
    rlsUsername: text('rls_username'),
    rlsRoles: text('rls_roles').array().notNull().default(sql`'{}'`),
    // Preferences for the portal, such as which notifications come by mail.
    preferences: jsonb('preferences').notNull().default({}),
    // Values of custom fields by key; searchable ones are indexed in custom_values.
    custom: jsonb('custom').$type<CustomValues>().notNull().default({}),
    // Keys of values that the person wrote and no administrator has accepted yet; they are never part of an RLS identity.
    customOwn: text('custom_own').array().notNull().default(sql`'{}'`),
    // A partner's technical user in a unit: acts for its person; never listed, counted or notified.
    seat: text('seat'),
    // This person's start page, overriding the unit's.
    homePage: text('home_page'),
    homeReportId: uuid('home_report_id'),
    themeId: uuid('theme_id'),
    picture: text('picture'),
    // After this instant the person is inactive.
    expiresAt: at('expires_at'),
    ipExempt: boolean('ip_exempt').notNull().default(false),
    // Weekly windows, in the tenant's time zone, in which this person may sign in; null = always.
    accessHours: jsonb('access_hours').$type<Window[]>(),
    // Spec 6: allow admin remote access, and whether consent is asked each time or holds until an instant.
    allowRemote: boolean('allow_remote').notNull().default(false),
    remoteUntil: at('remote_until'),
    invitedAt: at('invited_at'),
    statusReason: text('status_reason'),
    statusAt: at('status_at'),
    // Rows of removed people stay as references; after 30 days no personal data is left in them.
    deletedAt: at('deleted_at'),
    // The account that a removed person had, for restoring them; written by the database alone.
    removedAccountId: uuid('removed_account_id'),
    // Since when the person waits for an administrator to readmit them after their account's factors were wiped; written by the gate alone.
    waitsAt: at('waits_at'),
    purgedAt: at('purged_at'),
    // The last expiry notice sent, in days before the end.
    expiryTold: integer('expiry_told'),
    addedById: uuid('added_by_id').default(sql`app.user_id()`),
    // SCIM data: the directory's name and identifier for this person, all other attributes verbatim, and when. Null = not provisioned.
    userName: text('user_name'),
    userNameKey: bytewiseText('user_name_key'),
    externalId: text('external_id'),
    scim: jsonb('scim'),
    scimAt: at('scim_at'),
    // The token whose directory created or took over this person; it may be revoked by now.
    scimTokenId: uuid('scim_token_id'),
    // An administrator only through a group of the directory; leaving the group ends it.
    raised: boolean('raised').notNull().default(false),
    version: version(),
    createdAt: createdAt(),
    lastSignInAt: at('last_sign_in_at'),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    check('users_profile', sql`${t.profile} in ('a2m','master','admin','user')`),
    check('users_status', sql`${t.status} in ('A','T','B','I','D')`),
    check('users_seat', sql`${t.seat} in ('partner')`),
    foreignKey({ name: 'users_theme', columns: [t.tenantId, t.themeId], foreignColumns: [themes.tenantId, themes.id] }),
    // A removed person's address can be reused.
    uniqueIndex('users_email').on(t.tenantId, t.email).where(sql`deleted_at is null`),
    uniqueIndex('users_user_name').on(t.tenantId, t.userNameKey).where(sql`deleted_at is null`),
    index('users_directory_name').on(t.tenantId, sql`coalesce(user_name_key, email)`, t.id),
    index('users_external').on(t.tenantId, t.externalId).where(sql`external_id is not null`),
    index('users_email_list').on(t.tenantId, t.email, t.id),
    uniqueIndex('users_phone').on(t.tenantId, t.phone).where(sql`deleted_at is null`),
    index('users_status').on(t.tenantId, t.status, t.sortKey, t.id),
    index('users_profile_list').on(t.tenantId, t.profile, t.sortKey, t.id),
    index('users_status_list').on(t.tenantId, t.status, t.id),
    index('users_signed_in').on(t.tenantId, sql`coalesce(last_sign_in_at, '-infinity'::timestamptz)`, t.id),
    index('users_expires').on(t.tenantId, sql`coalesce(expires_at, 'infinity'::timestamptz)`, t.id),
    index('users_expiring_across').on(t.expiresAt).where(sql`expires_at is not null and status in ('A','T')`),
    index('users_deleted_across').on(t.deletedAt).where(sql`deleted_at is not null and purged_at is null`),
    index('users_list').on(t.tenantId, t.createdAt.desc(), t.id.desc()),
    // Self-service values that wait for review.
    index('users_own_values').on(t.tenantId, t.sortKey, t.id).where(sql`custom_own <> '{}'`),
    // Covers the columns that a search by name or address reads: an index-only scan.
    index('users_name').on(t.tenantId, t.sortKey, t.id, t.email, t.seat, t.deletedAt),
    index('users_across').on(t.createdAt.desc(), t.id.desc()),
    // An account is one person of a tenant at most.
    index('users_removed_account_across').on(t.removedAccountId).where(sql`removed_account_id is not null`),
    uniqueIndex('users_account_across').on(t.accountId, t.tenantId),
  ],
);

export const relations = pgTable(
  'relations',
  {
    tenantId: uuid('tenant_id')
      .notNull()
      .references(() => tenants.id),
    id: uuid('id').notNull(),
    aboveId: uuid('above_id')
      .notNull()
      .references(() => tenants.id),
    kind: text('kind').notNull(),
    // The partner's role in the unit, and whether an administrator approves each visit (BEHAVIOUR 13).
    role: text('role').notNull().default('admin'),
    verify: boolean('verify').notNull().default(true),
    status: text('status').notNull().default('active'),
    // No approval needed until this instant, if an administrator of the unit said so.
    standingUntil: at('standing_until'),
    until: at('until').notNull(),
    endedAt: at('ended_at'),
    setById: uuid('set_by_id'),
    version: version(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    check('relations_kind', sql`${t.kind} in ('partner','consent')`),
    check('relations_role', sql`${t.role} in ('admin','user','billing')`),
    check('relations_status', sql`${t.status} in ('invited','active','suspended','ended')`),
    index('relations_above_across').on(t.aboveId, t.tenantId),
  ],
);

export const sessions = pgTable(
  'sessions',
  {
    id: uuid('id').primaryKey(),
    tenantId: uuid('tenant_id')
      .notNull()
      .references(() => tenants.id),
    homeId: uuid('home_id').notNull(),
    userId: uuid('user_id').notNull(),
    actorSid: uuid('actor_sid'),
    relationId: uuid('relation_id'),
    reach: text('reach').notNull().default('act'),
    // The kind of session, and who vouched for it: the account's own secret or only this unit (docs/security.md).
    kind: text('kind').notNull().default('own'),
    vouched: text('vouched').notNull().default('unit'),
    // When the account was last proved in a session that only the unit vouched for.
    provedAt: at('proved_at'),
    authType: text('auth_type').notNull().default('password'),
    address: text('address'),
    agent: text('agent'),
    createdAt: createdAt(),
    expiresAt: at('expires_at').notNull(),
    // The absolute end, regardless of use: that of the provider's session or of the embedding token.
    endsBy: at('ends_by'),
    revokedAt: at('revoked_at'),
    // When the second factor was given, in this session or on the remembered device.
    factorAt: at('factor_at'),
    lastSeen: at('last_seen').notNull().default(sql`app.now()`),
  },
  (t) => [
    foreignKey({ name: 'sessions_actor', columns: [t.actorSid], foreignColumns: [t.id] }),
    foreignKey({ name: 'sessions_user', columns: [t.homeId, t.userId], foreignColumns: [users.tenantId, users.id] }),
    foreignKey({ name: 'sessions_relation', columns: [t.tenantId, t.relationId], foreignColumns: [relations.tenantId, relations.id] }),
    check('sessions_reach', sql`${t.reach} in ('view','act')`),
    check('sessions_kind', sql`${t.kind} in ('own','remote','partner','embed_portal')`),
    check(
      'sessions_vouched',
      sql`${t.vouched} in ('account','unit') and (${t.kind} = 'own' or (${t.vouched} = 'unit' and ${t.provedAt} is null))`,
    ),
    check('sessions_kind_acts', sql`(${t.kind} in ('remote','partner')) = (${t.actorSid} is not null)`),
    check(
      'sessions_actor_whole',
      sql`(${t.actorSid} is null and ${t.homeId} = ${t.tenantId}) or (${t.actorSid} is not null and ${t.relationId} is not null)`,
    ),
    index('sessions_user_across').on(t.homeId, t.userId),
    index('sessions_actor_across').on(t.actorSid).where(sql`actor_sid is not null`),
  ],
);

/**
 * Counters of the sign-in limits; the key names the scope (account and tenant, account, tenant, address, device). Its collation is that of
 * the e-mail addresses in the keys: comparing under a collation other than the index's would scan the whole table.
 */
export const attempts = pgTable('attempts', {
  key: bytewiseText('key').primaryKey(),
  n: integer('n').notNull(),
  until: at('until').notNull(),
});

/** Browsers from which a person has signed in before: they aren't locked out while others guess (QUALITY). */
export const devices = pgTable(
  'devices',
  {
    hash: bytes('hash').primaryKey(),
    tenantId: uuid('tenant_id').notNull(),
    userId: uuid('user_id').notNull(),
    // When this device passed two-factor; trusted for 30 days from here.
    trustedAt: at('trusted_at'),
    // Who vouched for the sign-in that remembered it. If only the unit did, the account's factor is still asked.
    trustedBy: text('trusted_by'),
    createdAt: createdAt(),
  },
  (t) => [
    check('devices_trusted', sql`(${t.trustedAt} is null) = (${t.trustedBy} is null) and ${t.trustedBy} in ('account','unit')`),
    foreignKey({ name: 'devices_user', columns: [t.tenantId, t.userId], foreignColumns: [users.tenantId, users.id] }),
    index('devices_user_across').on(t.tenantId, t.userId),
  ],
);

export const tokens = pgTable(
  'tokens',
  {
    hash: bytes('hash').primaryKey(),
    purpose: text('purpose').notNull(),
    tenantId: uuid('tenant_id')
      .notNull()
      .references(() => tenants.id),
    userId: uuid('user_id').notNull(),
    // The one host on which it works, and the session it came from, if its purpose needs that.
    host: text('host'),
    sourceSid: uuid('source_sid'),
    body: jsonb('body').notNull().default({}),
    createdAt: createdAt(),
    expiresAt: at('expires_at').notNull(),
    usedAt: at('used_at'),
  },
  (t) => [
    foreignKey({ name: 'tokens_user', columns: [t.tenantId, t.userId], foreignColumns: [users.tenantId, users.id] }),
    index('tokens_user_across').on(t.tenantId, t.userId, t.purpose),
  ],
);
