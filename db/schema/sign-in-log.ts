import { sql } from 'drizzle-orm';
import { check, foreignKey, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { at, tenantId } from './columns.ts';
import { tenants } from './tenants.ts';
import { users } from './users.ts';

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
