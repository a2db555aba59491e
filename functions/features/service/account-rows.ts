import { type SQL, sql } from 'drizzle-orm';
import type { AccountRow, TestStep } from '../../../domain/service/contract.ts';
import { searchWords } from '../../../domain/text/fold.ts';
import type { SortColumn } from '../../http/keyset.ts';
import { type AccountViewer, accountVisible } from './account-visible.ts';

export type Row = {
  id: string;
  name: string;
  directory_id: string;
  app_id: string;
  disabled: boolean;
  secret_set_at: string;
  secret_ends_at: string | null;
  tested: TestStep[] | null;
  tested_at: string | null;
  profile_name: string | null;
  registered_by: string | null;
  reports: number;
  workspaces: number;
  version: number;
  created_at: string;
};

export const source = sql`service_accounts a left join users u on u.tenant_id = a.tenant_id and u.id = a.registered_by_id`;
export const rowColumns = sql`a.id, a.name, a.directory_id, a.app_id, a.disabled, a.secret_set_at, a.secret_ends_at, a.tested, a.tested_at, a.profile_name, u.name as registered_by,
  (select count(*) from reports r where r.tenant_id = a.tenant_id and r.account_id = a.id)::int as reports, (select count(*) from workspaces w where w.tenant_id = a.tenant_id and w.account_id = a.id)::int as workspaces, a.version, a.created_at`;

export const sortColumns: Record<string, SortColumn> = {
  name: { sql: sql`a.sort_key`, cast: 'text' },
  ends: { sql: sql`coalesce(a.secret_ends_at, '9999-12-31T00:00:00Z'::timestamptz)`, cast: 'timestamptz' },
  created: { sql: sql`a.created_at`, cast: 'timestamptz' },
};

const views = {
  ending: sql`(a.secret_ends_at <= app.now() + interval '30 days')`,
  failing: sql`(a.tested @> '[{"outcome": "failed"}]')`,
  disabled: sql`a.disabled`,
};
export type View = keyof typeof views;

/** The words of a search in the folded name. */
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
export const countColumns = sql`count(*)::int as all, count(*) filter (where ${views.ending})::int as ending, count(*) filter (where ${views.failing})::int as failing, count(*) filter (where ${views.disabled})::int as disabled`;

const instantOf = (value: string) => new Date(value).toISOString();

/** At which step the last test ended. */
function testedOf(steps: TestStep[] | null): AccountRow['tested'] {
  if (!steps) return null;
  return steps.find((step) => step.outcome === 'failed')?.step ?? 'ok';
}

export const present = (row: Row): AccountRow => ({
  id: row.id,
  name: row.name,
  directoryId: row.directory_id,
  appId: row.app_id,
  disabled: row.disabled,
  secretSetAt: instantOf(row.secret_set_at),
  secretEndsAt: row.secret_ends_at && instantOf(row.secret_ends_at),
  tested: testedOf(row.tested),
  testedAt: row.tested_at && instantOf(row.tested_at),
  profileName: row.profile_name,
  registeredBy: row.registered_by,
  reports: row.reports,
  workspaces: row.workspaces,
  version: row.version,
  createdAt: instantOf(row.created_at),
});
