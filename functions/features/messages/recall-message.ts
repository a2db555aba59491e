import { and, eq, sql } from 'drizzle-orm';
import { auditEach } from '../../../db/audited.ts';
import { raw } from '../../../db/raw.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { throwIfRefused } from '../../../domain/errors/refusal.ts';
import { recallMessage } from '../../../domain/messages/contract.ts';
import { recallMinutes } from '../../../domain/messages/limits.ts';
import { recallRefused } from '../../../domain/messages/recall.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { messageName } from './message.sql.ts';
import { isSeen, m } from './rows.ts';

const recall = raw('messages.recall', { unread: 'int4', read: 'int4', mails_stopped: 'int4', mails_left: 'int4' });

/** Stops a message. What was read and what has left for a mail server can't be taken back, and the answer says how much that is. */
export const recallOneMessage = bind(recallMessage, async ({ id }, ctx) => {
  const entry = getEntry(ctx, 'notifications.send');
  const [[stored]] = await ctx.database.withTenant(entry, (db) => [
    db
      .select({ sentAt: m.sentAt, recalledAt: m.recalledAt })
      .from(m)
      .where(and(eq(m.id, id), isSeen(ctx))),
  ]);
  if (!stored) throw new AppError('not_found');
  const recalledAt = stored.recalledAt ? Date.parse(stored.recalledAt) : null;
  throwIfRefused(recallRefused({ sentAt: Date.parse(stored.sentAt), recalledAt }, ctx.clock.now()));
  const [{ rows }] = await ctx.database.withTenant(entry, (db) => [
    recall(
      db,
      sql`with r as materialized (select * from app.recall_message(${id}::uuid, ${recallMinutes}::int)),
          a as (${auditEach(ctx, {
            what: 'message.recall',
            row: sql`${id}::uuid`,
            facts: { name: messageName, unread: sql`r.unread`, read: sql`r.read`, mails_left: sql`r.mails_left` },
            from: sql`r join messages w on w.id = ${id}::uuid`,
          })})
        select r.unread, r.read, r.mails_stopped, r.mails_left from r`,
    ),
  ]);
  const [done] = rows;
  if (!done) throw new AppError('message_recalled');
  return { unread: done.unread, read: done.read, mailsStopped: done.mails_stopped, mailsLeft: done.mails_left };
});
