import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { type AccountCounts, listAccounts } from '../../../domain/service/contract.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { keyset } from '../../http/keyset.ts';
import { countColumns, inView, narrowed, present, type Row, rowColumns, sortColumns, source } from './account-rows.ts';
import { accountViewerOf, isRestricted } from './account-visible.ts';

export const findAccounts = bind(listAccounts, async (input, ctx) => {
  const viewer = accountViewerOf(ctx);
  const list = keyset(input, sortColumns, 'name', sql`a.id`);
  const where = narrowed(viewer, input.search);
  const [rows, counted] = await ctx.database.withTenant(entryOf(ctx, 'service.manage'), (db) => [
    db.execute(
      sql`select ${rowColumns}, ${list.sortValue} as sort_value from ${source} where ${where} and ${inView(input.view)} and ${list.where} order by ${list.orderBy} ${list.limit}`,
    ),
    db.execute(
      sql`select ${countColumns}, count(*) filter (where ${inView(input.view)})::int as n, ${isRestricted(viewer)} as restricted from service_accounts a where ${where}`,
    ),
  ]);
  const [facts] = rowsOf<AccountCounts & { n: number; restricted: boolean }>(counted);
  const { n = 0, restricted = false, ...counts } = facts ?? { all: 0, ending: 0, failing: 0, disabled: 0 };
  const { rows: kept, ...paging } = list.answer(rowsOf<Row & { sort_value: string }>(rows), n);
  return { items: kept.map(present), ...paging, counts, restricted };
});
