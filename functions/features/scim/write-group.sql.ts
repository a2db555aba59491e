import { and, eq, exists, isNotNull, type SQL, sql } from 'drizzle-orm';
import { auditEach } from '../../../db/audited.ts';
import type { Db } from '../../../db/client.ts';
import { raw, typed } from '../../../db/raw.ts';
import { scimGroups } from '../../../db/schema/scim.ts';
import { userGroups } from '../../../db/schema/user-groups.ts';
import type { GroupChange } from '../../../domain/scim/group.ts';
import { maxLoggedDetail, namedStrangers } from '../../../domain/scim/limits.ts';
import { cut } from '../../../domain/text/cut.ts';
import { maxNameLength } from '../../../domain/user-groups/limits.ts';
import { idRows } from '../../request/id-rows.ts';
import { memberships, membersMoved } from '../../request/record-membership.ts';
import { groupsFrom, isGroup, versionOfGroup } from './group-rows.ts';
import { logged, tokenOf } from './log.ts';
import type { ScimCall, ScimContext } from './request.ts';

// A push may name thousands of members, and is carried out as a whole or not at all: each verb is one guarded statement.

/** The portal's name for a directory's group; the directory's may be longer. */
const inPortal = (name: string) => cut(name, maxNameLength).trim();

/** Frees the directory's name for a group that the portal has deleted since; without a name it does nothing. */
export const freeName = (db: Db, key: string | null) => {
  const deleted = and(eq(userGroups.id, scimGroups.userGroupId), isNotNull(userGroups.deletedAt));
  const group = db.select({ one: sql`1` }).from(userGroups).where(deleted);
  return db.delete(scimGroups).where(key === null ? sql`false` : and(eq(scimGroups.displayKey, key), exists(group)));
};

/** Members of a request by whether they are users here, were until they were removed, or never have been. */
const membersFound = sql`(select count(*)::int from wanted w join users u on u.id = w.id) as known,
  coalesce((select jsonb_agg(w.id order by w.n) from wanted w join users u on u.id = w.id and u.deleted_at is not null), '[]') as gone,
  coalesce((
    select jsonb_agg(w.id) from (
      select w.id from wanted w where not exists (select from users u where u.id = w.id) order by w.n limit ${namedStrangers}) w), '[]') as strangers`;
const livingMembers = sql`(select w.id from wanted w join users u on u.id = w.id and u.deleted_at is null)`;
const nameIsTaken = (key: string | null, byOther: { group: SQL; directory: SQL }) =>
  sql`(exists (select from user_groups g where g.sort_key = ${key} and g.deleted_at is null ${byOther.group})
    or exists (select from scim_groups s where s.display_key = ${key} ${byOther.directory}))`;

/**
 * The CTE that logs skipped members: a push that still names users removed from the portal must not fail because of them. `from` has the
 * group's id and name.
 */
const passedOver = (scim: ScimContext, method: string, from: SQL): SQL =>
  sql`passed as (insert into scim_log (token_id, method, kind, row_id, name, status, code, detail, ip, request_id)
    select ${tokenOf(scim)}, ${method}, 'Group', x.id, x.name, 200, 'members_gone',
        left('Removed: ' || (select string_agg(e, ', ') from jsonb_array_elements_text(f.gone) e), ${maxLoggedDetail}::int),
        ${scim.ctx.address}, ${scim.ctx.requestId}
      from ${from}, f where f.gone <> '[]')`;

type Move = 'user_group.members_add' | 'user_group.members_remove';
/** The CTE that records who joined and left the group (c) by this push. */
const movedBy = (what: Move, name: string, moved: SQL, { address, requestId }: ScimContext['ctx']): SQL =>
  sql`${sql.identifier(name)} as (${auditEach(
    { address, requestId },
    {
      what,
      row: sql`c.id`,
      facts: { ...membersMoved(moved), scim: true },
      from: sql`c`,
      where: sql`exists (select from ${moved} x)`,
    },
  )})`;

const found = { known: 'int4', gone: 'jsonb', strangers: typed<string[]>('jsonb') } as const;
const createRow = raw('scim.create_group', { ...found, taken: 'bool', written: 'int4' });
type New = { id: string; displayName: string; key: string; externalId: string | null; members: ReadonlySet<string> };
export function createGroupRow(db: Db, scim: ScimContext, { id, displayName, key, externalId, members }: New) {
  const { ctx } = scim;
  const none = { group: sql``, directory: sql`` };
  return createRow(
    db,
    sql`with wanted as ${idRows([...members])},
        f as (select ${membersFound}, ${nameIsTaken(key, none)} as taken),
        w as (
          insert into user_groups (id, name, sort_key)
          select ${id}::uuid, ${inPortal(displayName)}, ${key} from f where not f.taken and f.known = ${members.size}
          returning id, name),
        s as (
          insert into scim_groups (id, user_group_id, display_name, display_key, external_id)
          select w.id, w.id, ${displayName}, ${key}, ${externalId} from w),
        m as (
          insert into user_group_members (user_group_id, user_id)
          select w.id, l.id from w, ${livingMembers} l returning user_id),
        ${passedOver(scim, 'POST', sql`w x`)},
        a as (
          ${auditEach(ctx, {
            what: 'user_group.add',
            row: sql`w.id`,
            facts: { after: { name: sql`w.name` }, scim: true, ...membersMoved(sql`m`) },
            from: sql`w`,
          })}),
        ${memberships('moves', sql`select m.user_id, w.name as group_name from m, w`, 'addToGroup', ctx, true)},
        ${logged(scim, { method: 'POST', kind: 'Group', status: 201 }, sql`w x`)}
      select f.*, (select count(*)::int from w) as written from f`,
  );
}

const names = (header: string): SQL => {
  const tags = header.split(',').map((tag) => tag.trim().replace(/^W\//, '').replaceAll('"', ''));
  if (tags.includes('*')) return sql`true`;
  return sql`(o.version = any (array(select e from jsonb_array_elements_text(${JSON.stringify(tags)}::jsonb) e)))`;
};
/** The preconditions on the version of group o. */
const isVersion = ({ ifMatch, ifNoneMatch }: ScimCall): SQL =>
  sql`(${ifMatch === null ? sql`true` : names(ifMatch)} and not ${ifNoneMatch === null ? sql`false` : names(ifNoneMatch)})`;

const changeRow = raw('scim.change_group', { ...found, taken: 'bool', same: 'bool' });
type Change = { id: string; change: GroupChange; name: string | null; key: string | null };
/** The group (o), what the push finds (f), the resulting group if allowed (ok), the writes, and their log and change history. */
export function changeGroupRow(db: Db, scim: ScimContext, call: ScimCall, { id, change, name, key }: Change) {
  const { ctx } = scim;
  const other = { group: sql`and g.id <> o.id`, directory: sql`and s.user_group_id <> o.id` };
  const says = change.externalId !== undefined;
  // The portal's group is renamed too, unless it existed before the directory.
  const keepsName = sql`(ok.linked or ${name}::text is null)`;
  const edited = { before: sql`jsonb_build_object('name', c.was)`, after: sql`jsonb_build_object('name', c.name)` };
  return changeRow(
    db,
    sql`with ${groupAsIs(id)},
        wanted as ${idRows([...change.add])}, leaving as ${idRows([...change.remove])},
        f as (
          select ${membersFound}, ${key}::text is not null and ${nameIsTaken(key, other)} as taken, ${isVersion(call)} as same from o),
        ok as (
          select o.*, coalesce(${name}, o.display_name) as new_name, coalesce(${key}, o.display_key) as new_key,
            case when ${says}::boolean then ${change.externalId ?? null}::text else o.external_id end as new_external
          from o, f where f.known = ${change.add.size} and not f.taken and f.same),
        s as (
          insert into scim_groups (id, user_group_id, display_name, display_key, external_id)
          select ok.sid, ok.id, ok.new_name, ok.new_key, ok.new_external from ok
          on conflict (tenant_id, user_group_id) do update set display_name = excluded.display_name, display_key = excluded.display_key,
            external_id = excluded.external_id, version = scim_groups.version + 1),
        w as (
          update user_groups t set name = case when ${keepsName} then t.name else ${inPortal(name ?? '')} end,
            sort_key = case when ${keepsName} then t.sort_key else ok.new_key end, version = t.version + 1
          from ok where t.id = ok.id and (ok.new_name, ok.new_external) is distinct from (ok.display_name, ok.external_id)
          returning t.id),
        ${membersWritten(change)},
        c as (
          select ok.id, ok.new_name as name, ok.display_name as was,
            case when ${keepsName} then ok.name else ${inPortal(name ?? '')} end as own_name,
            exists (select from w) and not ok.linked as edited
          from ok where exists (select from w) or exists (select from m) or exists (select from d)),
        a as (
          ${auditEach(ctx, {
            what: 'user_group.edit',
            row: sql`c.id`,
            facts: { before: edited.before, after: edited.after, scim: true },
            from: sql`c`,
            where: sql`c.edited`,
          })}),
        ${movedBy('user_group.members_add', 'came', sql`j`, ctx)},
        ${memberships('joins', sql`select j.user_id, c.own_name as group_name from j, c`, 'addToGroup', ctx, true)},
        ${movedBy('user_group.members_remove', 'went', sql`d`, ctx)},
        ${memberships('leaves', sql`select d.user_id, c.own_name as group_name from d, c`, 'removeFromGroup', ctx, true)},
        ${passedOver(scim, call.method, sql`(select ok.id, ok.new_name as name from ok) x`)},
        ${logged(scim, { method: call.method, kind: 'Group', status: 200 }, sql`c x`)}
      select f.* from f`,
  );
}

/** The CTE of the group to change, with the directory's and the portal's name. */
const groupAsIs = (id: string): SQL =>
  sql`o as (
      select g.id, g.name, coalesce(s.id, g.id) as sid, coalesce(s.display_name, g.name) as display_name,
        coalesce(s.display_key, g.sort_key) as display_key, s.external_id, coalesce(s.linked, false) as linked, ${versionOfGroup} as version
      from ${groupsFrom} where ${isGroup(id)})`;

/** The CTEs that move members of group ok: those who left (d), the directory's current members (m), and the new ones among them (j). */
const membersWritten = ({ replaces }: GroupChange): SQL =>
  sql`d as (
      delete from user_group_members m using ok where m.user_group_id = ok.id
        and ((${replaces}::boolean and m.user_id not in (select wanted.id from wanted)) or m.user_id in (select leaving.id from leaving))
      returning m.user_id),
    m as (
      insert into user_group_members (user_group_id, user_id) select ok.id, l.id from ok, ${livingMembers} l
      on conflict (tenant_id, user_group_id, user_id) do update set by_directory = true where not user_group_members.by_directory
      returning user_id, xmax = 0 as joins),
    j as (select m.user_id from m where m.joins)`;

const removeRow = raw('scim.remove_group', { there: 'int4', removed: 'int4' });
/** The portal's group is deleted too; one that existed before the directory only loses the directory's users. */
export function removeGroupRow(db: Db, scim: ScimContext, call: ScimCall, id: string) {
  const { ctx } = scim;
  return removeRow(
    db,
    sql`with o as (
          select g.id, coalesce(s.display_name, g.name) as name, g.name as own_name, coalesce(s.linked, false) as linked,
            ${versionOfGroup} as version
          from ${groupsFrom} where ${isGroup(id)}),
        ok as (select o.* from o where ${isVersion(call)}),
        d as (
          delete from user_group_members m using ok, users u
          where ok.linked and m.user_group_id = ok.id and u.id = m.user_id and u.user_name is not null returning m.user_id),
        s as (delete from scim_groups s using ok where ok.linked and s.user_group_id = ok.id),
        w as (update user_groups t set deleted_at = app.now(), version = t.version + 1 from ok where t.id = ok.id and not ok.linked),
        a as (
          ${auditEach(ctx, {
            what: sql`case when ok.linked then 'user_group.edit' else 'user_group.delete' end`,
            row: sql`ok.id`,
            facts: { name: sql`ok.name`, scim: true },
            from: sql`ok`,
          })}),
        c as (select ok.id, ok.own_name from ok),
        ${movedBy('user_group.members_remove', 'went', sql`d`, ctx)},
        ${memberships('leaves', sql`select d.user_id, c.own_name as group_name from d, c`, 'removeFromGroup', ctx, true)},
        ${logged(scim, { method: 'DELETE', kind: 'Group', status: 204 }, sql`ok x`)}
      select (select count(*)::int from o) as there, (select count(*)::int from ok) as removed`,
  );
}
