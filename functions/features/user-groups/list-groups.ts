import { sql } from 'drizzle-orm';
import { listUserGroups } from '../../../domain/user-groups/contract.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { keyset } from '../../request/keyset.ts';
import { columns, conditions, countColumns, narrowed, present, rowColumns, x } from './rows.ts';

const none = { n: 0, all: 0, empty: 0, deleted: 0 };

export const findUserGroups = bind(listUserGroups, async (input, ctx) => {
  const list = keyset(input, columns, 'name', sql`${x.id}`);
  const where = conditions(input);
  const [rows, [counted = none]] = await ctx.database.withTenant(getEntry(ctx, 'userGroups.read'), (db) => [
    list.page(
      db
        .select({ ...rowColumns, sort_value: list.sortValue })
        .from(x)
        .$dynamic(),
      where,
    ),
    db
      .select({ n: sql<number>`count(*) filter (where ${where})::int`, ...countColumns })
      .from(x)
      .where(narrowed(input.search)),
  ]);
  const { n, ...counts } = counted;
  const { rows: kept, ...paging } = list.answer(rows, n);
  return { items: kept.map(present), ...paging, counts };
});
