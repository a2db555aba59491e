import { and, count, eq, type SQL, sql } from 'drizzle-orm';
import { alias, type PgColumn, QueryBuilder } from 'drizzle-orm/pg-core';
import type { Db } from '../../../db/client.ts';
import { serviceAccounts, workspaces } from '../../../db/schema/bi-accounts.ts';
import { reports } from '../../../db/schema/reports.ts';
import { users } from '../../../db/schema/users.ts';
import type { AccountRow, TestStep } from '../../../domain/bi-accounts/contract.ts';
import { noticeDays } from '../../../domain/bi-accounts/limits.ts';
import { toIso } from '../../../domain/format/iso.ts';
import { searchWords } from '../../../domain/text/fold.ts';
import type { SortColumn } from '../../request/keyset.ts';
import { type AccountViewer, accountVisible } from './account-visible.ts';

/** Accounts as `accountVisible` names them. */
export const a = alias(serviceAccounts, 'a');

const part = new QueryBuilder();
const reportCount = part
  .select({ n: count() })
  .from(reports)
  .where(and(eq(reports.tenantId, a.tenantId), eq(reports.accountId, a.id)));
const workspaceCount = part
  .select({ n: count() })
  .from(workspaces)
  .where(and(eq(workspaces.tenantId, a.tenantId), eq(workspaces.accountId, a.id)));

const rowColumns = {
  id: a.id,
  name: a.name,
  directoryId: a.directoryId,
  appId: a.appId,
  disabled: a.disabled,
  secretSetAt: a.secretSetAt,
  secretEndsAt: a.secretEndsAt,
  tested: a.tested,
  testedAt: a.testedAt,
  profileName: a.profileName,
  registeredBy: users.name,
  reports: sql<number>`${reportCount}::int`,
  workspaces: sql<number>`${workspaceCount}::int`,
  version: a.version,
  createdAt: a.createdAt,
};

/** The query for rows with extra columns; the caller adds conditions, order and limit. */
export const shownAccounts = <More extends Record<string, SQL | PgColumn>>(db: Db, more: More) =>
  db
    .select({ ...rowColumns, ...more })
    .from(a)
    .leftJoin(users, and(eq(users.tenantId, a.tenantId), eq(users.id, a.registeredById)));
type Row = Awaited<ReturnType<typeof shownAccounts<Record<never, never>>>>[number];

export const sortColumns: Record<string, SortColumn> = {
  name: { sql: sql`${a.sortKey}`, cast: 'text' },
  ends: { sql: sql`coalesce(${a.secretEndsAt}, '9999-12-31T00:00:00Z'::timestamptz)`, cast: 'timestamptz' },
  created: { sql: sql`${a.createdAt}`, cast: 'timestamptz' },
};

const views = {
  ending: sql`(a.secret_ends_at <= app.now() + make_interval(days => ${noticeDays[0]}))`,
  failing: sql`(a.tested @> '[{"outcome": "failed"}]')`,
  disabled: sql`a.disabled`,
};
export type View = keyof typeof views;

/** Matches the words of a search against the folded name. */
export const nameMatches = (column: SQL, search: string | undefined): SQL =>
  sql.join(
    [
      sql`true`,
      ...searchWords(search ?? '')
        .slice(0, 8)
        .map((word) => sql`(' ' || ${column}) like ${`% ${word.replaceAll(/[\\%_]/g, '\\$&')}%`}`),
    ],
    sql` and `,
  );

export const narrowed = (viewer: AccountViewer, search: string | undefined): SQL =>
  sql`${accountVisible(viewer)} and ${nameMatches(sql`a.sort_key`, search)}`;
export const inView = (view: View | undefined): SQL => (view ? views[view] : sql`true`);

const getCount = (view: View) => sql<number>`count(*) filter (where ${views[view]})::int`;
export const countColumns = {
  all: sql<number>`count(*)::int`,
  ending: getCount('ending'),
  failing: getCount('failing'),
  disabled: getCount('disabled'),
};

/** The last day of the secret in the tenant's zone. */
export const dayInZone = (zone: string) => sql<string | null>`to_char(${a.secretEndsAt} at time zone ${zone}, 'YYYY-MM-DD')`;

/** The step at which the last test ended. */
function getTested(steps: TestStep[] | null): AccountRow['tested'] {
  if (!steps) return null;
  return steps.find((step) => step.outcome === 'failed')?.step ?? 'ok';
}

export const present = ({ secretSetAt, secretEndsAt, tested, testedAt, createdAt, ...row }: Row): AccountRow => ({
  ...row,
  secretSetAt: toIso(secretSetAt),
  secretEndsAt: secretEndsAt && toIso(secretEndsAt),
  tested: getTested(tested),
  testedAt: testedAt && toIso(testedAt),
  createdAt: toIso(createdAt),
});
