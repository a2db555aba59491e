import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { listWorkspaces } from '../../../domain/service/workspaces/contract.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { keyset } from '../../http/keyset.ts';
import { accountViewerOf } from './account-visible.ts';
import { conditions, present, type Row, rowColumns, sortColumns, source } from './workspace-rows.ts';

export const findWorkspaces = bind(listWorkspaces, async (input, ctx) => {
  const list = keyset(input, sortColumns, 'name', sql`w.id`);
  const where = conditions(accountViewerOf(ctx), input);
  const [rows, counted] = await ctx.database.withTenant(entryOf(ctx, 'service.manage'), (db) => [
    db.execute(
      sql`select ${rowColumns}, ${list.sortValue} as sort_value from ${source} where ${where} and ${list.where} order by ${list.orderBy} ${list.limit}`,
    ),
    db.execute(sql`select count(*)::int as n from ${source} where ${where}`),
  ]);
  const total = rowsOf<{ n: number }>(counted)[0]?.n ?? 0;
  const { rows: kept, ...paging } = list.answer(rowsOf<Row & { sort_value: string }>(rows), total);
  return { items: kept.map(present), ...paging };
});
