import { and, asc, inArray, isNull, or, sql } from 'drizzle-orm';
import { users } from '../../../db/schema/users.ts';
import { findViewers } from '../../../domain/report-groups/contract.ts';
import { fold } from '../../../domain/text/fold.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';

const shown = 20;

export const findPeople = bind(findViewers, async ({ q }, ctx) => {
  const key = fold(q);
  const begins = or(sql`starts_with(${users.sortKey}, ${key})`, sql`starts_with(${users.email}, ${key})`);
  const [people] = await ctx.database.withTenant(getEntry(ctx, 'groups.edit'), (db) => [
    db
      .select({ id: users.id, name: users.name, email: users.email })
      .from(users)
      .where(and(inArray(users.status, ['A', 'T']), isNull(users.seat), begins))
      .orderBy(asc(users.sortKey), asc(users.id))
      .limit(shown),
  ]);
  return { people };
});
