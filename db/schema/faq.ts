import { sql } from 'drizzle-orm';
import { boolean, check, foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { FaqAudience } from '../../domain/faq/limits.ts';
import type { FaqTexts } from '../../domain/faq/texts.ts';
import { createdAt, tenantId, version } from './columns.ts';
import { tenants } from './tenants.ts';
import { users } from './users.ts';

/** Common questions and their answers (Spec 2, /faq). Those with `below` are also shown in the tenants below. */
export const faqEntries = pgTable(
  'faq_entries',
  {
    tenantId: tenantId().references(() => tenants.id),
    id: uuid('id').notNull(),
    audience: text('audience').$type<FaqAudience>().notNull(),
    below: boolean('below').notNull().default(false),
    position: integer('position').notNull().default(0),
    // By language: {"pt-BR": {question, answer}, …}, at least one.
    texts: jsonb('texts').$type<FaqTexts>().notNull(),
    // Answers to "Did this help?", also those from the tenants below; kept by app.vote_faq.
    helped: integer('helped').notNull().default(0),
    notHelped: integer('not_helped').notNull().default(0),
    version: version(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    check('faq_entries_audience', sql`${t.audience} in ('public','signed_in')`),
    index('faq_entries_position').on(t.tenantId, t.position, t.id),
  ],
);

/** Who answered "Did this help?"; the question may be of a layer above, so it isn't referenced. */
export const faqVotes = pgTable(
  'faq_votes',
  {
    tenantId: tenantId().references(() => tenants.id),
    userId: uuid('user_id').notNull().default(sql`app.user_id()`),
    entryId: uuid('entry_id').notNull(),
    helped: boolean('helped').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.userId, t.entryId] }),
    foreignKey({ name: 'faq_votes_user', columns: [t.tenantId, t.userId], foreignColumns: [users.tenantId, users.id] }).onDelete('cascade'),
    index('faq_votes_entry_across').on(t.entryId),
  ],
);
