import { sql } from 'drizzle-orm';
import type { WorkspaceRow } from '../../../domain/service/workspaces/contract.ts';
import type { SortColumn } from '../../http/keyset.ts';
import { nameMatches } from './account-rows.ts';
import { type AccountViewer, accountVisible } from './account-visible.ts';

export type Row = {
  id: string;
  name: string;
  service_id: string;
  account_id: string;
  account_name: string;
  account_disabled: boolean;
  capacity_id: string | null;
  reports: number;
  added_by: string | null;
  version: number;
  created_at: string;
};

/** Reports published from the workspace `w` through its account. */
export const reportsInside = sql`r.tenant_id = w.tenant_id and r.account_id = w.account_id and lower(r.workspace_id) = lower(w.service_id)`;
export const source = sql`workspaces w join service_accounts a on a.tenant_id = w.tenant_id and a.id = w.account_id left join users u on u.tenant_id = w.tenant_id and u.id = w.added_by_id`;
export const rowColumns = sql`w.id, w.name, w.service_id, a.id as account_id, a.name as account_name, a.disabled as account_disabled, w.capacity_id, (select count(*) from reports r where ${reportsInside})::int as reports, u.name as added_by, w.version, w.created_at`;

export const sortColumns: Record<string, SortColumn> = {
  name: { sql: sql`w.sort_key`, cast: 'text' },
  created: { sql: sql`w.created_at`, cast: 'timestamptz' },
};

type Filters = { search?: string | undefined; account?: string | undefined };
export const conditions = (viewer: AccountViewer, { search, account }: Filters) =>
  sql`${accountVisible(viewer)} and ${nameMatches(sql`w.sort_key`, search)} and ${account ? sql`w.account_id = ${account}::uuid` : sql`true`}`;

export const present = (row: Row): WorkspaceRow => ({
  id: row.id,
  name: row.name,
  serviceId: row.service_id,
  accountId: row.account_id,
  accountName: row.account_name,
  accountDisabled: row.account_disabled,
  capacityId: row.capacity_id,
  reports: row.reports,
  addedBy: row.added_by,
  version: row.version,
  createdAt: new Date(row.created_at).toISOString(),
});
