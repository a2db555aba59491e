import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  doublePrecision,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { MailRow } from '../../domain/mail/contract.ts';
import type { MailFailure } from '../../domain/mail/delivery.ts';
import { at, bytewiseText, createdAt, tenantId, version } from './columns.ts';
import { tenants } from './tenants.ts';
import { users } from './users.ts';

/** Each person's inbox: a kind with its values; the text is built in the reader's language when shown. */
export const notifications = pgTable(
  'notifications',
  {
    tenantId: tenantId().references(() => tenants.id),
    id: uuid('id').notNull(),
    userId: uuid('user_id').notNull(),
    kind: text('kind').notNull(),
    vars: jsonb('vars').$type<Record<string, unknown>>().notNull().default({}),
    // A same-origin path to the subject.
    link: text('link'),
    createdAt: createdAt(),
    readAt: at('read_at'),
    deletedAt: at('deleted_at'),
    // The mailing that sent this; once for each person.
    mailingId: uuid('mailing_id'),
    // The message it announces.
    messageId: uuid('message_id'),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    foreignKey({ name: 'notifications_user', columns: [t.tenantId, t.userId], foreignColumns: [users.tenantId, users.id] }).onDelete(
      'cascade',
    ),
    index('notifications_inbox').on(t.tenantId, t.userId, t.createdAt.desc(), t.id.desc()),
    index('notifications_unread').on(t.tenantId, t.userId).where(sql`read_at is null and deleted_at is null`),
    index('notifications_old_across').on(t.createdAt),
    uniqueIndex('notifications_mailing').on(t.tenantId, t.mailingId, t.userId).where(sql`mailing_id is not null`),
  ],
);

/** Notifications to many people: one row per mailing, which a job then fans out to each person (functions/features/mailings). */
export const mailings = pgTable(
  'mailings',
  {
    tenantId: tenantId().references(() => tenants.id),
    id: uuid('id').notNull().default(sql`gen_random_uuid()`),
    kind: text('kind').notNull(),
    // Deduplication key: one mailing for each subject.
    sourceId: uuid('source_id').notNull(),
    // Who is notified (domain/mailings/audience.ts); evaluated again at delivery.
    audience: jsonb('audience').notNull(),
    vars: jsonb('vars').notNull().default({}),
    link: text('link'),
    // The person who caused it, who isn't notified.
    byUserId: uuid('by_user_id').default(sql`app.user_id()`),
    state: text('state').notNull().default('queued'),
    // The fan-out's cursor: everyone up to this person is done.
    cursorUserId: uuid('cursor_user_id'),
    told: integer('told').notNull().default(0),
    mailed: integer('mailed').notNull().default(0),
    recallUntil: at('recall_until'),
    takenUntil: at('taken_until'),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    check('mailings_state', sql`${t.state} in ('queued','running','done','recalled')`),
    uniqueIndex('mailings_source').on(t.tenantId, t.kind, t.sourceId),
    index('mailings_open').on(t.tenantId, t.createdAt).where(sql`state in ('queued','running')`),
    index('mailings_old_across').on(t.createdAt),
  ],
);

/** The mail log: one row for each outgoing message, with the server's answer. */
export const mails = pgTable(
  'mails',
  {
    tenantId: tenantId().references(() => tenants.id),
    id: uuid('id').notNull(),
    userId: uuid('user_id'),
    address: bytewiseText('address').notNull(),
    subject: text('subject').notNull().default(''),
    kind: text('kind').notNull(),
    // The values from which each attempt rebuilds the message; never a secret.
    body: jsonb('body').notNull().default({}),
    // The mailing whose notification it carries.
    mailingId: uuid('mailing_id'),
    state: text('state').$type<MailRow['state']>().notNull().default('queued'),
    via: text('via').$type<MailRow['via']>().notNull().default('platform'),
    attempts: integer('attempts').notNull().default(0),
    // Why it wasn't sent (domain/mail/delivery), and the server's last answer.
    failure: text('failure').$type<MailFailure>(),
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
    index('mails_mailing').on(t.tenantId, t.mailingId).where(sql`mailing_id is not null`),
  ],
);

/** A tenant's mail server (Spec 3); without a row, the platform's server sends its mail. */
export const mailServers = pgTable(
  'mail_servers',
  {
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
    protocol: text('protocol').$type<'tls' | 'starttls' | 'none'>().notNull(),
    enabled: boolean('enabled').notNull().default(true),
    // Bulk mails per second for this server; claims reserve their send times on the row, so that isolates share the rate.
    bulkPerSecond: doublePrecision('bulk_per_second').notNull().default(2),
    bulkFreeAt: at('bulk_free_at'),
    verifiedAt: at('verified_at'),
    version: version(),
  },
  (t) => [check('mail_servers_bulk', sql`${t.bulkPerSecond} between 0.1 and 50`)],
);

/** The reserved send times of the platform's own server, whose rate is a setting of the Worker. */
export const mailPaces = pgTable('mail_paces', {
  server: text('server').primaryKey(),
  freeAt: at('free_at').notNull(),
});
