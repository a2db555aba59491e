import { and, asc, eq, or, sql } from 'drizzle-orm';
import { listViews } from '../../../db/schema/list-views.ts';
import { users } from '../../../db/schema/users.ts';
import { toFlag } from '../../../domain/contract/flag.ts';
import { type ListColumns, readListViews } from '../../../domain/list-views/contract.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';

const maxShown = 200;
const me = sql`(select app.user_id())`;

export const readViews = bind(readListViews, async ({ list }, ctx) => {
  const { id, name, shared, state, version, userId } = listViews;
  const [found, [chosen]] = await ctx.database.withTenant(getEntry(ctx, 'listViews.keep'), (db) => [
    // because a partner's seat is hidden from the unit, its shared view has no owner here
    db
      .select({ id, name, shared, mine: sql<boolean>`${userId} = ${me}`, owner: users.name, state, version })
      .from(listViews)
      .leftJoin(users, and(eq(users.tenantId, listViews.tenantId), eq(users.id, userId)))
      .where(and(eq(listViews.list, list), or(shared, eq(userId, me))))
      .orderBy(asc(listViews.sortKey), asc(id))
      .limit(maxShown),
    db
      .select({ columns: sql<ListColumns | null>`${users.preferences}->'columns'->${list}::text` })
      .from(users)
      .where(eq(users.id, me)),
  ]);
  return { items: found.map((row) => ({ ...row, shared: toFlag(row.shared) })), columns: chosen?.columns ?? null };
});
