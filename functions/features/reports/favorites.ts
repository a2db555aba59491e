import { sql } from 'drizzle-orm';
import { auditEach } from '../../../db/audited.ts';
import { raw } from '../../../db/raw.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { addFavorite, orderFavorites, removeFavorite } from '../../../domain/reports/contract.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { idRows } from '../../request/id-rows.ts';
import { getViewer, reportsWithPlace, visibleReport } from './visible.ts';

const ok = { status: 'ok' as const };

const addOne = raw('favorites.add', { n: 'int4' });
const removeOne = raw('favorites.remove', {});
const orderAll = raw('favorites.order', {});

// Each is one idempotent statement: when the same call comes twice, the second one changes and records nothing.

export const markFavorite = bind(addFavorite, async ({ id }, ctx) => {
  const [{ rows }] = await ctx.database.withTenant(getEntry(ctx, 'favorites.edit'), (db) => [
    addOne(
      db,
      sql`with seen as (select r.id from ${reportsWithPlace} where r.id = ${id}::uuid and ${visibleReport(getViewer(ctx))}),
        next as (select coalesce(max(position) + 1, 0) as position from favorites where user_id = (select app.user_id())),
        added as (insert into favorites (report_id, position) select seen.id, next.position from seen, next
          on conflict do nothing returning report_id),
        said as (${auditEach(ctx, { what: 'favorite.add', row: sql`report_id`, from: sql`added` })})
      select count(*)::int as n from seen`,
    ),
  ]);
  if (rows[0]?.n !== 1) throw new AppError('not_found');
  return ok;
});

export const unmarkFavorite = bind(removeFavorite, async ({ id }, ctx) => {
  await ctx.database.withTenant(getEntry(ctx, 'favorites.edit'), (db) => [
    removeOne(
      db,
      sql`with gone as (delete from favorites where user_id = (select app.user_id()) and report_id = ${id}::uuid returning report_id)
        ${auditEach(ctx, { what: 'favorite.remove', row: sql`report_id`, from: sql`gone` })}`,
    ),
  ]);
  return ok;
});

export const sortFavorites = bind(orderFavorites, async ({ ids }, ctx) => {
  await ctx.database.withTenant(getEntry(ctx, 'favorites.edit'), (db) => [
    // Favorites the list leaves out keep their place: the named ones swap among themselves.
    orderAll(
      db,
      sql`with wanted as ${idRows(ids)},
        held as materialized (select f.report_id, f.position from favorites f
          where f.user_id = (select app.user_id()) order by f.report_id for update),
        mine as (select h.report_id, row_number() over (order by h.position, h.report_id) as slot, w.n
          from held h left join wanted w on w.id = h.report_id),
        places as (select slot, row_number() over (order by slot) as n from mine where n is not null),
        named as (select report_id, row_number() over (order by n) as n from mine where n is not null),
        next as (select m.report_id, coalesce(p.slot, m.slot)::int as position
          from mine m left join named c on c.report_id = m.report_id left join places p on p.n = c.n),
        moved as (update favorites f set position = x.position from next x
          where f.user_id = (select app.user_id()) and f.report_id = x.report_id and f.position <> x.position returning 1)
      ${auditEach(ctx, { what: 'favorite.order', row: null, facts: { moved: sql`count(*)` }, from: sql`moved having count(*) > 0` })}`,
    ),
  ]);
  return ok;
});
