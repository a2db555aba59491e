import { and, asc, inArray, isNull, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { userGroups } from '../../../db/schema/user-groups.ts';
import { users } from '../../../db/schema/users.ts';
import { findSubjects } from '../../../domain/report-access/contract.ts';
import type { OwnIdentity } from '../../../domain/report-access/grant-rule.ts';
import { fold } from '../../../domain/text/fold.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';

const g = alias(userGroups, 'g');
const members = sql<string>`(select count(*) from user_group_members m where m.tenant_id = g.tenant_id and m.user_group_id = g.id)::text`;
// The parts that `withoutOwn` of the grants asks for.
const ownIdentity = sql<OwnIdentity>`case when ${users.rlsUsername} is null or ${users.rlsUsername} !~ '\\S' then 'none'
  when cardinality(${users.rlsRoles}) = 0 then 'name' else 'roles' end`;
const maxPeople = 20;
const maxGroups = 10;

/** People who may sign in, and existing user groups, by the beginning of a name or an e-mail; or only people, whatever their status. */
export const findGrantSubjects = bind(findSubjects, async ({ q, who }, ctx) => {
  const key = fold(q);
  const anyone = who === 'anyone';
  const [groups, people] = await ctx.database.withTenant(getEntry(ctx, 'grants.manage'), (db) => [
    db
      .select({ id: g.id, name: g.name, detail: members, own: sql<null>`null` })
      .from(g)
      .where(and(anyone ? sql`false` : undefined, isNull(g.deletedAt), sql`starts_with(${g.sortKey}, ${key})`))
      .orderBy(asc(g.sortKey), asc(g.id))
      .limit(maxGroups),
    db
      .select({ id: users.id, name: users.name, detail: users.email, own: ownIdentity })
      .from(users)
      .where(
        and(
          isNull(users.seat),
          anyone ? isNull(users.deletedAt) : inArray(users.status, ['A', 'T']),
          or(sql`starts_with(${users.sortKey}, ${key})`, sql`starts_with(${users.email}, ${key})`),
        ),
      )
      .orderBy(asc(users.sortKey), asc(users.id))
      .limit(maxPeople),
  ]);
  return {
    subjects: [...groups.map((row) => ({ kind: 'group' as const, ...row })), ...people.map((row) => ({ kind: 'user' as const, ...row }))],
  };
});
