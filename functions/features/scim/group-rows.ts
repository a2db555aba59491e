import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { type RowOf, raw, typed } from '../../../db/raw.ts';
import { toIso } from '../../../domain/format/iso.ts';
import { keyOfGroup } from '../../../domain/scim/group.ts';
import { groupShape, groupUrn } from '../../../domain/scim/schemas.ts';
import type { ScimObject } from '../../../domain/scim/values.ts';
import type { Resolver, Scalar } from './filter-sql.ts';
import type { ScimContext } from './request.ts';
import { getList, metaOperand, type Page, partText } from './user-rows.ts';

const groupRowShape = {
  id: 'uuid',
  name: 'text',
  external_id: 'text?',
  members: typed<{ id: string; name: string }[] | null>('jsonb?'),
  version: 'text',
  created_at: 'timestamptz',
  changed_at: 'timestamptz',
} as const;
export type GroupRow = RowOf<typeof groupRowShape>;

/** Every existing user group g with the directory's name for it; a directory may take over the portal's own groups. */
export const groupsFrom = sql`user_groups g left join scim_groups s on s.tenant_id = g.tenant_id and s.user_group_id = g.id`;
// A group whose own id now belongs to another one was replaced by it.
export const livingGroup = sql`g.deleted_at is null and (s.id is not null or not exists (select from scim_groups o where o.id = g.id))`;
export const isGroup = (id: string): SQL =>
  sql`g.id = coalesce((select o.user_group_id from scim_groups o where o.id = ${id}::uuid), ${id}::uuid)
    and coalesce(s.id, g.id) = ${id}::uuid and ${livingGroup}`;
export const versionOfGroup = sql`g.version || '.' || g.members_version`;

// `offset 0` lets each user be looked up: of a group that has just been filled the planner expects one member, and compares each with all
// users.
const membersFrom = sql`user_group_members m join lateral (select x.id, x.name from users x
    where x.tenant_id = m.tenant_id and x.id = m.user_id and x.deleted_at is null offset 0) u on true
  where m.tenant_id = g.tenant_id and m.user_group_id = g.id`;
const groupMembers = sql`(
  select coalesce(jsonb_agg(jsonb_build_object('id', u.id, 'name', u.name) order by m.created_at, u.id), '[]') from ${membersFrom})`;

const groupColumns = (withMembers: boolean): SQL =>
  sql`coalesce(s.id, g.id) as id, coalesce(s.display_name, g.name) as name, s.external_id,
    ${withMembers ? groupMembers : sql`null::jsonb`} as members, ${versionOfGroup} as version, g.created_at, g.changed_at`;

const oneGroup = raw('scim.group', groupRowShape);
export const readGroupRow = (db: Db, id: string, withMembers: boolean) =>
  oneGroup(db, sql`select ${groupColumns(withMembers)} from ${groupsFrom} where ${isGroup(id)}`);

const pageOfGroups = raw('scim.groups', groupRowShape);
export const readGroupPage = (db: Db, withMembers: boolean, { where, order, count, startIndex }: Page) =>
  pageOfGroups(
    db,
    sql`select ${groupColumns(withMembers)} from ${groupsFrom} where ${where}
      order by ${order ? sql`${order}, ` : sql``}g.created_at, g.id limit ${count} offset ${startIndex - 1}`,
  );

const groupCount = raw('scim.count_groups', { total: 'int4' });
export const countGroups = (db: Db, where: SQL) => groupCount(db, sql`select count(*)::int as total from ${groupsFrom} where ${where}`);

const text = (value: SQL, exact: boolean): Scalar => ({ kind: 'scalar', as: 'text', exact, sql: value });
const memberParts: Record<string, SQL> = { value: sql`x.id::text`, display: sql`x.name`, type: sql`'User'::text` };

const shownName = sql`coalesce(s.display_name, g.name)`;

/** Where the tables store the attributes of a group. */
export const groupResolver: Resolver = {
  shape: groupShape,
  operand: (attribute, sub) => {
    switch (attribute.name) {
      case 'id':
        return text(sql`coalesce(s.id, g.id)::text`, true);
      case 'externalId':
        return text(sql`s.external_id`, true);
      case 'displayName':
        return {
          ...text(shownName, false),
          composed: true,
          // The key drops accents too, which RFC 7643 does not: it finds the few candidates among which the exact name is looked for.
          equals: (name) =>
            sql`(coalesce(s.display_key, g.sort_key) = ${keyOfGroup(name)}::text and lower(${shownName}) = lower(${name}::text))`,
        };
      case 'schemas':
        return getList(sql`${JSON.stringify([groupUrn])}::jsonb`, attribute);
      case 'meta':
        return metaOperand(sub, 'Group', sql`g.created_at`, sql`g.changed_at`);
      case 'members':
        return {
          kind: 'list',
          from: sql`(select u.id, u.name from ${membersFrom}) x`,
          part: (part) => partText(memberParts, part),
        };
      default:
        return null;
    }
  },
};

export const groupVersion = (row: Pick<GroupRow, 'version'>) => `W/"${row.version}"`;

export function presentGroup(row: GroupRow, { base }: Pick<ScimContext, 'base'>): ScimObject {
  const members = (row.members ?? []).map(({ id, name }) => ({ value: id, $ref: `${base}/Users/${id}`, display: name, type: 'User' }));
  return {
    schemas: [groupUrn],
    id: row.id,
    ...(row.external_id !== null && { externalId: row.external_id }),
    displayName: row.name,
    ...(members.length > 0 && { members }),
    meta: {
      resourceType: 'Group',
      created: toIso(row.created_at),
      lastModified: toIso(row.changed_at),
      location: `${base}/Groups/${row.id}`,
      version: groupVersion(row),
    },
  };
}
