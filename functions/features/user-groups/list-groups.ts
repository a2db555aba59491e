import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { listUserGroups, type UserGroupCounts } from '../../../domain/user-groups/contract.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { keyset } from '../../http/keyset.ts';
import { columns, conditions, countColumns, narrowed, present, type Row, rowColumns } from './rows.ts';

const none = { n: 0, all: 0, empty: 0, deleted: 0 };

export const findUserGroups = bind(listUserGroups, async (input, ctx) => {
  const list = keyset(input, columns, 'name', sql`x.id`);
  const where = conditions(input);
  const [rows, counted] = await ctx.database.withTenant(entryOf(ctx, 'userGroups.read'), (db) => [
    db.execute(
      sql`select ${rowColumns}, ${list.sortValue} as sort_value from user_groups x where ${where} and ${list.where} order by ${list.orderBy} ${list.limit}`,
    ),
    db.execute(sql`select count(*) filter (where ${where})::int as n, ${countColumns} from user_groups x where ${narrowed(input.search)}`),
  ]);
  const { n, ...counts } = rowsOf<UserGroupCounts & { n: number }>(counted)[0] ?? none;
  const { rows: kept, ...paging } = list.answer(rowsOf<Row & { sort_value: string }>(rows), n);
  return { items: kept.map(present), ...paging, counts };
});
