import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { listExports } from '../../../domain/exports/contract.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { keyset } from '../../http/keyset.ts';
import { active, columns, present, type Row } from './rows.ts';

/** The rows alone say how far each is: reading them never asks the report service. */
export const findExports = bind(listExports, async (input, ctx) => {
  const list = keyset(input, { created: { sql: sql`e.created_at`, cast: 'timestamptz' } }, '-created', sql`e.id`);
  const mine = sql`e.user_id = (select app.user_id())`;
  const [rows, counted] = await ctx.database.withTenant(entryOf(ctx, 'reports.view'), (db) => [
    db.execute(
      sql`select ${columns}, ${list.sortValue} as sort_value from exports e where ${mine} and ${list.where} order by ${list.orderBy} ${list.limit}`,
    ),
    db.execute(sql`select count(*)::int as n, count(*) filter (where e.state in ${active})::int as active from exports e where ${mine}`),
  ]);
  const { n, active: under } = rowsOf<{ n: number; active: number }>(counted)[0] ?? { n: 0, active: 0 };
  const { rows: kept, ...paging } = list.answer(rowsOf<Row & { sort_value: string }>(rows), n);
  return { items: kept.map(present), ...paging, active: under };
});
