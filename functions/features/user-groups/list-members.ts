import { eq, sql } from 'drizzle-orm';
import { userGroups } from '../../../db/schema/user-groups.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { listMembers } from '../../../domain/user-groups/contract.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { keyset } from '../../request/keyset.ts';
import { conditions, countMembers, membership, n, p, present, rowColumns } from './member-rows.ts';

export const findGroupMembers = bind(listMembers, async (input, ctx) => {
  const list = keyset(input, { name: { sql: sql`${p.sortKey}`, cast: 'text' } }, 'name', sql`${p.id}`);
  const where = conditions(input);
  const [rows, [counted], [group]] = await ctx.database.withTenant(getEntry(ctx, 'userGroups.read'), (db) => [
    list.page(
      db
        .select({ ...rowColumns, sort_value: list.sortValue })
        .from(n)
        .innerJoin(p, membership)
        .$dynamic(),
      where,
    ),
    countMembers(db, where),
    db.select({ id: userGroups.id }).from(userGroups).where(eq(userGroups.id, input.id)),
  ]);
  if (!group) throw new AppError('not_found');
  const { rows: kept, ...paging } = list.answer(rows, counted?.n ?? 0);
  return { items: kept.map(present), ...paging };
});
