import { type SQL, sql } from 'drizzle-orm';
import { isoOrNull, toIso } from '../../../domain/format/iso.ts';
import type { TenantRow, Tree } from '../../../domain/tenants/contract.ts';
import { fold } from '../../../domain/text/fold.ts';
import type { SortColumn } from '../../request/keyset.ts';
import type { Limits, TreeRow } from './tenant-facts.ts';
import type { Row } from './tenants.sql.ts';

export const sortColumns: Record<string, SortColumn> = {
  name: { sql: sql`t.sort_key`, cast: 'text' },
  created: { sql: sql`t.created_at`, cast: 'timestamptz' },
  users: { sql: sql`t.users_used::bigint`, cast: 'bigint' },
};

// Row-level security keeps starts_with() from using an index, since it is not leakproof; comparisons are.
const beginsWith = (column: SQL, text: string) => sql`${column} >= ${text} and ${column} < ${`${text}\u{10ffff}`}`;

/**
 * The ways to find tenants t, which `where` narrows, by a text: by name, by host if it could be one, and by the payer's document if it has
 * digits. Each way uses its own index; with "or" between them the whole table would be read.
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

export const presentTenant = (row: Row): TenantRow => ({
  id: row.id,
  kind: row.kind,
  name: row.name,
  parent: row.parent,
  host: row.host,
  ownDomain: row.own_domain,
  status: row.status,
  statusReason: row.status_reason,
  trialEndsAt: isoOrNull(row.trial_ends_at),
  held: row.held,
  users: row.users,
  userLimit: row.user_limit,
  bonusUsers: row.bonus_users,
  reports: row.reports,
  units: row.units,
  lastActivityAt: isoOrNull(row.last_activity),
  version: row.version,
  createdAt: toIso(row.created_at),
  deletedAt: isoOrNull(row.deleted_at),
});

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
