import { sql } from 'drizzle-orm';
import { check, foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { at, counter, createdAt, sortKey, tenantId, version } from './columns.ts';
import { tenants } from './tenants.ts';
import { bytes } from './types.ts';

export const accounts = pgTable('accounts', {
  id: uuid('id').primaryKey(),
  email: text('email').notNull().unique('accounts_email'),
  password: text('password'),
  createdAt: createdAt(),
});

export const users = pgTable(
  'users',
  {
    tenantId: tenantId().references(() => tenants.id),
    id: uuid('id').notNull(),
    accountId: uuid('account_id').references(() => accounts.id),
    email: text('email').notNull(),
    name: text('name').notNull(),
    sortKey: sortKey(),
    profile: text('profile').notNull(),
    flags: text('flags').array().notNull().default(sql`'{}'`),
    status: text('status').notNull().default('A'),
    rights: counter('rights').notNull().default(1),
    language: text('language'),
    phone: text('phone'),
    department: text('department'),
    position: text('position'),
    // The row-level identity this person has at the report service; null = none, and reports that need one are refused.
    rlsUsername: text('rls_username'),
    rlsRoles: text('rls_roles').array().notNull().default(sql`'{}'`),
    // What this person chose for the portal itself: which news come by mail, and the like.
    preferences: jsonb('preferences').notNull().default({}),
    version: version(),
    createdAt: createdAt(),
    lastSignInAt: at('last_sign_in_at'),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    check('users_profile', sql`${t.profile} in ('a2m','master','admin','user')`),
    check('users_status', sql`${t.status} in ('A','T','B','I','D')`),
    uniqueIndex('users_email').on(t.tenantId, t.email),
    index('users_list').on(t.tenantId, t.createdAt.desc(), t.id.desc()),
    index('users_name').on(t.tenantId, t.sortKey, t.id),
    index('users_across').on(t.createdAt.desc(), t.id.desc()),
    index('users_account_across').on(t.accountId),
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
    until: at('until').notNull(),
    endedAt: at('ended_at'),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.id] }), check('relations_kind', sql`${t.kind} in ('partner','consent')`)],
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
    authType: text('auth_type').notNull().default('password'),
    createdAt: createdAt(),
    expiresAt: at('expires_at').notNull(),
    revokedAt: at('revoked_at'),
    lastSeen: at('last_seen').notNull().default(sql`app.now()`),
  },
  (t) => [
    foreignKey({ name: 'sessions_actor', columns: [t.actorSid], foreignColumns: [t.id] }),
    foreignKey({ name: 'sessions_user', columns: [t.homeId, t.userId], foreignColumns: [users.tenantId, users.id] }),
    foreignKey({ name: 'sessions_relation', columns: [t.tenantId, t.relationId], foreignColumns: [relations.tenantId, relations.id] }),
    check('sessions_reach', sql`${t.reach} in ('view','act')`),
    check(
      'sessions_actor_whole',
      sql`(${t.actorSid} is null and ${t.homeId} = ${t.tenantId}) or (${t.actorSid} is not null and ${t.relationId} is not null)`,
    ),
    index('sessions_user_across').on(t.homeId, t.userId),
  ],
);

/** Counters of the sign-in limits; the key says of what (account and tenant, account, tenant, address, device). */
export const attempts = pgTable('attempts', {
  key: text('key').primaryKey(),
  n: integer('n').notNull(),
  until: at('until').notNull(),
});

/** Browsers from which a person has signed in before: they keep getting in while others guess (QUALITY). */
export const devices = pgTable(
  'devices',
  {
    hash: bytes('hash').primaryKey(),
    tenantId: uuid('tenant_id').notNull(),
    userId: uuid('user_id').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
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
    expiresAt: at('expires_at').notNull(),
    usedAt: at('used_at'),
  },
  (t) => [foreignKey({ name: 'tokens_user', columns: [t.tenantId, t.userId], foreignColumns: [users.tenantId, users.id] })],
);
