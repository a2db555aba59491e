import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { type RowOf, raw, typed } from '../../../db/raw.ts';
import { toIso } from '../../../domain/format/iso.ts';
import { type Attribute, findAttribute, type Shape } from '../../../domain/scim/attributes.ts';
import { userNameKey } from '../../../domain/scim/person.ts';
import { customUrn, enterpriseUrn, userUrn } from '../../../domain/scim/schemas.ts';
import { isScimObject, type ScimObject, type ScimValue } from '../../../domain/scim/values.ts';
import type { List, Operand, Resolver, Scalar } from './filter-sql.ts';
import type { ScimContext } from './request.ts';

const userRowShape = {
  id: 'uuid',
  user_name: 'text?',
  email: 'text',
  name: 'text',
  status: 'text',
  external_id: 'text?',
  doc: typed<ScimObject>('jsonb'),
  custom: typed<Record<string, string | string[]>>('jsonb'),
  groups: typed<{ id: string; name: string }[] | null>('jsonb?'),
  // Stands for the groups in the version, read or not; null for none.
  groups_mark: 'text?',
  managed: 'bool',
  version: 'int4',
  created_at: 'timestamptz',
  changed_at: 'timestamptz',
} as const;
export type UserRow = RowOf<typeof userRowShape>;

/** The portal stores one name: its last word is the family name, the rest the given name; a single word is both. */
const nameParts = sql`jsonb_build_object('formatted', u.name, 'familyName', coalesce(substring(u.name from '[^ ]+$'), u.name),
  'givenName', coalesce(substring(u.name from '^(.*[^ ]) +[^ ]+$'), u.name))`;
/** What the directory sent about user u; for a user created in the portal, the portal's data in the same form. */
const doc = sql`coalesce(u.scim, jsonb_strip_nulls(jsonb_build_object('name', ${nameParts}, 'displayName', u.name,
  'emails', jsonb_build_array(jsonb_build_object('value', u.email, 'type', 'work', 'primary', true)),
  'phoneNumbers', case when u.phone is not null then jsonb_build_array(jsonb_build_object('value', u.phone, 'type', 'work')) end,
  'title', u."position", 'preferredLanguage', u.language,
  ${enterpriseUrn}::text, case when u.department is not null then jsonb_build_object('department', u.department) end)))`;
const changedAt = sql`greatest(u.created_at, u.scim_at, u.status_at)`;
const groupsFrom = sql`user_group_members m
  join user_groups g on g.tenant_id = m.tenant_id and g.id = m.user_group_id and g.deleted_at is null
  left join scim_groups s on s.tenant_id = g.tenant_id and s.user_group_id = g.id where m.tenant_id = u.tenant_id and m.user_id = u.id`;
const userGroups = sql`(select coalesce(jsonb_agg(
  jsonb_build_object('id', coalesce(s.id, g.id), 'name', coalesce(s.display_name, g.name)) order by g.sort_key, g.id), '[]')
  from ${groupsFrom})`;

/** A text that changes whenever the groups of user u, or their names, change. */
export const groupsMark = sql<string | null>`(
  select left(md5(string_agg(coalesce(s.id, g.id) || coalesce(s.display_name, g.name), ' ' order by g.id)), 12) from ${groupsFrom})`;

/** The columns of user u for a resource; groups only where they are returned. */
const userColumns = (withGroups: boolean): SQL =>
  sql`u.id, u.user_name, u.email, u.name, u.status, u.external_id, ${doc} as doc, u.custom,
    ${withGroups ? userGroups : sql`null::jsonb`} as groups, ${groupsMark} as groups_mark, u.user_name is not null as managed, u.version,
    u.created_at, ${changedAt} as changed_at`;

/** Existing users; the policies hide a partner's technical seats. */
export const livingUser = sql`u.deleted_at is null`;

const oneUser = raw('scim.user', userRowShape);
export const readUserRow = (db: Db, id: string, withGroups: boolean) =>
  oneUser(db, sql`select ${userColumns(withGroups)} from users u where u.id = ${id}::uuid and ${livingUser}`);

/** A page of a list: the rows of a filter, in an order whose last criterion is oldest first. */
export type Page = { where: SQL; order: SQL | null; count: number; startIndex: number };
const pageOfUsers = raw('scim.users', userRowShape);
export const readUserPage = (db: Db, withGroups: boolean, { where, order, count, startIndex }: Page) =>
  pageOfUsers(
    db,
    sql`select ${userColumns(withGroups)} from users u where ${where}
      order by ${order ? sql`${order}, ` : sql``}u.created_at, u.id limit ${count} offset ${startIndex - 1}`,
  );

/** Whether user u has that userName; written so that the policies can still use the indexes of both columns, which a coalesce prevents. */
export const goesBy = (u: SQL, key: string): SQL =>
  sql`(${u}.user_name_key = ${key}::text or (${u}.user_name_key is null and ${u}.email = ${key}::text))`;

const truncated = (time: SQL) => sql`date_trunc('milliseconds', ${time})`;
const text = (value: SQL, exact: boolean): Scalar => ({ kind: 'scalar', as: 'text', exact, sql: value });

/** A part of a group or member, as the text in which it is compared. */
export function partText(parts: Readonly<Record<string, SQL>>, part: Attribute | null): Scalar | null {
  const value = part ? parts[part.name] : undefined;
  return part && value ? text(value, part.caseExact === true) : null;
}

export function getList(json: SQL, attribute: Attribute): List {
  return {
    kind: 'list',
    from: sql`jsonb_array_elements(case when jsonb_typeof(${json}) = 'array' then ${json} else '[]' end) x (e)`,
    part: (sub) => {
      if (!sub) return attribute.sub ? null : text(sql`(x.e #>> '{}')`, attribute.caseExact === true);
      if (sub.type === 'boolean') return { kind: 'scalar', as: 'boolean', exact: true, sql: sql`(x.e->>${sub.name}::text)::boolean` };
      return text(sql`(x.e->>${sub.name}::text)`, sub.caseExact === true);
    },
  };
}

function inDocument(container: SQL, attribute: Attribute, sub: Attribute | null): Operand {
  const value = sql`(${container}->${attribute.name}::text)`;
  if (attribute.multi) return getList(value, attribute);
  if (sub) return text(sql`(${value}->>${sub.name}::text)`, sub.caseExact === true);
  if (attribute.type === 'complex') return { kind: 'whole', present: sql`${value} is not null` };
  return text(sql`(${container}->>${attribute.name}::text)`, attribute.caseExact === true);
}

export const metaOperand = (sub: Attribute | null, type: string, created: SQL, changed: SQL): Operand | null => {
  switch (sub?.name) {
    case 'created':
      return { kind: 'scalar', as: 'time', exact: true, sql: truncated(created) };
    case 'lastModified':
      return { kind: 'scalar', as: 'time', exact: true, sql: truncated(changed) };
    case 'resourceType':
      return text(sql`${type}::text`, true);
    case undefined:
      return { kind: 'whole', present: sql`true` };
    default:
      return null;
  }
};

const customNames = (shape: Shape) => (shape.extensions[customUrn] ?? []).map(({ name }) => name);
/** Whether a user has any value of an extension: consistent with what an answer shows of it. */
const hasExtension = (shape: Shape, extension: string): SQL => {
  const value =
    extension === customUrn
      ? sql`(select jsonb_object_agg(c.key, c.value) from jsonb_each(u.custom) c
          where c.key = any (array(select jsonb_array_elements_text(${JSON.stringify(customNames(shape))}::jsonb))))`
      : sql`(${doc}->${extension}::text)`;
  return sql`(coalesce(${value}, '{}') <> '{}')`;
};

/** The schemas of a user, as an answer names them. */
const getSchemas = (shape: Shape): SQL =>
  sql.join(
    [
      sql`(${JSON.stringify([userUrn])}::jsonb`,
      ...Object.keys(shape.extensions).map(
        (urn) => sql` || case when ${hasExtension(shape, urn)} then ${JSON.stringify([urn])}::jsonb else '[]' end`,
      ),
      sql`)`,
    ],
    sql``,
  );

const groupParts: Record<string, SQL> = { value: sql`x.id::text`, display: sql`x.name`, type: sql`'direct'::text` };

/** Where the tables store the attributes of a user. */
export const userResolver = ({ shape }: Pick<ScimContext, 'shape'>): Resolver => ({
  shape,
  has: (extension) => hasExtension(shape, extension),
  operand: (attribute, sub, extension) => {
    if (extension === customUrn) return inDocument(sql`u.custom`, attribute, sub);
    if (extension) return inDocument(sql`(${doc}->${extension}::text)`, attribute, sub);
    switch (attribute.name) {
      case 'id':
        return text(sql`u.id::text`, true);
      case 'externalId':
        return text(sql`u.external_id`, true);
      case 'userName':
        return { ...text(sql`coalesce(u.user_name_key, u.email)`, false), normal: userNameKey, equals: (key) => goesBy(sql`u`, key) };
      case 'active':
        return { kind: 'scalar', as: 'boolean', exact: true, sql: sql`(u.status <> 'D')` };
      case 'schemas':
        return getList(getSchemas(shape), attribute);
      case 'meta':
        return metaOperand(sub, 'User', sql`u.created_at`, changedAt);
      case 'groups':
        return {
          kind: 'list',
          from: sql`(select coalesce(s.id, g.id) as id, coalesce(s.display_name, g.name) as name from ${groupsFrom}) x`,
          part: (part) => partText(groupParts, part),
        };
      default:
        return inDocument(doc, attribute, sub);
    }
  },
});

/**
 * A weak ETag: two answers of one version have the same content in any order. The user's groups are part of it, because other writes change
 * them.
 */
export const userVersion = (row: Pick<UserRow, 'version' | 'groups_mark'>) =>
  `W/"${row.version}${row.groups_mark === null ? '' : `.${row.groups_mark}`}"`;

/** Stored for a user whose `active` the directory removed: whether they may sign in is unchanged, and not reported. */
export const unsaidActive = '-active';

/** A user as a directory writes and reads them, without the portal's own data. */
export function toResource(row: UserRow, { shape }: Pick<ScimContext, 'shape'>): ScimObject {
  const { [unsaidActive]: unsaid, ...said } = row.doc;
  const custom = Object.fromEntries(
    Object.entries(row.custom).filter(([key]) => findAttribute(shape.extensions[customUrn] ?? [], key) !== undefined),
  ) as ScimObject; // because custom values are texts and lists of texts
  return {
    userName: row.user_name ?? row.email,
    ...(row.external_id !== null && { externalId: row.external_id }),
    ...said,
    ...(!unsaid && { active: row.status !== 'D' }),
    ...(Object.keys(custom).length > 0 && { [customUrn]: custom }),
  };
}

/** A user as an answer shows them. */
export function presentUser(row: UserRow, scim: Pick<ScimContext, 'shape' | 'base'>): ScimObject {
  const { [enterpriseUrn]: enterprise, [customUrn]: custom, externalId, ...own } = toResource(row, scim);
  const location = `${scim.base}/Users/${row.id}`;
  const groups: ScimValue[] = (row.groups ?? []).map(({ id, name }) => ({
    value: id,
    $ref: `${scim.base}/Groups/${id}`,
    display: name,
    type: 'direct',
  }));
  const kept = (value: ScimValue | undefined): value is ScimObject => isScimObject(value) && Object.keys(value).length > 0;
  return {
    schemas: [userUrn, ...(kept(enterprise) ? [enterpriseUrn] : []), ...(kept(custom) ? [customUrn] : [])],
    id: row.id,
    ...(externalId !== undefined && { externalId }),
    ...own,
    ...(groups.length > 0 && { groups }),
    ...(kept(enterprise) && { [enterpriseUrn]: enterprise }),
    ...(kept(custom) && { [customUrn]: custom }),
    meta: {
      resourceType: 'User',
      created: toIso(row.created_at),
      lastModified: toIso(row.changed_at),
      location,
      version: userVersion(row),
    },
  };
}
