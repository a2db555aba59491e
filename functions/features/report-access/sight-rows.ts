import { type SQL, sql } from 'drizzle-orm';
import { type RowOf, typed } from '../../../db/raw.ts';
import { isoOrNull } from '../../../domain/format/iso.ts';
import type { SightRow } from '../../../domain/report-access/contract.ts';
import type { SightView, SubjectKind } from '../../../domain/report-access/limits.ts';
import { type SightFacts, whyNot } from '../../../domain/report-access/sight.ts';
import { type IdentityAnswer, identityFor, type RlsIdentity } from '../../../domain/reports/identity.ts';
import { fold } from '../../../domain/text/fold.ts';
import {
  coversReport,
  getGrant,
  granted,
  hiddenPlace,
  nearestGrantFirst,
  refusalInSql,
  refusedInSql,
  reportsWithPlace,
  visiblePlace,
  visibleReport,
} from '../reports/index.ts';

/** The result of `rowColumns`. */
export const rowShape = {
  id: 'uuid',
  name: 'text',
  email: 'text',
  administrator: 'bool',
  active: 'bool',
  powerbi: 'bool',
  hidden: 'bool',
  place_hidden: 'bool',
  place: 'bool',
  granted: 'bool',
  expired_at: 'timestamptz?',
  maintenance: 'bool',
  needs_identity: 'bool',
  needs_roles: 'bool',
  open_role: 'text?',
  rls_username: 'text?',
  rls_roles: 'text[]',
  identity_values: typed<Record<string, string>>('jsonb'),
  path_subject: typed<SubjectKind | null>('text?'),
  path_group: 'text?',
  path_identity: typed<RlsIdentity | null>('jsonb?'),
  path_filters: 'int4',
  path_until: 'timestamptz?',
  refusal: typed<{ at: string; words: string } | null>('jsonb?'),
} as const;
export type Row = RowOf<typeof rowShape>;

// The visibility rule is applied with each user p of the tenant as the viewer.
const administrator = sql`(p.profile <> 'user')`;
const viewer = { userId: sql`p.id`, seesAll: administrator };
const active = sql`(p.status in ('A','T'))`;

/** Each of these users p of the tenant with report r and the nearest grant for it. */
export const getSource = (such: SQL) => sql`${reportsWithPlace} join users p on p.tenant_id = r.tenant_id and ${such}
  left join lateral (select x.subject, x.user_group_id, x.identity, x.filters, x.valid_until from grants x
    where x.tenant_id = r.tenant_id and x.report_id = r.id and ${getGrant(sql`p.id`)} order by ${nearestGrantFirst} limit 1) path on true`;
export const source = getSource(sql`p.status <> 'D'`);

const everGranted = sql`x.tenant_id = r.tenant_id and x.report_id = r.id and x.valid_until <= app.now()
  and (x.subject = 'everyone' or x.user_id = p.id
  or x.user_group_id in (select m.user_group_id from user_group_members m where m.tenant_id = x.tenant_id and m.user_id = p.id))`;

/** The name that viewing would use, before replacement; its placeholders are only looked up where it has one. */
const template = sql`case when path.identity is null then p.rls_username else path.identity->>'username' end`;
const namesFields = sql`coalesce(strpos(${template}, '{{cf_') > 0, false)`;

/** The identity that viewing would send: the role without a filter, the path's or the user's own; the same as identityFor. */
const openRole = sql`(r.ignore_rls and coalesce(r.ignore_rls_role, '') <> '')`;
const filledName = sql`app.identity_name(${template}, p.email, app.identity_values(p.custom, p.custom_own))`;
const sentName = sql`(case when ${openRole} then p.email when ${namesFields} then ${filledName}
  else replace(${template}, '{email}', p.email) end)`;
const sentRoles = sql`(case when ${openRole} then array[r.ignore_rls_role] when path.identity is null then p.rls_roles
  else array(select jsonb_array_elements_text(path.identity->'roles')) end)`;
const asksIdentity = sql`r.kind = 'powerbi' and r.needs_identity`;

export const rowColumns = sql`p.id, p.name, p.email, ${administrator} as administrator, ${active} as active,
  r.kind = 'powerbi' as powerbi, r.hidden, ${hiddenPlace} as place_hidden, ${visiblePlace(viewer)} as place, ${granted(viewer)} as granted,
  (select max(x.valid_until) from grants x where ${everGranted}) as expired_at,
  exists (select from maintenance m where ${coversReport} and not (m.except_admin and ${administrator})) as maintenance,
  r.needs_identity, r.needs_roles, case when r.ignore_rls then r.ignore_rls_role end as open_role, p.rls_username, p.rls_roles,
  case when ${namesFields} then app.identity_values(p.custom, p.custom_own) else '{}' end as identity_values, path.subject as path_subject,
  (select q.name from user_groups q where q.tenant_id = r.tenant_id and q.id = path.user_group_id) as path_group,
  path.identity as path_identity, coalesce(jsonb_array_length(path.filters), 0) as path_filters, path.valid_until as path_until,
  case when ${asksIdentity} and ${refusedInSql(sentName, sentRoles)} then ${refusalInSql(sentName, sentRoles)} end as refusal`;

/** The refusals of identityFor in SQL, for counting and paging; tests compare the two. */
const unidentified = sql`(r.kind = 'powerbi' and r.needs_identity and not (r.ignore_rls and coalesce(r.ignore_rls_role, '') <> '')
  and (coalesce(case when ${namesFields} then ${filledName} else ${template} end, '') !~ '\\S'
    or (r.needs_roles
      and case when path.identity is null then cardinality(p.rls_roles) else jsonb_array_length(path.identity->'roles') end = 0)))`;

/** Users with access who can't open the report: without an identity, or with one that the service refused. */
const turnedAway = sql`(${unidentified} or (${asksIdentity} and ${refusedInSql(sentName, sentRoles)}))`;

/** Whether a grant gives user `who` a report that shows nothing, because it needs an identity of their own and they have none. */
export const lacksIdentity = (who: SQL): SQL =>
  sql`((coalesce(${who}.rls_username, '') !~ '\\S' or cardinality(${who}.rls_roles) = 0 or strpos(${who}.rls_username, '{{cf_') > 0)
  and exists (select from (select ${who}.*) p join reports r on r.tenant_id = p.tenant_id
    cross join lateral (select x.identity from grants x
      where x.tenant_id = r.tenant_id and x.report_id = r.id and ${getGrant(sql`p.id`)} order by ${nearestGrantFirst} limit 1) path
    where ${active} and not r.hidden and path.identity is null and ${unidentified}))`;

const sees = sql`(${active} and ${visibleReport(viewer)})`;
const views: Record<SightView, SQL> = {
  seeing: sql`(${sees} and not ${turnedAway})`,
  unidentified: sql`(${sees} and ${turnedAway})`,
  unseeing: sql`(not ${sees})`,
};

export type Filters = { id: string; view: SightView; search?: string | undefined };

export function conditions({ id, view, search }: Filters): SQL {
  const all = [sql`r.id = ${id}::uuid`, views[view]];
  const key = fold(search ?? '');
  if (key) all.push(sql`(strpos(p.sort_key, ${key}) > 0 or starts_with(p.email, ${key}))`);
  return sql.join(all, sql` and `);
}

/** The reports that a user sees, and those that only lack an identity. */
export function seenBy(id: string, search: string | undefined): SQL {
  const key = fold(search ?? '');
  return sql`p.id = ${id}::uuid and p.deleted_at is null and ${sees} and ${key ? sql`strpos(r.sort_key, ${key}) > 0` : sql`true`}`;
}

export const countColumns = sql`count(*) filter (where ${views.seeing})::int as seeing,
  count(*) filter (where ${views.unidentified})::int as unidentified, count(*) filter (where ${views.unseeing})::int as unseeing`;

/** The identity under which viewing would show the report, by the one rule. */
export const identityOfRow = (row: Row): IdentityAnswer =>
  identityFor({
    report: { needsIdentity: row.powerbi && row.needs_identity, needsRoles: row.needs_roles, roleWithoutFilter: row.open_role },
    person: { email: row.email, rlsUsername: row.rls_username, rlsRoles: row.rls_roles, values: row.identity_values },
    path: row.path_identity,
  });

export const sightOfRow = (row: Row, identity: IdentityAnswer): SightFacts => ({
  active: row.active,
  hidden: row.hidden,
  groupHidden: row.place_hidden,
  groupAudience: row.place,
  granted: row.granted,
  expiredAt: row.expired_at,
  maintenance: row.maintenance,
  identity: identity.kind,
  lacksRole: identity.kind === 'refused' && identity.lacks === 'role',
  serviceRefused: identity.kind === 'as' && row.refusal !== null,
});

/** A user with the identity that viewing would use, or with what blocks it. */
export function present(row: Row): SightRow {
  const identity = identityOfRow(row);
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    path: getPath(row),
    identity: row.granted && identity.kind === 'as' ? identity.identity : null,
    filters: row.path_filters,
    validUntil: isoOrNull(row.path_until),
    reasons: whyNot(sightOfRow(row, identity)),
    expiredAt: isoOrNull(row.expired_at),
  };
}

function getPath({ administrator: isAdministrator, path_subject: subject, path_group: name }: Row): SightRow['path'] {
  if (isAdministrator) return { kind: 'administrator', name: null };
  return subject ? { kind: subject, name } : null;
}
