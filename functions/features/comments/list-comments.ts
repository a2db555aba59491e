import { sql } from 'drizzle-orm';
import { raw } from '../../../db/raw.ts';
import { can } from '../../../domain/access/permissions.ts';
import { listComments } from '../../../domain/comments/contract.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { keyset } from '../../request/keyset.ts';
import { getColumns, isUnread, presentThread, threadShape, visible } from './rows.ts';

const readPage = raw('comments.list', threadShape);
const countAll = raw('comments.counts', { there: 'bool', threads: 'int4', comments: 'int4', unread: 'int4' });
const [thread, answer] = [sql`c`, sql`k`];
const defaultSize = 20;

export const findComments = bind(listComments, async ({ id, ...query }, ctx) => {
  const list = keyset({ size: defaultSize, ...query }, { created: { sql: sql`c.created_at`, cast: 'timestamptz' } }, '-created', sql`c.id`);
  const mine = visible(ctx, sql`${id}::uuid`);
  // A thread whose comments are all deleted is left out; a deleted comment with answers keeps its place.
  const answers = sql`k.tenant_id = c.tenant_id and k.parent_id = c.id and k.deleted_at is null`;
  const shown = sql`c.report_id = ${id}::uuid and c.parent_id is null
    and (c.deleted_at is null or exists (select from comments k where ${answers}))`;
  const [found, counted] = await ctx.database.withTenant(getEntry(ctx, 'reports.view'), (db) => [
    readPage(
      db,
      sql`select ${getColumns(thread)}, ${list.sortValue} as sort_value,
          coalesce((select jsonb_agg(to_jsonb(a) order by a.created_at, a.id)
            from (select ${getColumns(answer)} from comments k where ${answers}) a), '[]') as answers
        from comments c where ${shown} and ${mine} and ${list.where} order by ${list.orderBy} ${list.limit}`,
    ),
    countAll(
      db,
      sql`select ${mine} as there, count(*) filter (where ${shown})::int as threads,
          count(*) filter (where c.deleted_at is null)::int as comments, count(*) filter (where ${isUnread(thread)})::int as unread
        from comments c where c.report_id = ${id}::uuid`,
    ),
  ]);
  const { there, threads, comments, unread } = counted.rows[0] ?? { there: false, threads: 0, comments: 0, unread: 0 };
  if (!there) throw new AppError('not_found');
  const { rows: kept, ...paging } = list.answer(found.rows, threads);
  const manages = can(ctx.session, 'reports.manage');
  return { items: kept.map((row) => presentThread(row, ctx, manages)), ...paging, unread, comments };
});
