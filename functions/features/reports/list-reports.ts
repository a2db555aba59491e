import { type SQL, sql } from 'drizzle-orm';
import { raw } from '../../../db/raw.ts';
import { maxOffsetRows } from '../../../domain/contract/page.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { listReports } from '../../../domain/reports/contract.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { keyset, type SortColumn } from '../../request/keyset.ts';
import { cardColumns, cardShape, getLanguage, presentCard } from './card.ts';
import { listedReport } from './listed.ts';
import { getViewer, isFavorite, pageWithPlace, visibleGroup, visibleSubgroup } from './visible.ts';
import { matchesWords } from './words.ts';

const readPage = raw('reports.list', { ...cardShape, sort_value: 'text' });
const countFound = raw('reports.count', { n: 'int4' });
const findPlace = raw('reports.place', { there: 'bool' });

const columns: Record<string, SortColumn> = {
  title: { sql: sql`r.sort_key`, cast: 'text' },
  added: { sql: sql`r.created_at`, cast: 'timestamptz' },
  data: { sql: sql`coalesce(r.data_at, '-infinity'::timestamptz)`, cast: 'timestamptz' },
};

export const findReports = bind(listReports, async (input, ctx) => {
  const viewer = getViewer(ctx);
  const { group = null, subgroup = null } = input;
  const own = sql`(select f.position from favorites f
    where f.tenant_id = r.tenant_id and f.user_id = ${viewer.userId}::uuid and f.report_id = r.id)`;
  // Favorites in their user's order; the rest of the reports after them.
  const sorts = { ...columns, own: { sql: sql`coalesce(${own}, 2147483647)`, cast: 'bigint' as const } };
  const list = keyset(input, sorts, input.favorites ? 'own' : 'title', sql`r.id`);
  const filters: SQL[] = [listedReport(viewer, input.app), matchesWords(input.search)];
  // Whether such a group still exists is checked below; a deleted one leaves its reports without a sub-group too.
  if (group) filters.push(sql`r.group_id = ${group}::uuid`);
  if (subgroup)
    filters.push(sql`r.subgroup_id = ${subgroup}::uuid and r.group_id in (select g.id from groups g where g.deleted_at is null)`);
  if (input.favorites) filters.push(isFavorite(viewer.userId));
  const where = sql.join(filters, sql` and `);
  const [found, counted, place] = await ctx.database.withTenant(getEntry(ctx, 'reports.view'), (db) => [
    readPage(
      db,
      sql`select ${cardColumns(viewer.userId)}, ${list.sortValue} as sort_value
        from ${pageWithPlace(sql`${where} and ${list.where}`, list.orderBy, list.limit)} order by ${list.orderBy}`,
    ),
    countFound(db, sql`select count(*)::int as n from (select 1 from reports r where ${where} limit ${maxOffsetRows + 1}) c`),
    // A group or sub-group that is absent, foreign, hidden or not for this user answers the same: it does not exist (Spec 8).
    findPlace(
      db,
      sql`select (${group}::uuid is null or exists (select from groups g where g.id = ${group}::uuid and ${visibleGroup(viewer)}))
        and (${subgroup}::uuid is null or exists (select from subgroups s join groups g on g.tenant_id = s.tenant_id and g.id = s.group_id
          where s.id = ${subgroup}::uuid and ${visibleSubgroup(viewer)} and ${visibleGroup(viewer)})) as there`,
    ),
  ]);
  if (!place.rows[0]?.there) throw new AppError('group_not_found');
  const total = counted.rows[0]?.n ?? 0;
  const { rows: kept, ...paging } = list.answer(found.rows, Math.min(total, maxOffsetRows), total <= maxOffsetRows);
  const now = ctx.clock.now();
  const language = getLanguage(ctx);
  return { items: kept.map((row) => presentCard(row, now, language)), ...paging };
});
