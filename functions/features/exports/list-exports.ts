import { count, sql } from 'drizzle-orm';
import { listExports } from '../../../domain/exports/contract.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { keyset } from '../../request/keyset.ts';
import { active, e, isOwn, listedExports, present } from './rows.ts';

/** Progress is read from the rows; listing never calls the report service. */
export const findExports = bind(listExports, async (input, ctx) => {
  const list = keyset(input, { created: { sql: sql`${e.createdAt}`, cast: 'timestamptz' } }, '-created', sql`${e.id}`);
  const [rows, [counted = { n: 0, active: 0 }]] = await ctx.database.withTenant(getEntry(ctx, 'reports.view'), (db) => [
    list.page(listedExports(db, list.sortValue).$dynamic(), isOwn),
    db
      .select({ n: count(), active: sql<number>`count(*) filter (where ${e.state} in ${active})::int` })
      .from(e)
      .where(isOwn),
  ]);
  const { rows: kept, ...paging } = list.answer(rows, counted.n);
  return { items: kept.map(present), ...paging, active: counted.active };
});
