import { and, isNull, type SQL, sql } from 'drizzle-orm';
import { countRows, mustHold } from '../../../db/assertions.ts';
import { auditEach } from '../../../db/audited.ts';
import { type Db, lastOf } from '../../../db/client.ts';
import { raw } from '../../../db/raw.ts';
import { userGroups } from '../../../db/schema/user-groups.ts';
import { users } from '../../../db/schema/users.ts';
import { throwIfRefused } from '../../../domain/errors/refusal.ts';
import { addMembers } from '../../../domain/user-groups/contract.ts';
import { maxAtOnce, maxByFilter } from '../../../domain/user-groups/limits.ts';
import { refuseMembers } from '../../../domain/user-groups/members.ts';
import { bind } from '../../request/bind.ts';
import { getEntry, type SessionContext } from '../../request/context.ts';
import { idsIn } from '../../request/id-rows.ts';
import { lockMoves } from '../../request/lock-people.ts';
import { memberships, membersMoved } from '../../request/record-membership.ts';

type Filter = {
  department?: string | undefined;
  profile?: string | undefined;
  group?: string | undefined;
  userImport?: string | undefined;
};
type Wanted = { id: string; named: readonly string[]; addresses: readonly string[]; filter: Filter | undefined };

function matching(filter: Filter | undefined): SQL {
  if (!filter) return sql`false`;
  const { department, profile, group, userImport } = filter;
  return sql.join(
    [
      sql`u.status in ('A','T')`,
      ...(department ? [sql`u.department = ${department}`] : []),
      ...(profile ? [sql`u.profile = ${profile}`] : []),
      ...(group ? [sql`u.id in (select m.user_id from user_group_members m where m.user_group_id = ${group}::uuid)`] : []),
      ...(userImport
        ? [sql`u.id in (select r.user_id from user_import_rows r where r.import_id = ${userImport}::uuid and r.state = 'success')`]
        : []),
    ],
    sql` and `,
  );
}

const getMails = (addresses: readonly string[]) =>
  sql`(select distinct lower(e) as email from jsonb_array_elements_text(${JSON.stringify(addresses)}::jsonb) e)`;

const unknownRows = raw('user_groups.unknown_addresses', { email: 'text' });
const readUnknown = (db: Db, addresses: readonly string[]) =>
  unknownRows(
    db,
    sql`select e.email from ${getMails(addresses)} e
      where not exists (select from users u where u.deleted_at is null and u.email = e.email) order by e.email`,
  );

const addedRows = raw('user_groups.add_members', { wanted: 'int4', added: 'int4', ids: 'uuid[]' });
/** Adds those who aren't members yet, up to the most that a filter adds, and records each at the group and at the person. */
const insertMembers = (db: Db, ctx: SessionContext, { id, named, addresses, filter }: Wanted) =>
  addedRows(
    db,
    sql`with wanted as (select u.id from users u where u.deleted_at is null
          and (u.id in (${idsIn(named)}) or u.email in (select e.email from ${getMails(addresses)} e) or (${matching(filter)}))
        order by u.sort_key, u.id limit ${maxByFilter}),
      m as (insert into user_group_members (user_group_id, user_id) select ${id}::uuid, w.id from wanted w
        on conflict do nothing returning user_id),
      a as (${auditEach(ctx, {
        what: 'user_group.members_add',
        row: sql`${id}::uuid`,
        facts: membersMoved(sql`m`),
        where: sql`exists (select from m)`,
      })}),
      ${memberships('moves', sql`select m.user_id, g.name as group_name from m, user_groups g where g.id = ${id}::uuid`, 'addToGroup', ctx)}
      select (select count(*)::int from wanted) as wanted, (select count(*)::int from m) as added,
        array(select m.user_id from m limit ${maxAtOnce + 1}) as ids`,
  );

/** Members by id, by address and by filter; a missing named user leaves everything unchanged. */
export const addManyMembers = bind(addMembers, async ({ id, people, addresses, filter }, ctx) => {
  const named = [...new Set(people)];
  const groups = [...new Set([id, ...(filter?.group ? [filter.group] : [])])];
  const living = and(sql`${userGroups.id} in (${idsIn(groups)})`, isNull(userGroups.deletedAt));
  const isNamed = and(sql`${users.id} in (${idsIn(named)})`, isNull(users.deletedAt));
  const entry = getEntry(ctx, 'userGroups.edit');
  const [foundGroups, foundPeople, unknown] = await ctx.database.withTenant(entry, (db) => [
    db.select({ id: userGroups.id }).from(userGroups).where(living),
    db.select({ id: users.id }).from(users).where(isNamed),
    readUnknown(db, addresses),
  ]);
  const found = { groups: foundGroups.map((group) => group.id), people: foundPeople.length };
  throwIfRefused(refuseMembers({ id, people: named, group: filter?.group }, found));

  const { rows } = lastOf(
    await ctx.database.withTenant(entry, (db) => [
      // Adding members by hand gives no profile, but a directory may map a profile to the group at the same moment.
      ...lockMoves(db, sql`${id}::uuid`, idsIn(named)),
      mustHold(db, sql`${countRows(db, userGroups, living)} = ${groups.length} and ${countRows(db, users, isNamed)} = ${named.length}`),
      insertMembers(db, ctx, { id, named, addresses, filter }),
    ]),
  );
  const { added = 0, wanted = 0, ids = [] } = rows[0] ?? {};
  return { added, existing: wanted - added, unknown: unknown.rows.map(({ email }) => email), ids: added <= maxAtOnce ? ids : [] };
});
