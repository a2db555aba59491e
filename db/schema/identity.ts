import { sql } from 'drizzle-orm';
import { check, foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { Position } from '../../domain/users/person.ts';
import { at, counter, createdAt, tenantId, version } from './columns.ts';
import { accounts, users } from './session.ts';
import { tenants } from './tenants.ts';
import { bytes } from './types.ts';

/** A tenant's sign-in methods besides passwords: SAML apps and directories of the cloud identity provider. Secrets in `settings` are sealed. */
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

/** State passed from one step of a sign-in to the next: single use, one host, one purpose, valid for minutes. */
export const tickets = pgTable(
  'tickets',
  {
    hash: bytes('hash').primaryKey(),
    purpose: text('purpose').notNull(),
    tenantId: uuid('tenant_id')
      .notNull()
      .references(() => tenants.id),
    host: text('host').notNull(),
    body: jsonb('body').notNull().default({}),
    createdAt: createdAt(),
    expiresAt: at('expires_at').notNull(),
    usedAt: at('used_at'),
  },
  (t) => [index('tickets_old_across').on(t.expiresAt)],
);

/** Every sign-in attempt that named a person, and its outcome. */
export const signIns = pgTable(
  'sign_ins',
  {
    tenantId: tenantId().references(() => tenants.id),
    id: uuid('id').notNull(),
    userId: uuid('user_id').notNull(),
    at: at('at').notNull().default(sql`app.now()`),
    way: text('way').notNull(),
    outcome: text('outcome').notNull(),
    // Who vouched for the session, if the attempt started one.
    vouched: text('vouched').$type<'account' | 'unit'>(),
    address: text('address'),
    agent: text('agent'),
    // The session that it started; refresh/log/auth marks it as still in use.
    sid: uuid('sid'),
    seenAt: at('seen_at'),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    check('sign_ins_vouched', sql`${t.vouched} in ('account','unit')`),
    foreignKey({ name: 'sign_ins_user', columns: [t.tenantId, t.userId], foreignColumns: [users.tenantId, users.id] }),
    index('sign_ins_list').on(t.tenantId, t.at, t.id),
    index('sign_ins_person').on(t.tenantId, t.userId, t.at, t.id),
    index('sign_ins_outcome').on(t.tenantId, t.outcome, t.at, t.id),
    index('sign_ins_sid_across').on(t.sid).where(sql`sid is not null`),
    index('sign_ins_old_across').on(t.at),
  ],
);

/** A person's own answer about their job (BEHAVIOUR 9), and how often they postponed it. Grants nothing. */
export const questionnaires = pgTable(
  'questionnaires',
  {
    tenantId: tenantId().references(() => tenants.id),
    userId: uuid('user_id').notNull(),
    // director, supervisor, manager, analyst or other; null while it was only postponed.
    answer: text('answer').$type<Position>(),
    other: text('other'),
    answeredAt: at('answered_at'),
    deferred: integer('deferred').notNull().default(0),
    deferredAt: at('deferred_at'),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.userId] }),
    check('questionnaires_answer', sql`${t.answer} in ('director','supervisor','manager','analyst','other')`),
    check('questionnaires_other', sql`(${t.answer} is not distinct from 'other') = (${t.other} is not null)`),
    foreignKey({ name: 'questionnaires_user', columns: [t.tenantId, t.userId], foreignColumns: [users.tenantId, users.id] }),
    index('questionnaires_list').on(t.tenantId, sql`coalesce(answered_at, '-infinity'::timestamptz)`, t.userId),
  ],
);

/**
 * Second factors: authenticator apps, passkeys and recovery codes. Each belongs permanently either to an account, and counts in every tenant,
 * or to a person of one tenant, and counts only there; one person may have both. Only functions of the gate touch them.
 */
export const factors = pgTable(
  'factors',
  {
    id: uuid('id').primaryKey(),
    // The account, or the person of the one tenant.
    holder: uuid('holder').notNull(),
    accountId: uuid('account_id').references(() => accounts.id, { onDelete: 'cascade' }),
    tenantId: uuid('tenant_id'),
    userId: uuid('user_id'),
    kind: text('kind').notNull(),
    name: text('name').notNull().default(''),
    // Of an authenticator app: its sealed secret and the last step that was used.
    secret: text('secret'),
    step: counter('step').notNull().default(0),
    // Of a recovery code.
    hash: bytes('hash'),
    // Of a passkey: its host, its name and its public key.
    host: text('host'),
    credential: text('credential'),
    publicKey: text('public_key'),
    counter: counter('counter').notNull().default(0),
    transports: text('transports').array().notNull().default(sql`'{}'`),
    createdAt: createdAt(),
    lastUsedAt: at('last_used_at'),
    usedAt: at('used_at'),
  },
  (t) => [
    check('factors_kind', sql`${t.kind} in ('totp','passkey','recovery')`),
    check(
      'factors_holder',
      sql`(${t.accountId} is not null and ${t.holder} = ${t.accountId} and ${t.userId} is null and ${t.tenantId} is null) or (${t.accountId} is null and ${t.tenantId} is not null and ${t.userId} is not null and ${t.holder} = ${t.userId})`,
    ),
    foreignKey({ name: 'factors_user', columns: [t.tenantId, t.userId], foreignColumns: [users.tenantId, users.id] }).onDelete('cascade'),
    index('factors_holder_across').on(t.holder, t.kind),
    uniqueIndex('factors_totp_across').on(t.holder).where(sql`kind = 'totp'`),
    uniqueIndex('factors_credential_across').on(t.credential),
    index('factors_user_across').on(t.tenantId, t.userId),
    index('factors_account_across').on(t.accountId),
  ],
);

/** Changes to an account's factors, kept for seven days: what each added and removed, so that the person can undo it by mail. */
export const factorChanges = pgTable(
  'factor_changes',
  {
    id: uuid('id').primaryKey(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    // The tenant, and the user in it, that made the change.
    tenantId: uuid('tenant_id').notNull(),
    userId: uuid('user_id').notNull(),
    what: text('what').notNull(),
    name: text('name').notNull().default(''),
    // Ids of the factors it added, and the rows it removed: sealed secrets and hashes, unchanged.
    added: uuid('added').array().notNull().default(sql`'{}'`),
    removed: jsonb('removed').notNull().default([]),
    at: at('at').notNull().default(sql`app.now()`),
    undoneAt: at('undone_at'),
  },
  (t) => [
    check('factor_changes_what', sql`${t.what} in ('added','removed','codes','wiped')`),
    foreignKey({ name: 'factor_changes_user', columns: [t.tenantId, t.userId], foreignColumns: [users.tenantId, users.id] }).onDelete(
      'cascade',
    ),
    index('factor_changes_account_across').on(t.accountId, t.at),
    index('factor_changes_user_across').on(t.tenantId, t.userId),
  ],
);
