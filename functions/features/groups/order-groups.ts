import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { orderGroups } from '../../../domain/groups/contract.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { idRows } from '../../http/id-rows.ts';
import { tableOf, whatOf } from './kind.ts';

/** The whole order or nothing: a list that somebody else has lengthened or shortened meanwhile is refused. */
export const sortGroups = bind(orderGroups, async ({ kind, groupId, ids }, ctx) => {
  if (kind === 'subgroups' && !groupId) throw new AppError('required', { name: 'groupId' }, { field: 'groupId' });
  if (new Set(ids).size !== ids.length) throw new AppError('invalid_input', { name: 'ids', reason: 'repeated' }, { field: 'ids' });
  const table = tableOf(kind);
  const within = kind === 'subgroups' ? sql`and group_id = ${groupId ?? null}::uuid` : sql``;
  const [result] = await ctx.database.withTenant(entryOf(ctx, 'groups.edit'), (db) => [
    db.execute(sql`with wanted as ${idRows(ids)}, now_there as (select id, position from ${table} where deleted_at is null ${within}),
        fits as (select 1 where (select count(*) from wanted) = (select count(*) from now_there) and not exists (select id from now_there except select id from wanted)),
        moved as (update ${table} t set position = w.n from wanted w, fits where t.id = w.id and t.position <> w.n returning t.id),
        a as (insert into audit (what, row_id, change, ip, request_id) select ${whatOf(kind, 'order')}, ${groupId ?? null}::uuid, jsonb_build_object('before', (select jsonb_agg(id order by position) from now_there), 'after', (select jsonb_agg(id order by n) from wanted)), ${ctx.address}, ${ctx.requestId}
          where exists (select from moved))
      select (select count(*)::int from fits) as fits`),
  ]);
  if (rowsOf<{ fits: number }>(result)[0]?.fits !== 1) throw new AppError('changed_meanwhile');
  return { status: 'ok' as const };
});
