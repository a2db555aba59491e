import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { addFavorite, orderFavorites, removeFavorite } from '../../../domain/reports/contract.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { reportsWithPlace, viewerOf, visibleReport } from './visible.ts';

const ok = { status: 'ok' as const };

export const markFavorite = bind(addFavorite, async ({ id }, ctx) => {
  const [result] = await ctx.database.withTenant(entryOf(ctx, 'favorites.edit'), (db) => [
    db.execute(sql`with seen as (select r.id from ${reportsWithPlace} where r.id = ${id}::uuid and ${visibleReport(viewerOf(ctx))}),
        added as (insert into favorites (report_id, position) select id, coalesce((select max(position) + 1 from favorites where user_id = (select app.user_id())), 0) from seen on conflict do nothing returning report_id),
        said as (insert into audit (what, row_id, ip, request_id) select 'favorite.add', report_id, ${ctx.address}, ${ctx.requestId} from added)
      select count(*)::int as n from seen`),
  ]);
  if (rowsOf<{ n: number }>(result)[0]?.n !== 1) throw new AppError('not_found');
  return ok;
});

export const unmarkFavorite = bind(removeFavorite, async ({ id }, ctx) => {
  await ctx.database.withTenant(entryOf(ctx, 'favorites.edit'), (db) => [
    db.execute(sql`with gone as (delete from favorites where user_id = (select app.user_id()) and report_id = ${id}::uuid returning report_id)
      insert into audit (what, row_id, ip, request_id) select 'favorite.remove', report_id, ${ctx.address}, ${ctx.requestId} from gone`),
  ]);
  return ok;
});

export const sortFavorites = bind(orderFavorites, async ({ ids }, ctx) => {
  await ctx.database.withTenant(entryOf(ctx, 'favorites.edit'), (db) => [
    db.execute(sql`with wanted as (select x.id::uuid as id, x.n::int as n from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb) with ordinality x (id, n)),
        moved as (update favorites f set position = w.n from wanted w where f.user_id = (select app.user_id()) and f.report_id = w.id and f.position <> w.n returning 1)
      insert into audit (what, change, ip, request_id) select 'favorite.order', jsonb_build_object('moved', count(*)), ${ctx.address}, ${ctx.requestId} from moved having count(*) > 0`),
  ]);
  return ok;
});
