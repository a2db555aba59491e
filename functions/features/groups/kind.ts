import { type SQL, sql } from 'drizzle-orm';
import type { GroupRow } from '../../../domain/groups/contract.ts';
import { searchWords } from '../../../domain/text/fold.ts';

/** The two tables of one feature: groups, and sub-groups with the group they belong to. */
export type Kind = 'groups' | 'subgroups';
export const tableOf = (kind: Kind): SQL => (kind === 'groups' ? sql`groups` : sql`subgroups`);
export const whatOf = (kind: Kind, verb: string): string => `${kind === 'groups' ? 'group' : 'subgroup'}.${verb}`;

const mostCounted = 10_001;

export type Row = {
  id: string;
  group_id: string | null;
  group_name: string | null;
  name: string;
  description: string;
  hue: number;
  position: number;
  hidden: boolean;
  deleted: boolean;
  audience: 'everyone' | 'chosen';
  people: number;
  reports: number;
  subgroups: string[];
  version: number;
  created_at: string;
};

const reportsIn = (kind: Kind) => (kind === 'groups' ? sql`r.group_id = x.id` : sql`r.subgroup_id = x.id`);

/** How many reports stand in `x`; also a column to sort by. */
export const reportCount = (kind: Kind) => sql`(select count(*) from reports r where r.tenant_id = x.tenant_id and ${reportsIn(kind)})`;

const everyone = sql`(select count(*) from (select 1 from users u where u.tenant_id = (select app.tenant_id()) and u.status in ('A','T') limit ${mostCounted}) c)`;
const chosenFor = (target: SQL) => sql`(select count(*) from viewers v where v.tenant_id = x.tenant_id and v.target_id = ${target})`;

/** How many people see `x`: all who may act, or those chosen; a sub-group is seen only by who sees its group. Counting stops at ten thousand. */
export const peopleCount = sql`(case when x.audience = 'everyone' and g.audience = 'everyone' then ${everyone}
  when x.audience = 'everyone' then ${chosenFor(sql`g.id`)}
  when g.audience = 'everyone' or g.id = x.id then ${chosenFor(sql`x.id`)}
  else (select count(*) from viewers v join viewers w on w.tenant_id = v.tenant_id and w.user_id = v.user_id and w.target_id = g.id where v.tenant_id = x.tenant_id and v.target_id = x.id) end)`;

/** `x` is the group or sub-group, `g` its group (itself for a group). */
export const source = (kind: Kind) =>
  kind === 'groups'
    ? sql`groups x join groups g on g.tenant_id = x.tenant_id and g.id = x.id`
    : sql`subgroups x join groups g on g.tenant_id = x.tenant_id and g.id = x.group_id`;

export const rowColumns = (
  kind: Kind,
) => sql`x.id, ${kind === 'groups' ? sql`null::uuid` : sql`x.group_id`} as group_id, ${kind === 'groups' ? sql`null` : sql`g.name`} as group_name, x.name, x.description, g.hue, x.position, x.hidden,
  x.deleted_at is not null as deleted, x.audience, ${peopleCount}::int as people, ${reportCount(kind)}::int as reports,
  ${kind === 'groups' ? sql`coalesce((select array_agg(s.name order by s.position, s.id) from subgroups s where s.tenant_id = x.tenant_id and s.group_id = x.id and s.deleted_at is null), '{}')` : sql`'{}'::text[]`} as subgroups, x.version, x.created_at`;

export function present(row: Row): GroupRow {
  return {
    id: row.id,
    groupId: row.group_id,
    groupName: row.group_name,
    name: row.name,
    description: row.description,
    hue: row.hue,
    position: row.position,
    visibility: row.deleted ? 'deleted' : row.hidden ? 'hidden' : 'visible',
    audience: row.audience,
    people: row.people,
    reports: row.reports,
    subgroups: row.subgroups,
    version: row.version,
    createdAt: new Date(row.created_at).toISOString(),
  };
}

export type Filters = {
  search?: string | undefined;
  visibility?: GroupRow['visibility'] | undefined;
  group?: string | undefined;
  empty?: '1' | undefined;
};

const views = {
  all: sql`x.deleted_at is null`,
  visible: sql`(x.deleted_at is null and not x.hidden)`,
  hidden: sql`(x.deleted_at is null and x.hidden)`,
  deleted: sql`x.deleted_at is not null`,
};
const isEmpty = (kind: Kind) => sql`${reportCount(kind)} = 0`;

/** How many rows each view holds, under the search and the group of the list. */
export const countColumns = (
  kind: Kind,
) => sql`count(*) filter (where ${views.all})::int as all, count(*) filter (where ${views.visible})::int as visible,
  count(*) filter (where ${views.hidden})::int as hidden, count(*) filter (where ${views.all} and ${isEmpty(kind)})::int as empty, count(*) filter (where ${views.deleted})::int as deleted`;

/** The conditions of list and export; without a wish for deleted ones they are left out. */
export function conditions(kind: Kind, filters: Filters): SQL {
  const empty = filters.empty ? sql` and ${isEmpty(kind)}` : sql``;
  return sql`${views[filters.visibility ?? 'all']}${empty} and ${narrowed(kind, filters)}`;
}

/** Search and group alone, which the counts of all views share. */
export function narrowed(kind: Kind, filters: Filters): SQL {
  const all: SQL[] = [kind === 'subgroups' ? sql`g.deleted_at is null` : sql`true`];
  if (filters.group) all.push(sql`g.id = ${filters.group}::uuid`);
  for (const word of searchWords(filters.search ?? '').slice(0, 8))
    all.push(sql`(' ' || x.sort_key) like ${`% ${word.replaceAll(/[\\%_]/g, '\\$&')}%`}`);
  return sql.join(all, sql` and `);
}
