import { and, asc, eq, isNull, ne, notExists, or, sql } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { userGroupMembers, userGroups } from '../../../db/schema/user-groups.ts';
import { users } from '../../../db/schema/users.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { fold } from '../../../domain/text/fold.ts';
import { findMembers } from '../../../domain/user-groups/contract.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';

const maxPeople = 20;
const maxNames = 200;

/** People to add, whatever their status: blocked users keep their groups until they are unblocked. */
export const findMembersToAdd = bind(findMembers, async ({ id, q }, ctx) => {
  const key = fold(q);
  const begins = or(sql`starts_with(${users.sortKey}, ${key})`, sql`starts_with(${users.email}, ${key})`);
  const isMember = (db: Db) =>
    db
      .select({ one: sql`1` })
      .from(userGroupMembers)
      .where(and(eq(userGroupMembers.userGroupId, id), eq(userGroupMembers.userId, users.id)));
  const [groups, people, departments] = await ctx.database.withTenant(getEntry(ctx, 'userGroups.read'), (db) => [
    db
      .select({ id: userGroups.id, name: userGroups.name })
      .from(userGroups)
      .where(or(isNull(userGroups.deletedAt), eq(userGroups.id, id)))
      .orderBy(ne(userGroups.id, id), asc(userGroups.sortKey), asc(userGroups.id))
      .limit(maxNames),
    db
      .select({ id: users.id, name: users.name, email: users.email })
      .from(users)
      .where(and(isNull(users.deletedAt), isNull(users.seat), begins, notExists(isMember(db))))
      .orderBy(asc(users.sortKey), asc(users.id))
      .limit(maxPeople),
    db
      .selectDistinct({ name: sql<string>`${users.department}` })
      .from(users)
      .where(and(isNull(users.deletedAt), ne(users.department, '')))
      .orderBy(sql`1`)
      .limit(maxNames),
  ]);
  const [own, ...others] = groups;
  if (own?.id !== id) throw new AppError('not_found');
  return { people, departments: departments.map(({ name }) => name), groups: others };
});
