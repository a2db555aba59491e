import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { listMembers } from '../../../domain/user-groups/contract.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { keyset } from '../../http/keyset.ts';
import { conditions, present, type Row, rowColumns, source } from './member-rows.ts';

export const findMembersOf = bind(listMembers, async (input, ctx) => {
  const list = keyset(input, { name: { sql: sql`p.sort_key`, cast: 'text' } }, 'name', sql`p.id`);
  const where = conditions(input);
  const [rows, counted] = await ctx.database.withTenant(entryOf(ctx, 'userGroups.read'), (db) => [
    db.execute(
      sql`select ${rowColumns}, ${list.sortValue} as sort_value from ${source} where ${where} and ${list.where} order by ${list.orderBy} ${list.limit}`,
    ),
    db.execute(sql`select (select count(*)::int from ${source} where ${where}) as n from user_groups one where one.id = ${input.id}::uuid`),
  ]);
  const [total] = rowsOf<{ n: number }>(counted);
  if (!total) throw new AppError('not_found');
  const { rows: kept, ...paging } = list.answer(rowsOf<Row & { sort_value: string }>(rows), total.n);
  return { items: kept.map(present), ...paging };
});
