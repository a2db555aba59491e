import { sql } from 'drizzle-orm';
import { check, foreignKey, index, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { accounts } from './accounts.ts';
import { at, counter, createdAt } from './columns.ts';
import { bytes } from './types.ts';
import { users } from './users.ts';

/**
 * Second factors: authenticator apps, passkeys and recovery codes. Each belongs permanently either to an account, and counts in every
 * tenant, or to a person of one tenant, and counts only there; one person may have both. Only functions of the gate touch them.
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
      sql`(${t.accountId} is not null and ${t.holder} = ${t.accountId} and ${t.userId} is null and ${t.tenantId} is null)${
        // On one line, as the migrations have it: other white space would be another constraint.
        sql` or (${t.accountId} is null and ${t.tenantId} is not null and ${t.userId} is not null and ${t.holder} = ${t.userId})`
      }`,
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
