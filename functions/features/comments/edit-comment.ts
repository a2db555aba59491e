import { sql } from 'drizzle-orm';
import { raw } from '../../../db/raw.ts';
import { editComment } from '../../../domain/comments/contract.ts';
import { editMinutes } from '../../../domain/comments/limits.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { idRows } from '../../http/id-rows.ts';
import { wakeOutbox } from '../mail/index.ts';
import { news } from './add-comment.ts';
import { visible } from './rows.ts';
import { seesReport } from './visible-people.ts';

const changeOne = raw('comments.change', { exist: 'int4', known: 'int4', changed: 'int4' });

export const editOneComment = bind(editComment, async (input, ctx) => {
  const mentions = [...new Set(input.mentions)];
  const [{ rows }] = await ctx.database.withTenant(entryOf(ctx, 'reports.view'), (db) => [
    changeOne(
      db,
      sql`with own as (select c.id, c.report_id, c.created_at from comments c
          where c.id = ${input.id}::uuid and c.author_id = (select app.user_id()) and c.deleted_at is null and ${visible(ctx, sql`c.report_id`)}),
        wanted as ${idRows(mentions)},
        known as (select u.id from users u join wanted on wanted.id = u.id, own where ${seesReport(sql`own.report_id`)}),
        w as (update comments c set text = ${input.text}, edited_at = app.now() from own
          where c.id = own.id and own.created_at > app.now() - make_interval(mins => ${editMinutes})
            and (select count(*) from known) = ${mentions.length}
          returning c.id, c.report_id, c.text),
        gone as (delete from comment_mentions n using w where n.comment_id = w.id and n.user_id not in (select id from known)),
        fresh as (insert into comment_mentions (comment_id, user_id) select w.id, known.id from w, known on conflict do nothing returning user_id),
        ${news(ctx, sql`select fresh.user_id from fresh where fresh.user_id <> (select app.user_id())`)},
        a as (insert into audit (what, row_id, change, ip, request_id)
          select 'comment.edit', w.id, jsonb_build_object('report', w.report_id, 'mentions', ${mentions.length}::int),
            ${ctx.address}, ${ctx.requestId} from w)
      select (select count(*)::int from users u join wanted on wanted.id = u.id where u.deleted_at is null) as exist,
        (select count(*)::int from known) as known, (select count(*)::int from w) as changed from own`,
    ),
  ]);
  const [outcome] = rows;
  if (!outcome) throw new AppError('not_found');
  if (outcome.exist !== mentions.length) throw new AppError('not_found', undefined, { field: 'mentions' });
  if (outcome.known !== mentions.length) throw new AppError('mention_refused', undefined, { field: 'mentions' });
  if (outcome.changed !== 1) throw new AppError('comment_too_late', { count: editMinutes });
  wakeOutbox(ctx);
  return { status: 'ok' as const };
});
