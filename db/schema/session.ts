import { sql } from 'drizzle-orm';
import { check, foreignKey, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { at, bytewiseText, createdAt } from './columns.ts';
import { relations } from './partner-access.ts';
import { tenants } from './tenants.ts';
import { bytes } from './types.ts';
import { users } from './users.ts';

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
    // The account whose own secret was given in this browser. For it, guesses are counted by browser.
    accountId: uuid('account_id'),
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
