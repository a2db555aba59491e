import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { toFlag } from '../../../domain/contract/fields.ts';
import { type ListColumns, type ListViewState, readListViews } from '../../../domain/list-views/contract.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';

type Row = { id: string; name: string; shared: boolean; mine: boolean; owner: string | null; state: ListViewState; version: number };
const mostShown = 200;

export const readViews = bind(readListViews, async ({ list }, ctx) => {
  const [found, chosen] = await ctx.database.withTenant(entryOf(ctx, 'listViews.keep'), (db) => [
    // because a partner's seat is hidden from the unit, its shared view has no owner here
    db.execute(sql`select v.id, v.name, v.shared, v.user_id = (select app.user_id()) as mine, u.name as owner, v.state, v.version
      from list_views v left join users u on u.tenant_id = v.tenant_id and u.id = v.user_id
      where v.list = ${list} and (v.shared or v.user_id = (select app.user_id())) order by v.sort_key, v.id limit ${mostShown}`),
    db.execute(sql`select preferences->'columns'->${list}::text as columns from users where id = (select app.user_id())`),
  ]);
  return {
    items: rowsOf<Row>(found).map((row) => ({ ...row, shared: toFlag(row.shared) })),
    columns: rowsOf<{ columns: ListColumns | null }>(chosen)[0]?.columns ?? null,
  };
});
