import { and, sql } from 'drizzle-orm';
import { listCustomers } from '../../../domain/customers/contract.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { keyset, type SortColumn } from '../../request/keyset.ts';
import { c, countColumns, getView, narrowed, presentCustomer, rowColumns, units } from './customer-row.ts';

export const sortColumns: Record<string, SortColumn> = {
  name: { sql: sql`c.sort_key`, cast: 'text' },
  created: { sql: sql`c.created_at`, cast: 'timestamptz' },
};
const none = { n: 0, all: 0, A: 0, B: 0, D: 0, unused: 0 };

export const findCustomers = bind(listCustomers, async (input, ctx) => {
  const list = keyset(input, sortColumns, 'name', sql`c.id`);
  const [about, view] = [narrowed(input), getView(input.view)];
  const [rows, [counted = none]] = await ctx.database.withTenant(getEntry(ctx, 'parties.manage'), (db) => [
    list.page(
      db
        .select({ ...rowColumns, units, sort_value: list.sortValue })
        .from(c)
        .$dynamic(),
      and(about, view),
    ),
    db
      .select({ n: sql<number>`count(*) filter (where ${view})::int`, ...countColumns })
      .from(c)
      .where(about),
  ]);
  const { n: total, ...counts } = counted;
  const { rows: kept, ...paging } = list.answer(rows, total);
  return { items: kept.map((row) => ({ ...presentCustomer(row), units: row.units })), ...paging, counts };
});
