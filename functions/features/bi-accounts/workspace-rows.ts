import { and, count, eq, type SQL, sql } from 'drizzle-orm';
import { alias, QueryBuilder } from 'drizzle-orm/pg-core';
import type { Db } from '../../../db/client.ts';
import { workspaces } from '../../../db/schema/bi-accounts.ts';
import { reports } from '../../../db/schema/reports.ts';
import { users } from '../../../db/schema/users.ts';
import type { WorkspaceRow } from '../../../domain/bi-accounts/workspaces/contract.ts';
import { toIso } from '../../../domain/format/iso.ts';
import type { SortColumn } from '../../request/keyset.ts';
import { a, nameMatches } from './account-rows.ts';
import { type AccountViewer, accountVisible } from './account-visible.ts';

export const w = alias(workspaces, 'w');
/** The account of workspace `w`, as `accountVisible` names it. */
export const ownAccount = and(eq(a.tenantId, w.tenantId), eq(a.id, w.accountId));

/** Reports published from the workspace `w` through its account. */
export const reportsInside = and(
  eq(reports.tenantId, w.tenantId),
  eq(reports.accountId, w.accountId),
  sql`lower(${reports.workspaceId}) = lower(${w.serviceId})`,
);
const reportCount = new QueryBuilder().select({ n: count() }).from(reports).where(reportsInside);

const rowColumns = {
  id: w.id,
  name: w.name,
  serviceId: w.serviceId,
  accountId: a.id,
  accountName: a.name,
  accountDisabled: a.disabled,
  capacityId: w.capacityId,
  reports: sql<number>`${reportCount}::int`,
  addedBy: users.name,
  version: w.version,
  createdAt: w.createdAt,
};

/** The query for rows; the caller adds conditions, order and limit. */
export const shownWorkspaces = (db: Db, sortValue: SQL<string>) =>
  db
    .select({ ...rowColumns, sort_value: sortValue })
    .from(w)
    .innerJoin(a, ownAccount)
    .leftJoin(users, and(eq(users.tenantId, w.tenantId), eq(users.id, w.addedById)));
type Row = Awaited<ReturnType<typeof shownWorkspaces>>[number];

export const sortColumns: Record<string, SortColumn> = {
  name: { sql: sql`${w.sortKey}`, cast: 'text' },
  created: { sql: sql`${w.createdAt}`, cast: 'timestamptz' },
};

type Filters = { search?: string | undefined; account?: string | undefined };
export const conditions = (viewer: AccountViewer, { search, account }: Filters) =>
  and(accountVisible(viewer), nameMatches(sql`w.sort_key`, search), account ? eq(w.accountId, account) : undefined);

export const present = ({ createdAt, ...row }: Row): WorkspaceRow => ({ ...row, createdAt: toIso(createdAt) });
