import { sql } from 'drizzle-orm';
import { raw } from '../../../db/raw.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { listSight } from '../../../domain/report-access/contract.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { keyset } from '../../request/keyset.ts';
import { conditions, present, rowColumns, rowShape, source } from './sight-rows.ts';

const readPage = raw('report_access.sight', { ...rowShape, sort_value: 'text' });
const countFound = raw('report_access.sight_count', { n: 'int4' });

/** Who sees the report and under which identity, or why not: one statement applies the visibility rule to every user. */
export const findSight = bind(listSight, async (input, ctx) => {
  const list = keyset(input, { name: { sql: sql`p.sort_key`, cast: 'text' } }, 'name', sql`p.id`);
  const where = conditions(input);
  const [found, counted] = await ctx.database.withTenant(getEntry(ctx, 'grants.manage'), (db) => [
    readPage(
      db,
      sql`select ${rowColumns}, ${list.sortValue} as sort_value from ${source}
        where ${where} and ${list.where} order by ${list.orderBy} ${list.limit}`,
    ),
    countFound(db, sql`select (select count(*)::int from ${source} where ${where}) as n from reports one where one.id = ${input.id}::uuid`),
  ]);
  const [total] = counted.rows;
  if (!total) throw new AppError('not_found');
  const { rows: kept, ...paging } = list.answer(found.rows, total.n);
  return { items: kept.map(present), ...paging };
});
