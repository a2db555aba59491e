import { and, asc, inArray, isNull, ne, or, sql } from 'drizzle-orm';
import { userGroups } from '../../../db/schema/user-groups.ts';
import { users } from '../../../db/schema/users.ts';
import { findRecipients } from '../../../domain/messages/contract.ts';
import { fold } from '../../../domain/text/fold.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';

const shown = 20;

/** Groups or users whose name, or address, begins like this; senders who aren't administrators have no other list of them. */
export const findAudience = bind(findRecipients, async ({ type, search }, ctx) => {
  const key = fold(search);
  const entry = getEntry(ctx, 'notifications.send');
  if (type === 'groups') {
    const [items] = await ctx.database.withTenant(entry, (db) => [
      db
        .select({ id: userGroups.id, name: userGroups.name, email: sql<string | null>`null` })
        .from(userGroups)
        .where(and(isNull(userGroups.deletedAt), sql`starts_with(${userGroups.sortKey}, ${key})`))
        .orderBy(asc(userGroups.sortKey), asc(userGroups.id))
        .limit(shown),
    ]);
    return { items };
  }
  const begins = or(sql`starts_with(${users.sortKey}, ${key})`, sql`starts_with(${users.email}, ${key})`);
  const [items] = await ctx.database.withTenant(entry, (db) => [
    db
      .select({ id: users.id, name: users.name, email: sql<string | null>`${users.email}` })
      .from(users)
      .where(and(inArray(users.status, ['A', 'T']), isNull(users.deletedAt), ne(users.id, sql`(select app.user_id())`), begins))
      .orderBy(asc(users.sortKey), asc(users.id))
      .limit(shown),
  ]);
  return { items };
});
