import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { orderManaged } from '../../../domain/report-management/contract.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { idRows } from '../../http/id-rows.ts';
import { takeTurns } from './write-parts.ts';

/** The whole order of a group or nothing; two who order at once do it one after the other, and the later order stands whole. */
export const sortReports = bind(orderManaged, async ({ groupId, ids }, ctx) => {
  if (new Set(ids).size !== ids.length) throw new AppError('invalid_input', { name: 'ids', reason: 'repeated' }, { field: 'ids' });
  const [, result] = await ctx.database.withTenant(entryOf(ctx, 'reports.manage'), (db) => [
    db.execute(takeTurns('order')),
    db.execute(sql`with wanted as ${idRows(ids)}, now_there as (select r.id, r.position from reports r join groups g on g.tenant_id = r.tenant_id and g.id = r.group_id and g.deleted_at is null where r.group_id = ${groupId}::uuid),
        fits as (select 1 where (select count(*) from wanted) = (select count(*) from now_there) and not exists (select id from now_there except select id from wanted)),
        moved as (update reports t set position = w.n from wanted w, fits where t.id = w.id and t.position <> w.n returning t.id),
        a as (insert into audit (what, row_id, change, ip, request_id) select 'report.order', ${groupId}::uuid, jsonb_build_object('before', (select jsonb_agg(id order by position) from now_there), 'after', (select jsonb_agg(id order by n) from wanted)), ${ctx.address}, ${ctx.requestId}
          where exists (select from moved))
      select (select count(*)::int from fits) as fits`),
  ]);
  if (rowsOf<{ fits: number }>(result)[0]?.fits !== 1) throw new AppError('changed_meanwhile');
  return { status: 'ok' as const };
});
