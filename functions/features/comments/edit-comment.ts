import { and, eq, notInArray, sql } from 'drizzle-orm';
import { auditedAct } from '../../../db/audited.ts';
import type { Db } from '../../../db/client.ts';
import { raw } from '../../../db/raw.ts';
import { commentMentions, comments } from '../../../db/schema/comments.ts';
import { editComment } from '../../../domain/comments/contract.ts';
import { refuseEdit } from '../../../domain/comments/decide.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { throwIfRefused } from '../../../domain/errors/refusal.ts';
import { bind } from '../../request/bind.ts';
import { getEntry, type SessionContext } from '../../request/context.ts';
import { idRows } from '../../request/id-rows.ts';
import { orGone } from '../../request/lost-race.ts';
import { wakeOutbox } from '../mail/index.ts';
import { news } from './add-comment.ts';
import { holdStored, readMentioned, readStored } from './stored.ts';
import { seesReport } from './visible-people.ts';

export const editOneComment = bind(editComment, async ({ id, text, mentions: named }, ctx) => {
  const mentions = [...new Set(named ?? [])];
  const entry = getEntry(ctx, 'reports.view');
  const report = sql`(select c.report_id from comments c where c.id = ${id}::uuid)`;
  const [[comment], people] = await ctx.database.withTenant(entry, (db) => [readStored(db, ctx, id), readMentioned(db, mentions, report)]);
  const own = comment?.own ? comment : undefined;
  const mentioned = { asked: mentions.length, exist: people.length, see: people.filter(({ sees }) => sees).length };
  throwIfRefused(refuseEdit(own, mentioned, ctx.clock.now()));
  if (!own) throw new AppError('not_found');

  await orGone(
    ctx.database.withTenant(entry, (db) => [
      holdStored(db, ctx, id),
      db.update(comments).set({ text, editedAt: sql`app.now()` }).where(eq(comments.id, id)),
      ...(named
        ? [db.delete(commentMentions).where(and(eq(commentMentions.commentId, id), notInArray(commentMentions.userId, mentions)))]
        : []),
      ...(mentions.length > 0 ? [mentionMore(db, ctx, id, mentions)] : []),
      auditedAct(db, ctx, 'comment.edit', id, { report: own.reportId, ...(named && { mentions: mentions.length }) }),
    ]),
  );
  wakeOutbox(ctx);
  return { status: 'ok' as const };
});

const writeMentions = raw('comments.mention', { fresh: 'int4' });

/** Adds new mentions and notifies those people, unless they can no longer see the report. */
const mentionMore = (db: Db, ctx: SessionContext, id: string, mentions: readonly string[]) =>
  writeMentions(
    db,
    sql`with w as (select c.id, c.report_id, c.text from comments c where c.id = ${id}::uuid), wanted as ${idRows(mentions)},
        fresh as (insert into comment_mentions (comment_id, user_id)
          select w.id, u.id from w, users u join wanted on wanted.id = u.id where ${seesReport(sql`w.report_id`)}
          on conflict do nothing returning user_id),
        ${news(ctx, sql`select fresh.user_id from fresh where fresh.user_id <> (select app.user_id())`)}
      select count(*)::int as fresh from fresh`,
  );
