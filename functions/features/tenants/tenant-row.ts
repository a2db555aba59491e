import { type SQL, sql } from 'drizzle-orm';
import type { TenantRow, Tree } from '../../../domain/tenants/contract.ts';
import { fold } from '../../../domain/text/fold.ts';
import type { SortColumn } from '../../http/keyset.ts';

export type Row = {
  id: string;
  kind: TenantRow['kind'];
  name: string;
  parent: string | null;
  host: string | null;
  own_domain: string | null;
  status: TenantRow['status'];
  status_reason: string | null;
  trial_ends_at: string | null;
  held: TenantRow['held'];
  user_limit: number | null;
  bonus_users: number;
  users: number;
  reports: number;
  units: number;
  last_activity: string | null;
  version: number;
  created_at: string;
  deleted_at: string | null;
  sort_value: string;
};

const mostCounted = 10_001;
const capped = (table: SQL) => sql`(select count(*)::int from (select 1 from ${table} c where c.tenant_id = t.id limit ${mostCounted}) n)`;

// By the index of the list of people, which holds those who never signed in at its other end: max() would read everybody.
const lastActivity = sql`(select nullif(coalesce(u.last_sign_in_at, '-infinity'::timestamptz), '-infinity'::timestamptz) from users u where u.tenant_id = t.id
    order by coalesce(u.last_sign_in_at, '-infinity'::timestamptz) desc, u.id desc limit 1)`;

/** The tenants t of a page, which `where` narrows. What is above and below them is read for the page alone, not for the rows it skips. */
export const pageOfTenants = (where: SQL, orderBy: SQL, limit: SQL): SQL =>
  sql`(select t.*, to_jsonb(app.held_above(t)) as held from tenants t where ${where} order by ${orderBy} ${limit}) t left join tenants p on p.id = t.parent_id
  cross join lateral (select count(*)::int as units, coalesce(sum(c.users_used), 0)::int as users from tenants c where t.kind = 'partner' and c.parent_id = t.id and c.deleted_at is null) below`;

/** What the lists say of a tenant, over `pageOfTenants`; of a partner the people of its whole tree. */
export const rowColumns = sql`t.id, t.kind, t.name, p.name as parent, (select d.host from domains d where d.tenant_id = t.id order by d.main desc, d.host limit 1) as host, t.own_domain,
  t.status, t.status_reason, t.trial_ends_at, t.held, t.user_limit, t.bonus_users,
  t.users_used + below.users as users, ${capped(sql`reports`)} as reports, below.units,
  ${lastActivity} as last_activity, t.version, t.created_at, t.deleted_at`;

export const sortColumns: Record<string, SortColumn> = {
  name: { sql: sql`t.sort_key`, cast: 'text' },
  created: { sql: sql`t.created_at`, cast: 'timestamptz' },
  users: { sql: sql`t.users_used::bigint`, cast: 'bigint' },
};

// Row-level security keeps starts_with() from an index, since it is not leakproof; comparisons are.
const beginsWith = (column: SQL, text: string) => sql`${column} >= ${text} and ${column} < ${`${text}\u{10ffff}`}`;

/**
 * The ways in which a text leads to tenants t that `where` narrows: a text with a dot or at-sign of hosts is looked for among these, one of
 * digits among the numbers of who pays, any among the names. Each way reads its own index: with "or" between them every tenant would be read.
 */
export function waysToFind(search: string, where: SQL): SQL[] {
  const way = (rule: SQL) => sql`select t.id from tenants t where ${where} and ${rule}`;
  const ways: SQL[] = [way(beginsWith(sql`t.sort_key`, fold(search)))];
  const host = search.trim().toLowerCase();
  if (/^[a-z\d][a-z\d.-]*$/.test(host))
    ways.push(
      way(sql`t.id in (select d.tenant_id from domains d where ${beginsWith(sql`d.host`, host)})`),
      way(beginsWith(sql`t.own_domain`, host)),
    );
  const document = search.replace(/[\s./-]+/g, '').toUpperCase();
  if (/^[\dA-Z]{3,14}$/.test(document) && /\d/.test(document))
    ways.push(
      way(sql`t.id in (select c.of_tenant_id from parties c where ${beginsWith(sql`c.document`, document)})`),
      way(sql`(t.payer_tenant_id, t.payer_id) in (select c.tenant_id, c.id from parties c where ${beginsWith(sql`c.document`, document)})`),
    );
  return ways;
}

export const searched = (search: string): SQL => sql`t.id in (${sql.join(waysToFind(search, sql`true`), sql` union all `)})`;

const instantOf = (text: string | null) => (text ? new Date(text).toISOString() : null);

export const presentTenant = (row: Row): TenantRow => ({
  id: row.id,
  kind: row.kind,
  name: row.name,
  parent: row.parent,
  host: row.host,
  ownDomain: row.own_domain,
  status: row.status,
  statusReason: row.status_reason,
  trialEndsAt: instantOf(row.trial_ends_at),
  held: row.held,
  users: row.users,
  userLimit: row.user_limit,
  bonusUsers: row.bonus_users,
  reports: row.reports,
  units: row.units,
  lastActivityAt: instantOf(row.last_activity),
  version: row.version,
  createdAt: new Date(row.created_at).toISOString(),
  deletedAt: instantOf(row.deleted_at),
});

export type TreeRow = {
  users: number;
  users_given: number;
  domains: number;
  domains_given: number;
  reports: number;
  reports_given: number;
};
type Limits = { user_limit: number | null; domain_limit: number | null; report_limit: number | null };

export const presentTree = (use: TreeRow, limits: Limits): Tree => ({
  users: use.users,
  usersGiven: use.users_given,
  userLimit: limits.user_limit,
  domains: use.domains,
  domainsGiven: use.domains_given,
  domainLimit: limits.domain_limit,
  reports: use.reports,
  reportsGiven: use.reports_given,
  reportLimit: limits.report_limit,
});
export type OwnTree = TreeRow & Limits & { directory_holder: string | null };
