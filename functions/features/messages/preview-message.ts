import { eq, sql } from 'drizzle-orm';
import { users } from '../../../db/schema/users.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { previewMessage } from '../../../domain/messages/contract.ts';
import { getExcerpt, languageRead, type MessageTexts } from '../../../domain/messages/texts.ts';
import type { Language } from '../../../domain/session/languages.ts';
import { bind } from '../../request/bind.ts';
import { getEntry, type SessionContext } from '../../request/context.ts';
import { getOrigin } from '../../request/get-origin.ts';
import { getContent, renderMail } from '../mail/index.ts';
import { checkedTexts } from './checked-texts.ts';

/** The words that a reader of a language gets. */
export function wordsFor(texts: MessageTexts, reader: Language, ctx: SessionContext) {
  const language = languageRead(texts, reader, ctx.tenant.language);
  const words = language ? texts[language] : undefined;
  if (!language || !words) throw new AppError('invalid_input', { reason: 'required' }, { field: 'texts' });
  return { language, ...words };
}

/** The mail as it would be written for a reader with the caller's name, by the renderer of mail itself. */
export const previewOneMessage = bind(previewMessage, async ({ texts, language }, ctx) => {
  const [[me]] = await ctx.database.withTenant(getEntry(ctx, 'notifications.send'), (db) => [
    db
      .select({ name: sql<string>`coalesce(app.seat_name(${users.id}), ${users.name})` })
      .from(users)
      .where(eq(users.id, sql`(select app.user_id())`)),
  ]);
  const { language: read, subject, body, html } = wordsFor(await checkedTexts(texts), language, ctx);
  const vars = { subject, excerpt: getExcerpt({ body, html }), by: me?.name ?? '' };
  const reader = { name: me?.name ?? '', language, zone: ctx.tenant.zone };
  const matter = { kind: 'announcement' as const, vars, link: '/notifications', body, html };
  const house = { name: ctx.tenant.name, theme: ctx.tenant.theme, origin: getOrigin(ctx.host, ctx.env) };
  const [content, { text }] = await Promise.all([getContent(matter, reader, house), renderMail(matter, reader, house)]);
  const { greeting, notes, action, footer } = content;
  return { language: read, subject, excerpt: vars.excerpt, greeting, by: notes[0] ?? '', action: action?.label ?? '', footer, text };
});
