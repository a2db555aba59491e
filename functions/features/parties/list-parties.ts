import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { listParties, type PartyCounts } from '../../../domain/parties/contract.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { keyset, type SortColumn } from '../../http/keyset.ts';
import { countColumns, narrowed, presentParty, type Row, rowColumns, viewOf } from './party-row.ts';

export const sortColumns: Record<string, SortColumn> = {
  name: { sql: sql`c.sort_key`, cast: 'text' },
  created: { sql: sql`c.created_at`, cast: 'timestamptz' },
};
const none = { n: 0, all: 0, A: 0, B: 0, D: 0, unused: 0 };

export const findParties = bind(listParties, async (input, ctx) => {
  const list = keyset(input, sortColumns, 'name', sql`c.id`);
  const [about, view] = [narrowed(input), viewOf(input.view)];
  const [rows, counted] = await ctx.database.withTenant(entryOf(ctx, 'parties.manage'), (db) => [
    db.execute(
      sql`select ${rowColumns}, app.party_units(c.id) as units, ${list.sortValue} as sort_value from parties c where ${about} and ${view} and ${list.where} order by ${list.orderBy} ${list.limit}`,
    ),
    db.execute(sql`select count(*) filter (where ${view})::int as n, ${countColumns} from parties c where ${about}`),
  ]);
  const { n: total, ...counts } = rowsOf<PartyCounts & { n: number }>(counted)[0] ?? none;
  const { rows: kept, ...paging } = list.answer(rowsOf<Row & { units: number; sort_value: string }>(rows), total);
  return { items: kept.map((row) => ({ ...presentParty(row), units: row.units })), ...paging, counts };
});
