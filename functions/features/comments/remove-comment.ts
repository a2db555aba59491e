import { eq, sql } from 'drizzle-orm';
import { auditedAct } from '../../../db/audited.ts';
import { commentMentions, comments } from '../../../db/schema/comments.ts';
import { can } from '../../../domain/access/permissions.ts';
import { removeComment } from '../../../domain/comments/contract.ts';
import { refuseRemove } from '../../../domain/comments/decide.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { throwIfRefused } from '../../../domain/errors/refusal.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { orGone } from '../../request/lost-race.ts';
import { holdStored, readStored } from './stored.ts';

/** Deletes the text, the view and the mentions for good; the row stays as the parent of its answers. */
export const removeOneComment = bind(removeComment, async ({ id }, ctx) => {
  const entry = getEntry(ctx, 'reports.view');
  const [[comment]] = await ctx.database.withTenant(entry, (db) => [readStored(db, ctx, id)]);
  throwIfRefused(refuseRemove(comment, can(ctx.session, 'reports.manage')));
  if (!comment) throw new AppError('not_found');

  const emptied = { text: '', bookmark: null, page: null, pageTitle: null, deletedAt: sql`app.now()` };
  await orGone(
    ctx.database.withTenant(entry, (db) => [
      holdStored(db, ctx, id),
      db.update(comments).set(emptied).where(eq(comments.id, id)),
      db.delete(commentMentions).where(eq(commentMentions.commentId, id)),
      auditedAct(db, ctx, 'comment.remove', id, { report: comment.reportId, author: comment.authorId }),
    ]),
  );
  return { status: 'ok' as const };
});
