import { and, eq, exists, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import { mustHold } from '../../../db/assertions.ts';
import { auditEach } from '../../../db/audited.ts';
import type { Db } from '../../../db/client.ts';
import { raw, typed } from '../../../db/raw.ts';
import { scimGroups, scimLog } from '../../../db/schema/scim.ts';
import { userGroups } from '../../../db/schema/user-groups.ts';
import type { GroupChange } from '../../../domain/scim/group.ts';
import type { StoredGroup } from '../../../domain/scim/group-rule.ts';
import { maxLoggedDetail, namedStrangers } from '../../../domain/scim/limits.ts';
import { cut } from '../../../domain/text/cut.ts';
import { idRows, idsIn } from '../../request/id-rows.ts';
import { memberships, membersMoved } from '../../request/record-membership.ts';
import { groupsFrom, isGroup, versionOfGroup } from './group-rows.ts';
import { getToken, logged } from './log.ts';
import type { ScimContext } from './request.ts';

// A push may name thousands of members: they are looked for and moved by one statement each, whatever their number.

type Members = ReadonlySet<string>;

const found = raw('scim.members_found', { known: 'int4', gone: typed<string[]>('jsonb'), strangers: typed<string[]>('jsonb') });
/** Members of a request by whether they are users here, were until they were removed, or never have been. */
export const readMembersFound = (db: Db, members: Members) =>
  found(
    db,
    sql`with wanted as ${idRows([...members])}
      select (select count(*)::int from wanted w join users u on u.id = w.id) as known,
        coalesce((select jsonb_agg(w.id order by w.n) from wanted w join users u on u.id = w.id and u.deleted_at is not null), '[]') as gone,
        coalesce((
          select jsonb_agg(w.id) from (
            select w.id from wanted w where not exists (select from users u where u.id = w.id) order by w.n limit ${namedStrangers}) w
        ), '[]') as strangers`,
  );

/** The members that exist are as many as when the rule saw them. */
export const holdMembers = (db: Db, members: Members, living: number) =>
  mustHold(db, sql`(select count(*) from users u where u.id in (${idsIn([...members])}) and u.deleted_at is null) = ${living}`);

/** The portal's groups that have the name `key`, here or in the directory. */
export function readHolders(db: Db, key: string | null) {
  const here = db
    .select({ id: userGroups.id })
    .from(userGroups)
    .where(eq(userGroups.sortKey, key ?? ''));
  const there = db
    .select({ id: scimGroups.userGroupId })
    .from(scimGroups)
    .where(eq(scimGroups.displayKey, key ?? ''));
  const named = key === null ? sql`false` : inArray(userGroups.id, here.union(there));
  return db
    .select({ id: userGroups.id })
    .from(userGroups)
    .where(and(named, isNull(userGroups.deletedAt)));
}

/** Frees the directory's name for a group that the portal has deleted since; without a name it does nothing. */
export const freeName = (db: Db, key: string | null) => {
  const deleted = and(eq(userGroups.id, scimGroups.userGroupId), isNotNull(userGroups.deletedAt));
  const group = db.select({ one: sql`1` }).from(userGroups).where(deleted);
  return db.delete(scimGroups).where(key === null ? sql`false` : and(eq(scimGroups.displayKey, key), exists(group)));
};

const stored = raw('scim.stored_group', {
  ...{ id: 'uuid', name: 'text', directoryId: 'uuid', displayName: 'text', displayKey: 'text', externalId: 'text?', linked: 'bool' },
  version: 'text',
});
export const readStoredGroup = (db: Db, id: string) =>
  stored(
    db,
    sql`select g.id, g.name, coalesce(s.id, g.id) as "directoryId", coalesce(s.display_name, g.name) as "displayName",
        coalesce(s.display_key, g.sort_key) as "displayKey", s.external_id as "externalId", coalesce(s.linked, false) as linked,
        ${versionOfGroup} as version
      from ${groupsFrom} where ${isGroup(id)}`,
  );

/** The group is as the rule saw it; its version counts only where the call names one, so that pushes of members don't hinder each other. */
export const holdGroup = (db: Db, { directoryId, id, name, displayName, externalId, linked, version }: StoredGroup, exact: boolean) =>
  mustHold(
    db,
    sql`exists (select from ${groupsFrom} where ${isGroup(directoryId)} and g.id = ${id}::uuid and g.name = ${name}
      and coalesce(s.display_name, g.name) = ${displayName} and s.external_id is not distinct from ${externalId}
      and coalesce(s.linked, false) = ${linked}::boolean and (not ${exact}::boolean or ${versionOfGroup} = ${version}))`,
  );

type Written = { method: string; id: string; name: string };
/** Logs skipped members: a push that still names users removed from the portal must not fail because of them. */
export const logGone = (db: Db, scim: ScimContext, { method, id, name }: Written, gone: readonly string[]) =>
  db.insert(scimLog).values({
    ...{ method, kind: 'Group', rowId: id, name, status: 200, code: 'members_gone', tokenId: getToken(scim) },
    ...{ detail: cut(`Removed: ${gone.join(', ')}`, maxLoggedDetail), ip: scim.ctx.address, requestId: scim.ctx.requestId },
  });
export const logWritten = (db: Db, scim: ScimContext, { method, id, name }: Written, status: number) =>
  db.insert(scimLog).values({
    ...{ method, kind: 'Group', rowId: id, name, status, tokenId: getToken(scim) },
    ...{ ip: scim.ctx.address, requestId: scim.ctx.requestId },
  });

const fill = raw('scim.fill_group', {});
/** Puts its first members into a new group and records it, each of them in their own history too. */
export const fillGroup = (db: Db, { ctx }: ScimContext, { id, name }: { id: string; name: string }, members: Members) =>
  fill(
    db,
    sql`with m as (
          insert into user_group_members (user_group_id, user_id)
          select ${id}::uuid, u.id from users u where u.id in (${idsIn([...members])}) and u.deleted_at is null returning user_id),
        ${memberships('moves', sql`select m.user_id, ${name}::text as group_name from m`, 'addToGroup', ctx, true)}
        ${auditEach(ctx, {
          what: 'user_group.add',
          row: sql`${id}::uuid`,
          facts: { after: { name }, scim: true, ...membersMoved(sql`m`) },
        })}`,
  );

type Move = 'user_group.members_add' | 'user_group.members_remove';
/** The CTE that records who joined or left group `id` by this push. */
const movedBy = (what: Move, name: string, moved: 'j' | 'd', id: string, ctx: ScimContext['ctx']) =>
  sql`${sql.identifier(name)} as (${auditEach(ctx, {
    what,
    row: sql`${id}::uuid`,
    facts: { ...membersMoved(sql.raw(moved)), scim: true },
    where: sql`exists (select from ${sql.raw(moved)} x)`,
  })})`;

const move = raw('scim.push_members', {});
type Moves = Written & { ownName: string; edited: boolean };
/**
 * Moves members: those who left (d), the directory's current members (m), and the new ones among them (j), with their records. The push is
 * logged if it changed anything.
 */
export const moveMembers = (db: Db, scim: ScimContext, { method, id, name, ownName, edited }: Moves, change: GroupChange) =>
  move(
    db,
    sql`with d as (
          delete from user_group_members m where m.user_group_id = ${id}::uuid
            and ((${change.replaces}::boolean and m.user_id not in (${idsIn([...change.add])})) or m.user_id in (${idsIn([...change.remove])}))
          returning m.user_id),
        m as (
          insert into user_group_members (user_group_id, user_id)
          select ${id}::uuid, u.id from users u where u.id in (${idsIn([...change.add])}) and u.deleted_at is null
          on conflict (tenant_id, user_group_id, user_id) do update set by_directory = true where not user_group_members.by_directory
          returning user_id, xmax = 0 as joins),
        j as (select m.user_id from m where m.joins),
        ${movedBy('user_group.members_add', 'came', 'j', id, scim.ctx)},
        ${memberships('joins', sql`select j.user_id, ${ownName}::text as group_name from j`, 'addToGroup', scim.ctx, true)},
        ${movedBy('user_group.members_remove', 'went', 'd', id, scim.ctx)},
        ${memberships('leaves', sql`select d.user_id, ${ownName}::text as group_name from d`, 'removeFromGroup', scim.ctx, true)},
        ${logged(
          scim,
          { method, kind: 'Group', status: 200 },
          sql`(select ${id}::uuid as id, ${name}::text as name
            where ${edited}::boolean or exists (select from m) or exists (select from d)) x`,
        )}
      select`,
  );

const leave = raw('scim.leave_group', {});
/** Takes the directory's users out of a group that existed before the directory. */
export const takeMembers = (db: Db, { ctx }: ScimContext, { id, name }: Pick<StoredGroup, 'id' | 'name'>) =>
  leave(
    db,
    sql`with d as (
          delete from user_group_members m using users u
          where m.user_group_id = ${id}::uuid and u.id = m.user_id and u.user_name is not null returning m.user_id),
        ${movedBy('user_group.members_remove', 'went', 'd', id, ctx)},
        ${memberships('leaves', sql`select d.user_id, ${name}::text as group_name from d`, 'removeFromGroup', ctx, true)}
      select`,
  );
