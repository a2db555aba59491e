import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { defineShape, type RowOf, raw, typed } from '../../../db/raw.ts';
import { reports } from '../../../db/schema/reports.ts';
import type { CustomValues } from '../../../domain/custom-fields/field.ts';
import { buildRecord } from '../../../domain/fields/fields.ts';
import type { ManagedReport, ManagedRow } from '../../../domain/report-management/contract.ts';
import { type ReportSwitch, switchNames } from '../../../domain/report-management/fields.ts';
import { livingValues, matchesCustom, shownValues } from '../custom-fields/index.ts';
import { matchesWords, reportsWithPlace } from '../reports/index.ts';

// In these statements `r` is the report, `g` its group and `s` its sub-group.

const rowShape = defineShape({
  ...{ id: 'uuid', title: 'text', group_id: 'uuid?', group_name: 'text?', hue: 'int4?', subgroup_id: 'uuid?', subgroup_name: 'text?' },
  ...{ owner_id: 'uuid?', owner_name: 'text?', cover_kind: 'text', cover_file: 'text?', verified: 'bool', hidden: 'bool' },
  ...{ on_catalog: 'bool', needs_identity: 'bool', data_at: 'timestamptz?', created_at: 'timestamptz', version: 'int4' },
  kind: typed<ManagedRow['kind']>('text'),
  audience: typed<ManagedRow['audience']>('text'),
  freshness: typed<ManagedRow['freshness']>('text'),
  ignore_rls: 'bool',
  restriction: typed<ManagedReport['restriction']>('text'),
  custom: typed<ManagedRow['custom']>('jsonb'),
});
export type Row = RowOf<typeof rowShape>;

type RowSwitch = 'hidden' | 'verified' | 'onCatalog';
const rowSwitches: readonly ReportSwitch[] = ['hidden', 'verified', 'onCatalog'];
/** The switches that a row of the list doesn't have. */
export const detailSwitches = switchNames.filter((name): name is Exclude<ReportSwitch, RowSwitch> => !rowSwitches.includes(name));
const switchColumns = sql.join(
  detailSwitches.map((name) => sql`r.${sql.identifier(reports[name].name)} as ${sql.identifier(name)}`),
  sql`, `,
);

const listed = raw('managed.list', { ...rowShape, sort_value: 'text' });
const counted = raw('managed.count', {
  ...{ n: 'int4', all: 'int4', visible: 'int4', hidden: 'int4', verified: 'int4', catalog: 'int4', noIdentity: 'int4' },
});
const exported = raw('managed.export', { ...rowShape, custom_values: typed<CustomValues>('jsonb') });
const read = raw('managed.read', {
  ...rowShape,
  ...{ description: 'text', external_url: 'text?', external_frames: 'bool', account_id: 'uuid?', account_name: 'text?' },
  ...{ workspace_id: 'text?', workspace_name: 'text?', service_report_id: 'text?', needs_roles: 'bool' },
  ...{
    ignore_rls_role: 'text?',
    catalog_description: 'text',
    resolution: 'text?',
    added_by: 'text?',
    favorites: 'int4',
    grants: 'int4',
    views: 'int4',
  },
  ...buildRecord(detailSwitches, () => 'bool' as const),
  texts: typed<ManagedReport['texts']>('jsonb'),
  report_type: typed<ManagedReport['reportType']>('text'),
  orientation: typed<ManagedReport['orientation']>('text'),
  watermark: typed<ManagedReport['watermark']>('text'),
  pages: typed<ManagedReport['pages']>('jsonb'),
  all_custom: typed<ManagedReport['custom']>('jsonb'),
});

/** A grant x of the report that has not expired. */
const grantsOfReport = sql`grants x
    where x.tenant_id = r.tenant_id and x.report_id = r.id and (x.valid_until is null or x.valid_until > app.now())`;

const rowColumns = sql`r.id, r.title, r.kind, g.id as group_id, g.name as group_name, g.hue, s.id as subgroup_id, s.name as subgroup_name,
    r.owner_id, (select u.name from users u where u.tenant_id = r.tenant_id and u.id = r.owner_id) as owner_name,
    r.cover_kind, r.cover_file, r.verified, r.hidden, r.on_catalog, r.needs_identity, r.ignore_rls, r.restriction,
    r.data_at, r.freshness, r.created_at,
    ${shownValues(sql`r`, 'report')} as custom, r.version,
    case when exists (select from ${grantsOfReport} and x.subject = 'everyone') then 'everyone'
      when exists (select from ${grantsOfReport}) then 'some' else 'nobody' end as audience`;

type Filters = {
  search?: string | undefined;
  view?: keyof typeof views | undefined;
  kind?: 'powerbi' | 'external' | undefined;
  group?: string | undefined;
  subgroup?: string | undefined;
  owner?: string | undefined;
  custom?: string | undefined;
};

/** A user gets the report through grant x and has no identity of their own, where neither the grant nor the report gives one. */
const someoneUnknown = sql`exists (select from ${grantsOfReport} and x.identity is null
    and exists (select from users u where u.tenant_id = x.tenant_id and u.status in ('A','T')
      and (u.rls_username is null or (r.needs_roles and cardinality(u.rls_roles) = 0))
      and (x.subject = 'everyone' or u.id = x.user_id or exists (select from user_group_members m
        where m.tenant_id = x.tenant_id and m.user_group_id = x.user_group_id and m.user_id = u.id))))`;

const views = {
  visible: sql`not r.hidden`,
  hidden: sql`r.hidden`,
  verified: sql`r.verified`,
  catalog: sql`r.on_catalog`,
  noIdentity: sql`(r.needs_identity and not r.ignore_rls and ${someoneUnknown})`,
} as const;

/** Everything but the view, which the counts of all views share. */
function narrowed(filters: Filters): SQL {
  const all: SQL[] = [matchesWords(filters.search)];
  if (filters.kind) all.push(sql`r.kind = ${filters.kind}`);
  if (filters.group) all.push(sql`g.id = ${filters.group}::uuid`);
  if (filters.subgroup) all.push(sql`s.id = ${filters.subgroup}::uuid`);
  if (filters.owner) all.push(sql`r.owner_id = ${filters.owner}::uuid`);
  if (filters.custom) all.push(matchesCustom(sql`r.id`, filters.custom));
  return sql.join(all, sql` and `);
}

const conditions = (filters: Filters): SQL => sql`${filters.view ? views[filters.view] : sql`true`} and ${narrowed(filters)}`;

type Page = { where: SQL; sortValue: SQL; orderBy: SQL; limit: SQL };

export const listPage = (db: Db, filters: Filters, page: Page) =>
  listed(
    db,
    sql`select ${rowColumns}, ${page.sortValue} as sort_value from ${reportsWithPlace}
    where ${conditions(filters)} and ${page.where} order by ${page.orderBy} ${page.limit}`,
  );

const getCount = (where: SQL) => sql`count(*) filter (where ${where})::int`;

/** How many rows the list has, and how many each view under the same search and filters. */
export const countRows = (db: Db, filters: Filters) =>
  counted(
    db,
    sql`select ${getCount(conditions(filters))} as n, count(*)::int as "all", ${getCount(views.visible)} as visible,
      ${getCount(views.hidden)} as hidden, ${getCount(views.verified)} as verified, ${getCount(views.catalog)} as catalog,
      ${getCount(views.noIdentity)} as "noIdentity"
    from ${reportsWithPlace} where ${narrowed(filters)}`,
  );

export const exportRows = (db: Db, filters: Filters, orderBy: SQL, limit: SQL) =>
  exported(
    db,
    sql`select ${rowColumns}, ${livingValues(sql`r`, 'report')} as custom_values from ${reportsWithPlace}
    where ${conditions(filters)} order by ${orderBy} ${limit}`,
  );

const countIn = (table: string) =>
  sql`(select count(*)::int from ${sql.identifier(table)} c where c.tenant_id = r.tenant_id and c.report_id = r.id)`;

export const readRow = (db: Db, id: string) =>
  read(
    db,
    sql`select ${rowColumns}, r.description, r.texts, r.external_url, r.external_frames, r.account_id, a.name as account_name,
      r.workspace_id, w.name as workspace_name, r.service_report_id, r.report_type, r.needs_roles, r.orientation,
      r.ignore_rls_role, r.catalog_description, r.resolution, ${switchColumns},
      ${livingValues(sql`r`, 'report')} as all_custom, r.watermark, r.pages,
      (select u.name from users u where u.tenant_id = r.tenant_id and u.id = r.added_by_id) as added_by,
      ${countIn('favorites')} as favorites, ${countIn('grants')} as grants, ${countIn('visits')} as views
    from ${reportsWithPlace} left join service_accounts a on a.tenant_id = r.tenant_id and a.id = r.account_id
      left join workspaces w on w.tenant_id = r.tenant_id and w.account_id = r.account_id and w.service_id = r.workspace_id
    where r.id = ${id}::uuid`,
  );
