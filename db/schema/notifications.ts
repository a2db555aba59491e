import { sql } from 'drizzle-orm';
import { boolean, check, foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { at, bytewiseText, createdAt, tenantId, version } from './columns.ts';
import { users } from './session.ts';
import { tenants } from './tenants.ts';

/** The inbox of each person: a kind with its values; the words are chosen in the reader's language when shown. */
export const notifications = pgTable(
  'notifications',
  {
    tenantId: tenantId().references(() => tenants.id),
    id: uuid('id').notNull(),
    userId: uuid('user_id').notNull(),
    kind: text('kind').notNull(),
    vars: jsonb('vars').notNull().default({}),
    // An own-origin path that leads to the matter.
    link: text('link'),
    createdAt: createdAt(),
    readAt: at('read_at'),
    deletedAt: at('deleted_at'),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    foreignKey({ name: 'notifications_user', columns: [t.tenantId, t.userId], foreignColumns: [users.tenantId, users.id] }).onDelete(
      'cascade',
    ),
    index('notifications_inbox').on(t.tenantId, t.userId, t.createdAt.desc(), t.id.desc()),
    index('notifications_unread').on(t.tenantId, t.userId).where(sql`read_at is null and deleted_at is null`),
    index('notifications_old_across').on(t.createdAt),
  ],
);

/** The mail log: one row for each message that was to leave, with what the server answered. */
export const mails = pgTable(
  'mails',
  {
    tenantId: tenantId().references(() => tenants.id),
    id: uuid('id').notNull(),
    userId: uuid('user_id'),
    address: bytewiseText('address').notNull(),
    subject: text('subject').notNull().default(''),
    kind: text('kind').notNull(),
    // What the message is made of again at each try; never a secret.
    body: jsonb('body').notNull().default({}),
    state: text('state').notNull().default('queued'),
    via: text('via').notNull().default('platform'),
    attempts: integer('attempts').notNull().default(0),
    // Why it did not leave (domain/mail/delivery), and what the server said last, whatever it was.
    failure: text('failure'),
    answer: text('answer'),
    createdAt: createdAt(),
    sentAt: at('sent_at'),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    foreignKey({ name: 'mails_user', columns: [t.tenantId, t.userId], foreignColumns: [users.tenantId, users.id] }).onDelete('cascade'),
    check('mails_state', sql`${t.state} in ('queued','sent','failed','skipped')`),
    check('mails_via', sql`${t.via} in ('platform','tenant')`),
    index('mails_address').on(t.tenantId, t.address, t.id),
    index('mails_state_list').on(t.tenantId, t.state, t.createdAt.desc(), t.id.desc()),
    index('mails_list').on(t.tenantId, t.createdAt.desc(), t.id.desc()),
    index('mails_old_across').on(t.createdAt),
  ],
);

/** The mail server of a tenant (Spec 3); without a row mail leaves by the platform's. */
export const mailServers = pgTable('mail_servers', {
  tenantId: tenantId()
    .primaryKey()
    .references(() => tenants.id),
  name: text('name').notNull(),
  email: text('email').notNull(),
  userName: text('user_name').notNull().default(''),
  passwordSealed: text('password_sealed'),
  passwordSetAt: at('password_set_at'),
  host: text('host').notNull(),
  port: integer('port').notNull(),
  protocol: text('protocol').notNull(),
  enabled: boolean('enabled').notNull().default(true),
  verifiedAt: at('verified_at'),
  version: version(),
});
