import { type SQL, sql } from 'drizzle-orm';
import type { ManagedRow } from '../../../domain/report-management/contract.ts';
import { coverKinds } from '../../../domain/report-management/limits.ts';
import { matchesCustom, shownValues } from '../custom-fields/index.ts';
import { matchesWords } from '../reports/index.ts';

export type Row = {
  id: string;
  title: string;
  kind: ManagedRow['kind'];
  group_id: string | null;
  group_name: string | null;
  hue: number | null;
  subgroup_id: string | null;
  subgroup_name: string | null;
  owner_id: string | null;
  owner_name: string | null;
  cover_kind: string;
  cover_file: string | null;
  verified: boolean;
  hidden: boolean;
  on_catalog: boolean;
  needs_identity: boolean;
  audience: ManagedRow['audience'];
  data_at: string | null;
  freshness: ManagedRow['freshness'];
  created_at: string;
  custom: ManagedRow['custom'];
  version: number;
};

/** A grant x of the report that has not run out. */
const grantsOfReport = sql`grants x where x.tenant_id = r.tenant_id and x.report_id = r.id and (x.valid_until is null or x.valid_until > app.now())`;

export const rowColumns = sql`r.id, r.title, r.kind, g.id as group_id, g.name as group_name, g.hue, s.id as subgroup_id, s.name as subgroup_name, r.owner_id, (select u.name from users u where u.tenant_id = r.tenant_id and u.id = r.owner_id) as owner_name,
  r.cover_kind, r.cover_file, r.verified, r.hidden, r.on_catalog, r.needs_identity, r.data_at, r.freshness, r.created_at, ${shownValues(sql`r`, 'report')} as custom, r.version,
  case when exists (select from ${grantsOfReport} and x.subject = 'everyone') then 'everyone' when exists (select from ${grantsOfReport}) then 'some' else 'nobody' end as audience`;

export function present(row: Row): ManagedRow {
  return {
    id: row.id,
    title: row.title,
    kind: row.kind,
    group: row.group_id ? { id: row.group_id, name: row.group_name ?? '', hue: row.hue ?? 0 } : null,
    subgroup: row.subgroup_id ? { id: row.subgroup_id, name: row.subgroup_name ?? '' } : null,
    owner: row.owner_id ? { id: row.owner_id, name: row.owner_name ?? '' } : null,
    cover: { kind: coverKinds.find((kind) => kind === row.cover_kind) ?? 'ridge', file: row.cover_file },
    verified: row.verified,
    hidden: row.hidden,
    onCatalog: row.on_catalog,
    needsIdentity: row.needs_identity,
    audience: row.audience,
    dataAt: row.data_at ? new Date(row.data_at).toISOString() : null,
    freshness: row.freshness,
    addedAt: new Date(row.created_at).toISOString(),
    custom: row.custom,
    version: row.version,
  };
}

export type Filters = {
  search?: string | undefined;
  view?: 'visible' | 'hidden' | 'verified' | 'catalog' | 'noIdentity' | undefined;
  kind?: 'powerbi' | 'external' | undefined;
  group?: string | undefined;
  subgroup?: string | undefined;
  owner?: string | undefined;
  custom?: string | undefined;
};

/** Somebody gets the report through grant x and has no identity of his own, where neither the grant nor the report gives one. */
const someoneUnknown = sql`exists (select from ${grantsOfReport} and x.identity is null and exists (select from users u where u.tenant_id = x.tenant_id and u.status in ('A','T')
  and (u.rls_username is null or (r.needs_roles and cardinality(u.rls_roles) = 0))
  and (x.subject = 'everyone' or u.id = x.user_id or exists (select from user_group_members m where m.tenant_id = x.tenant_id and m.user_group_id = x.user_group_id and m.user_id = u.id))))`;

const views = {
  visible: sql`not r.hidden`,
  hidden: sql`r.hidden`,
  verified: sql`r.verified`,
  catalog: sql`r.on_catalog`,
  noIdentity: sql`(r.needs_identity and not r.ignore_rls and ${someoneUnknown})`,
} as const;

/** How many rows each view holds under the search and the filters of the list. */
export const countColumns = sql`count(*)::int as "all", count(*) filter (where ${views.visible})::int as visible, count(*) filter (where ${views.hidden})::int as hidden, count(*) filter (where ${views.verified})::int as verified,
  count(*) filter (where ${views.catalog})::int as catalog, count(*) filter (where ${views.noIdentity})::int as "noIdentity"`;

/** Everything but the view, which the counts of all views share. */
export function narrowed(filters: Filters): SQL {
  const all: SQL[] = [matchesWords(filters.search)];
  if (filters.kind) all.push(sql`r.kind = ${filters.kind}`);
  if (filters.group) all.push(sql`g.id = ${filters.group}::uuid`);
  if (filters.subgroup) all.push(sql`s.id = ${filters.subgroup}::uuid`);
  if (filters.owner) all.push(sql`r.owner_id = ${filters.owner}::uuid`);
  if (filters.custom) all.push(matchesCustom(sql`r.id`, filters.custom));
  return sql.join(all, sql` and `);
}

export const conditions = (filters: Filters): SQL => sql`${filters.view ? views[filters.view] : sql`true`} and ${narrowed(filters)}`;
