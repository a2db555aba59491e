import { sql } from 'drizzle-orm';
import { check, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { RichText } from '../../domain/rich-text/tree.ts';
import { at, tenantId, version } from './columns.ts';
import { tenants } from './tenants.ts';

/** A unit's own wording of a kind of mail in one language; without a row, the built-in text is sent. */
export const mailTemplates = pgTable(
  'mail_templates',
  {
    tenantId: tenantId().references(() => tenants.id),
    kind: text('kind').notNull(),
    language: text('language').notNull(),
    subject: text('subject').notNull(),
    greeting: text('greeting').notNull().default(''),
    // Rich text, or imported HTML.
    body: jsonb('body').$type<RichText>(),
    html: text('html'),
    button: text('button').notNull(),
    changedAt: at('changed_at').notNull().default(sql`app.now()`),
    version: version(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.kind, t.language] }),
    check('mail_templates_language', sql`${t.language} in ('pt-BR','en-US','es','pt-PT')`),
    check('mail_templates_text', sql`(${t.body} is null) <> (${t.html} is null)`),
  ],
);
