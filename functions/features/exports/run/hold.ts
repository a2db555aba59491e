import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../../db/client.ts';
import { runningPerAccount } from '../../../../domain/exports/limits.ts';
import { identityFor, type RlsIdentity } from '../../../../domain/reports/identity.ts';
import { coversReport, grantOf, nearestGrantFirst, reportsWithPlace, visibleReport } from '../../reports/index.ts';
import type { Held, Work } from './work.ts';

type Account = {
  account_key: string;
  directory_id: string;
  app_id: string;
  secret_sealed: string;
  profile_id: string | null;
  disabled: boolean;
};
type Facts = {
  workspace_id: string | null;
  service_report_id: string | null;
  dataset_id: string | null;
  report_type: 'report' | 'paginated';
  needs_identity: boolean;
  needs_roles: boolean;
  ignore_rls: boolean;
  ignore_rls_role: string | null;
  email: string;
  profile: string;
  rls_username: string | null;
  rls_roles: string[];
  identity_values: Record<string, string>;
  path_identity: RlsIdentity | null;
  kept_out: boolean;
};
export type Found = { row: Held; account: Account | null; facts: Facts | null };

const person = sql`u.id`;
// The message may be a moment early: the database and the queue have clocks of their own.
const due = sql`e.next_at <= app.now() + interval '1 second' and (e.taken_until is null or e.taken_until < app.now())`;
/** At most so many of an account run; of those that wait, the first in line get the free places. */
const hasPlace = sql`(select count(*) from exports x where x.account_id = e.account_id and (x.state in ('running','finishing')
  or (x.state = 'queued' and x.next_at <= app.now() and (x.created_at, x.id) < (e.created_at, e.id)))) < ${runningPerAccount}`;

/**
 * Takes the lease of one export, if its time has come and nobody holds it, together with what its person may see now. An export in
 * line gets a place at its account or stays in line; places are given one at a time.
 */
export async function hold({ database, tenant }: Work, id: string): Promise<Found | null> {
  const [, held, accounts, facts] = await database.withJob(tenant, (db) => [
    db.execute(
      sql`select pg_advisory_xact_lock(hashtextextended('exports ' || e.account_id::text, 0)) from exports e where e.id = ${id}::uuid and e.state = 'queued'`,
    ),
    db.execute(sql`update exports e set taken_until = app.now() + case when e.state = 'finishing' then interval '6 minutes' else interval '2 minutes' end, state = case when e.state = 'queued' then 'running' else e.state end, started_at = coalesce(e.started_at, app.now())
      where e.id = ${id}::uuid and e.account_id is not null and ${due} and (e.state in ('running','finishing') or (e.state = 'queued' and ${hasPlace})) returning e.*`),
    db.execute(
      sql`select a.id as account_key, a.directory_id, a.app_id, a.secret_sealed, a.profile_id, a.disabled from service_accounts a join exports e on e.tenant_id = a.tenant_id and e.account_id = a.id where e.id = ${id}::uuid`,
    ),
    db.execute(sql`select r.workspace_id, r.service_report_id, r.dataset_id, r.report_type, r.needs_identity, r.needs_roles, r.ignore_rls, r.ignore_rls_role, u.email, u.profile, u.rls_username, u.rls_roles, app.identity_values(u.custom, u.custom_own) as identity_values, path.identity as path_identity,
        exists (select from maintenance m where ${coversReport} and not (m.except_admin and u.profile <> 'user')) as kept_out
      from exports e join users u on u.tenant_id = e.tenant_id and u.id = e.user_id and u.status in ('A','T') join ${reportsWithPlace} on r.tenant_id = e.tenant_id and r.id = e.report_id
      left join lateral (select x.identity from grants x where x.tenant_id = r.tenant_id and x.report_id = r.id and ${grantOf(person)} order by ${nearestGrantFirst} limit 1) path on true
      where e.id = ${id}::uuid and case when u.profile = 'user' then ${visibleReport({ userId: person, seesAll: false })} else ${visibleReport({ userId: person, seesAll: true })} end`),
  ]);
  const [row] = rowsOf<Held>(held);
  return row ? { row, account: rowsOf<Account>(accounts)[0] ?? null, facts: rowsOf<Facts>(facts)[0] ?? null } : null;
}

/** The one rule's answer for the person of an export, now. */
export const identityAgain = (facts: Facts) =>
  identityFor({
    report: {
      needsIdentity: facts.needs_identity,
      needsRoles: facts.needs_roles,
      roleWithoutFilter: facts.ignore_rls ? facts.ignore_rls_role : null,
    },
    person: { email: facts.email, rlsUsername: facts.rls_username, rlsRoles: facts.rls_roles, values: facts.identity_values },
    path: facts.path_identity,
  });
