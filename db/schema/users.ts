import { sql } from 'drizzle-orm';
import { boolean, check, foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { Profile } from '../../domain/access/profile.ts';
import type { CustomValues } from '../../domain/custom-fields/field.ts';
import type { Window } from '../../domain/playlists/windows.ts';
import type { Language } from '../../domain/session/languages.ts';
import type { Status } from '../../domain/users/person.ts';
import { accounts } from './accounts.ts';
import { at, bytewiseText, counter, createdAt, sortKey, tenantId, version } from './columns.ts';
import { tenants } from './tenants.ts';
import { themes } from './themes.ts';

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
    accessHours: jsonb('own_hours').$type<Window[]>(),
    // Access shifts attached to the person.
    shiftIds: uuid('shift_ids').array().notNull().default(sql`'{}'`),
    // Both together, which is what sign-in reads; written by the database alone (app.compose_hours).
    hoursInForce: jsonb('access_hours').$type<Window[]>(),
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
