import { sql } from 'drizzle-orm';
import { boolean, index, jsonb, pgTable, primaryKey, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { MessageAudience } from '../../domain/messages/audience.ts';
import type { MessageTexts } from '../../domain/messages/texts.ts';
import { at, tenantId } from './columns.ts';
import { tenants } from './tenants.ts';

/** Messages that users sent to others: one row each, whatever the number of recipients. */
export const messages = pgTable(
  'messages',
  {
    tenantId: tenantId().references(() => tenants.id),
    id: uuid('id').notNull(),
    // Null where a partner's task sent it.
    senderId: uuid('sender_id').default(sql`app.user_id()`),
    audience: jsonb('audience').$type<MessageAudience>().notNull(),
    texts: jsonb('texts').$type<MessageTexts>().notNull(),
    // Whether it is also mailed to those who want that.
    mail: boolean('mail').notNull().default(true),
    // The mailing that notifies its recipients.
    mailingId: uuid('mailing_id').notNull(),
    sentAt: at('sent_at').notNull().default(sql`app.now()`),
    recalledAt: at('recalled_at'),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    index('messages_list').on(t.tenantId, t.sentAt.desc(), t.id.desc()),
    index('messages_sender').on(t.tenantId, t.senderId, t.sentAt.desc(), t.id.desc()),
    uniqueIndex('messages_mailing').on(t.tenantId, t.mailingId),
    index('messages_old_across').on(t.sentAt),
  ],
);
