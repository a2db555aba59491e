import { sql } from 'drizzle-orm';
import { raw } from '../../../db/raw.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { listGrants } from '../../../domain/report-access/contract.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { keyset } from '../../request/keyset.ts';
import { columns, conditions, present, rowColumns, rowShape, source } from './grant-rows.ts';

const readPage = raw('grants.list', { ...rowShape, sort_value: 'text' });
const countFound = raw('grants.count', { n: 'int4' });

/** The grants of one report, including expired ones. */
export const findGrants = bind(listGrants, async (input, ctx) => {
  const list = keyset(input, columns, '-created', sql`x.id`);
  const where = conditions(input);
  const [found, counted] = await ctx.database.withTenant(getEntry(ctx, 'grants.manage'), (db) => [
    readPage(
      db,
      sql`select ${rowColumns}, ${list.sortValue} as sort_value from ${source}
        where ${where} and ${list.where} order by ${list.orderBy} ${list.limit}`,
    ),
    countFound(db, sql`select (select count(*)::int from ${source} where ${where}) as n from reports r where r.id = ${input.id}::uuid`),
  ]);
  const [total] = counted.rows;
  if (!total) throw new AppError('not_found');
  const { rows: kept, ...paging } = list.answer(found.rows, total.n);
  return { items: kept.map(present), ...paging };
});
