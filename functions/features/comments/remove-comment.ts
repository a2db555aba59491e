import { sql } from 'drizzle-orm';
import { raw } from '../../../db/raw.ts';
import { can } from '../../../domain/access/permissions.ts';
import { removeComment } from '../../../domain/comments/contract.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { visible } from './rows.ts';

const removeOne = raw('comments.remove', { removed: 'int4' });

/** The words, the view and the mentions go for good; the row keeps the place of the answers. */
export const removeOneComment = bind(removeComment, async ({ id }, ctx) => {
  const manages = can(ctx.session, 'reports.manage');
  const [{ rows }] = await ctx.database.withTenant(entryOf(ctx, 'reports.view'), (db) => [
    removeOne(
      db,
      sql`with c as (select k.id, k.report_id, k.author_id from comments k
          where k.id = ${id}::uuid and k.deleted_at is null and ${visible(ctx, sql`k.report_id`)}),
        w as (update comments k set text = '', bookmark = null, page = null, page_title = null, deleted_at = app.now() from c
          where k.id = c.id and (c.author_id = (select app.user_id()) or ${manages}::boolean) returning k.id, k.report_id, k.author_id),
        n as (delete from comment_mentions x using w where x.comment_id = w.id),
        a as (insert into audit (what, row_id, change, ip, request_id)
          select 'comment.remove', w.id, jsonb_build_object('report', w.report_id, 'author', w.author_id),
            ${ctx.address}, ${ctx.requestId} from w)
      select (select count(*)::int from w) as removed from c`,
    ),
  ]);
  const [outcome] = rows;
  if (!outcome) throw new AppError('not_found');
  if (outcome.removed !== 1) throw new AppError('not_permitted', { action: 'reports.manage' });
  return { status: 'ok' as const };
});
