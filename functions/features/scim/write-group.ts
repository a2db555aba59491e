import { type SQL, sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { invalidSyntax, invalidValue } from '../../../domain/scim/error.ts';
import { type GroupChange, groupChangeOf, groupName, wholeGroup } from '../../../domain/scim/group.ts';
import { patchUrn, readOperations } from '../../../domain/scim/patch.ts';
import { isWanted } from '../../../domain/scim/project.ts';
import { groupShape, groupUrn } from '../../../domain/scim/schemas.ts';
import { checkSchemas, readResource } from '../../../domain/scim/values.ts';
import { cut } from '../../../domain/text/cut.ts';
import { maxNameLength } from '../../../domain/user-groups/limits.ts';
import { idRows, idsIn } from '../../http/id-rows.ts';
import { lockMoves } from '../../http/lock-people.ts';
import { memberships, membersMoved } from '../../http/record-membership.ts';
import { newId } from '../../services/ids.ts';
import { orUnique, taken } from './custom.ts';
import { groupAnswer, groupById } from './find-groups.ts';
import { unknown, uuid } from './find-users.ts';
import { type GroupRow, groupsFrom, groupVersion, isGroup, ownIdOfGroup, versionOfGroup } from './group-rows.ts';
import { logged, tokenOf } from './log.ts';
import { otherVersion, type ScimAnswer, type ScimCall, type ScimContext } from './request.ts';
import { namesAttributes, projectionFrom } from './search.ts';

const bodyOf = (call: ScimCall, urn: string) => {
  if (!call.body) throw invalidSyntax('The request has a body.');
  checkSchemas(call.body, urn);
  return call.body;
};
/** What the directory called a group that the portal has deleted since is free again. */
const forgotten = (key: string) =>
  sql`delete from scim_groups s using user_groups g where g.id = s.user_group_id and g.deleted_at is not null and s.display_key = ${key}`;
const inPortal = (name: string) => cut(name, maxNameLength).trim();
const nameTaken = (name: string) => taken(`A group "${name}" exists: find it by its displayName and change it.`);
/** Members of a request by whether they are people here, were until they were removed, or never have been. */
const membersFound = sql`(select count(*)::int from wanted w join users u on u.id = w.id) as known,
  coalesce((select jsonb_agg(w.id order by w.n) from wanted w join users u on u.id = w.id and u.deleted_at is not null), '[]') as gone,
  coalesce((select jsonb_agg(w.id) from (select w.id from wanted w where not exists (select from users u where u.id = w.id) order by w.n limit 5) w), '[]') as strangers`;
const livingMembers = sql`(select w.id from wanted w join users u on u.id = w.id and u.deleted_at is null)`;
const strangers = (ids: readonly string[]) =>
  invalidValue(`A member is not a person of this tenant: ${ids.map((id) => `"${id}"`).join(', ')}.`);

/**
 * The CTE that logs who was passed over: a directory that still names somebody whom the portal has removed must not fail with everyone else it
 * pushes. `from` has the group's id and name.
 */
const passedOver = (scim: ScimContext, method: string, from: SQL): SQL =>
  sql`passed as (insert into scim_log (token_id, method, kind, row_id, name, status, code, detail, ip, request_id)
    select ${tokenOf(scim)}, ${method}, 'Group', x.id, x.name, 200, 'members_gone', left('Removed: ' || (select string_agg(e, ', ') from jsonb_array_elements_text(f.gone) e), 500), ${scim.ctx.address}, ${scim.ctx.requestId}
      from ${from}, f where f.gone <> '[]')`;

/** The record of the group for those who came or went by this push. */
const movedBy = (
  what: 'user_group.members_add' | 'user_group.members_remove',
  name: string,
  moved: SQL,
  { address, requestId }: ScimContext['ctx'],
): SQL =>
  sql`${sql.identifier(name)} as (insert into audit (what, row_id, change, ip, request_id)
    select ${what}, c.id, ${membersMoved(moved)} || '{"scim":true}', ${address}, ${requestId} from c where exists (select from ${moved} x))`;

export async function createGroup(scim: ScimContext, call: ScimCall): Promise<ScimAnswer> {
  const projection = projectionFrom(call.query);
  const { displayName, externalId, add } = wholeGroup(readResource(groupShape, bodyOf(call, groupUrn)));
  const { key } = groupName(displayName);
  const { ctx } = scim;
  const id = newId(ctx.clock.now());
  const [, result, read] = await orUnique(
    ctx.database.withScim(scim.directory, (db) => [
      db.execute(forgotten(key)),
      db.execute(sql`with wanted as ${idRows([...add])},
          f as (select ${membersFound},
            exists (select from user_groups g where g.sort_key = ${key} and g.deleted_at is null) or exists (select from scim_groups s where s.display_key = ${key}) as taken),
          w as (insert into user_groups (id, name, sort_key) select ${id}::uuid, ${inPortal(displayName)}, ${key} from f where not f.taken and f.known = ${add.size} returning id, name),
          s as (insert into scim_groups (id, user_group_id, display_name, display_key, external_id) select w.id, w.id, ${displayName}, ${key}, ${externalId ?? null} from w),
          m as (insert into user_group_members (user_group_id, user_id) select w.id, l.id from w, ${livingMembers} l returning user_id),
          ${passedOver(scim, 'POST', sql`w x`)},
          a as (insert into audit (what, row_id, change, ip, request_id) select 'user_group.add', w.id, jsonb_build_object('after', jsonb_build_object('name', w.name), 'scim', true) || ${membersMoved(sql`m`)}, ${ctx.address}, ${ctx.requestId} from w),
          ${memberships('moves', sql`select m.user_id, w.name as group_name from m, w`, 'addToGroup', ctx, true)},
          ${logged(scim, { method: 'POST', kind: 'Group', status: 201 }, sql`w x`)}
        select f.*, (select count(*)::int from w) as written from f`),
      db.execute(groupById(id, isWanted('members', projection, groupShape))),
    ]),
  );
  const [outcome] = rowsOf<Pick<Outcome, 'known' | 'taken' | 'strangers'> & { written: number }>(result);
  if (outcome?.taken) throw nameTaken(displayName);
  const [row] = rowsOf<GroupRow>(read);
  if (outcome?.written !== 1 || !row) throw strangers(outcome?.strangers ?? []);
  return groupAnswer(scim, row, projection, 201);
}

export const replaceGroup = (scim: ScimContext, call: ScimCall, id: string) =>
  changeGroup(scim, call, id, wholeGroup(readResource(groupShape, bodyOf(call, groupUrn))));

export const patchGroup = (scim: ScimContext, call: ScimCall, id: string) =>
  changeGroup(scim, call, id, groupChangeOf(readOperations(bodyOf(call, patchUrn))), namesAttributes(call.query));

const names = (header: string): SQL => {
  const tags = header.split(',').map((tag) => tag.trim().replace(/^W\//, '').replaceAll('"', ''));
  if (tags.includes('*')) return sql`true`;
  return sql`(o.version = any (array(select e from jsonb_array_elements_text(${JSON.stringify(tags)}::jsonb) e)))`;
};
/** The conditions of a change on the version of group o. */
const isVersion = ({ ifMatch, ifNoneMatch }: ScimCall): SQL =>
  sql`(${ifMatch === null ? sql`true` : names(ifMatch)} and not ${ifNoneMatch === null ? sql`false` : names(ifNoneMatch)})`;

type Outcome = { known: number; strangers: string[]; taken: boolean; same: boolean };

/**
 * One guarded statement, whatever the number of members. A PATCH tells nothing unless attributes are asked for (RFC 7644, 3.5.2): a thousand members
 * would be 180 kB. The portal's group follows the name unless it was there before.
 */
async function changeGroup(scim: ScimContext, call: ScimCall, id: string, change: GroupChange, tells = true): Promise<ScimAnswer> {
  if (!uuid.test(id)) throw unknown(id);
  const projection = projectionFrom(call.query);
  const { ctx } = scim;
  const named = change.displayName === undefined ? null : groupName(change.displayName);
  const [name, key] = [named?.displayName ?? null, named?.key ?? null];
  const says = change.externalId !== undefined;
  const [, , , result, read] = await orUnique(
    ctx.database.withScim(scim.directory, (db) => [
      ...lockMoves(db, ownIdOfGroup(id), idsIn([...change.add, ...change.remove])),
      db.execute(key === null ? sql`select` : forgotten(key)),
      db.execute(sql`with o as (select g.id, g.name, coalesce(s.id, g.id) as sid, coalesce(s.display_name, g.name) as display_name, coalesce(s.display_key, g.sort_key) as display_key, s.external_id, coalesce(s.linked, false) as linked,
            ${versionOfGroup} as version from ${groupsFrom} where ${isGroup(id)}),
          wanted as ${idRows([...change.add])}, leaving as ${idRows([...change.remove])},
          f as (select ${membersFound},
            ${key}::text is not null and (exists (select from user_groups g where g.sort_key = ${key} and g.deleted_at is null and g.id <> o.id) or exists (select from scim_groups s where s.display_key = ${key} and s.user_group_id <> o.id)) as taken,
            ${isVersion(call)} as same from o),
          ok as (select o.*, coalesce(${name}, o.display_name) as new_name, coalesce(${key}, o.display_key) as new_key, case when ${says}::boolean then ${change.externalId ?? null}::text else o.external_id end as new_external from o, f where f.known = ${change.add.size} and not f.taken and f.same),
          s as (insert into scim_groups (id, user_group_id, display_name, display_key, external_id) select ok.sid, ok.id, ok.new_name, ok.new_key, ok.new_external from ok
            on conflict (tenant_id, user_group_id) do update set display_name = excluded.display_name, display_key = excluded.display_key, external_id = excluded.external_id, version = scim_groups.version + 1),
          w as (update user_groups t set name = case when ok.linked or ${name}::text is null then t.name else ${inPortal(name ?? '')} end, sort_key = case when ok.linked or ${name}::text is null then t.sort_key else ok.new_key end, version = t.version + 1
            from ok where t.id = ok.id and (ok.new_name, ok.new_external) is distinct from (ok.display_name, ok.external_id) returning t.id),
          d as (delete from user_group_members m using ok where m.user_group_id = ok.id and ((${change.replaces}::boolean and m.user_id not in (select wanted.id from wanted)) or m.user_id in (select leaving.id from leaving)) returning m.user_id),
          m as (insert into user_group_members (user_group_id, user_id) select ok.id, l.id from ok, ${livingMembers} l on conflict (tenant_id, user_group_id, user_id) do update set by_directory = true where not user_group_members.by_directory returning user_id, xmax = 0 as joins),
          j as (select m.user_id from m where m.joins),
          c as (select ok.id, ok.new_name as name, ok.display_name as was, case when ok.linked or ${name}::text is null then ok.name else ${inPortal(name ?? '')} end as own_name, exists (select from w) and not ok.linked as edited from ok where exists (select from w) or exists (select from m) or exists (select from d)),
          a as (insert into audit (what, row_id, change, ip, request_id) select 'user_group.edit', c.id, jsonb_build_object('before', jsonb_build_object('name', c.was), 'after', jsonb_build_object('name', c.name), 'scim', true), ${ctx.address}, ${ctx.requestId} from c where c.edited),
          ${movedBy('user_group.members_add', 'came', sql`j`, ctx)}, ${memberships('joins', sql`select j.user_id, c.own_name as group_name from j, c`, 'addToGroup', ctx, true)},
          ${movedBy('user_group.members_remove', 'went', sql`d`, ctx)}, ${memberships('leaves', sql`select d.user_id, c.own_name as group_name from d, c`, 'removeFromGroup', ctx, true)},
          ${passedOver(scim, call.method, sql`(select ok.id, ok.new_name as name from ok) x`)},
          ${logged(scim, { method: call.method, kind: 'Group', status: 200 }, sql`c x`)}
        select f.* from f`),
      db.execute(groupById(id, tells && isWanted('members', projection, groupShape))),
    ]),
  );
  const [outcome] = rowsOf<Outcome>(result);
  if (!outcome) throw unknown(id);
  if (!outcome.same) throw otherVersion();
  if (outcome.taken) throw nameTaken(name ?? '');
  if (outcome.known !== change.add.size) throw strangers(outcome.strangers);
  const [row] = rowsOf<GroupRow>(read);
  if (!row) throw unknown(id);
  return tells ? groupAnswer(scim, row, projection) : { status: 204, headers: { etag: groupVersion(row) } };
}

/** DELETE: the portal's group goes with it and can be brought back; one that was there before only loses the directory's people. */
export async function removeGroup(scim: ScimContext, call: ScimCall, id: string): Promise<ScimAnswer> {
  if (!uuid.test(id)) throw unknown(id);
  const { ctx } = scim;
  const [, , result] = await ctx.database.withScim(scim.directory, (db) => [
    ...lockMoves(db, ownIdOfGroup(id), sql`null::uuid`),
    db.execute(sql`with o as (select g.id, coalesce(s.display_name, g.name) as name, g.name as own_name, coalesce(s.linked, false) as linked, ${versionOfGroup} as version from ${groupsFrom} where ${isGroup(id)}),
        ok as (select o.* from o where ${isVersion(call)}),
        d as (delete from user_group_members m using ok, users u where ok.linked and m.user_group_id = ok.id and u.id = m.user_id and u.user_name is not null returning m.user_id),
        s as (delete from scim_groups s using ok where ok.linked and s.user_group_id = ok.id),
        w as (update user_groups t set deleted_at = app.now(), version = t.version + 1 from ok where t.id = ok.id and not ok.linked),
        a as (insert into audit (what, row_id, change, ip, request_id) select case when ok.linked then 'user_group.edit' else 'user_group.delete' end, ok.id, jsonb_build_object('name', ok.name, 'scim', true), ${ctx.address}, ${ctx.requestId} from ok),
        c as (select ok.id, ok.own_name from ok), ${movedBy('user_group.members_remove', 'went', sql`d`, ctx)}, ${memberships('leaves', sql`select d.user_id, c.own_name as group_name from d, c`, 'removeFromGroup', ctx, true)},
        ${logged(scim, { method: 'DELETE', kind: 'Group', status: 204 }, sql`ok x`)}
      select (select count(*)::int from o) as there, (select count(*)::int from ok) as removed`),
  ]);
  const [outcome] = rowsOf<{ there: number; removed: number }>(result);
  if (!outcome?.there) throw unknown(id);
  if (outcome.removed !== 1) throw otherVersion();
  return { status: 204 };
}
