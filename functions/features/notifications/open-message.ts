import { and, eq, isNull, sql } from 'drizzle-orm';
import { messages } from '../../../db/schema/messages.ts';
import { notifications } from '../../../db/schema/notifications.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { toIso } from '../../../domain/format/iso.ts';
import { languageRead } from '../../../domain/messages/texts.ts';
import { openMessage } from '../../../domain/notifications/contract.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { getLanguage } from '../../request/table-file.ts';

/** Only those who have the message in their inbox may read it; one that was recalled stays with those who had read it. */
export const openOneMessage = bind(openMessage, async ({ id }, ctx) => {
  const [[row]] = await ctx.database.withTenant(getEntry(ctx, 'notifications.read'), (db) => [
    db
      .select({
        notification: notifications.id,
        texts: messages.texts,
        sender: sql<string>`coalesce((select b.name from users b where b.tenant_id = ${messages.tenantId} and b.id = ${messages.senderId}),
          app.seat_name(${messages.senderId}), '')`,
        sentAt: messages.sentAt,
        read: sql<boolean>`${notifications.readAt} is not null`,
        recalled: sql<boolean>`${messages.recalledAt} is not null`,
      })
      .from(messages)
      .innerJoin(notifications, and(eq(notifications.tenantId, messages.tenantId), eq(notifications.mailingId, messages.mailingId)))
      .where(and(eq(messages.id, id), eq(notifications.userId, sql`(select app.user_id())`), isNull(notifications.deletedAt))),
  ]);
  if (!row) throw new AppError('not_found');
  const language = languageRead(row.texts, getLanguage(ctx), ctx.tenant.language);
  const words = language ? row.texts[language] : undefined;
  if (!language || !words) throw new AppError('not_found');
  const { notification, sender, read, recalled } = row;
  return { notification, language, ...words, sender, at: toIso(row.sentAt), read, recalled };
});
