import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { readGroup } from '../../../domain/groups/contract.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { present, type Row, rowColumns, source } from './kind.ts';

const mostTitles = 50;

/** One group or sub-group with who sees it, and what a deletion would take. */
export const readOneGroup = bind(readGroup, async ({ kind, id }, ctx) => {
  const inside = kind === 'groups' ? sql`r.group_id = ${id}::uuid` : sql`r.subgroup_id = ${id}::uuid`;
  const [found, people, favorites, titles] = await ctx.database.withTenant(entryOf(ctx, 'groups.read'), (db) => [
    db.execute(sql`select ${rowColumns(kind)} from ${source(kind)} where x.id = ${id}::uuid`),
    db.execute(
      sql`select u.id, u.name, u.email from viewers v join users u on u.tenant_id = v.tenant_id and u.id = v.user_id where v.target_id = ${id}::uuid order by u.sort_key, u.id`,
    ),
    db.execute(
      sql`select count(*)::int as n from favorites f join reports r on r.tenant_id = f.tenant_id and r.id = f.report_id where ${inside}`,
    ),
    db.execute(sql`select r.title from reports r where ${inside} order by r.sort_key, r.id limit ${mostTitles}`),
  ]);
  const [row] = rowsOf<Row>(found);
  if (!row) throw new AppError('group_not_found');
  return {
    ...present(row),
    viewers: rowsOf<{ id: string; name: string; email: string }>(people),
    favorites: rowsOf<{ n: number }>(favorites)[0]?.n ?? 0,
    reportTitles: rowsOf<{ title: string }>(titles).map((report) => report.title),
  };
});
