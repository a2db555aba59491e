import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type { Db } from '../../../../db/client.ts';
import { raw } from '../../../../db/raw.ts';
import { serviceAccounts } from '../../../../db/schema/bi-accounts.ts';
import { exports } from '../../../../db/schema/exports.ts';
import { earlySeconds, leaseMinutes, runningPerAccount } from '../../../../domain/exports/limits.ts';
import { identityFor, type RlsIdentity } from '../../../../domain/reports/identity.ts';
import { coversReport, getGrant, nearestGrantFirst, reportsWithPlace, visibleReport } from '../../reports/index.ts';
import { e, running } from '../rows.ts';
import type { ClaimedExport, Work } from './work.ts';

const lockLine = raw('exports.lock_line', { locked: 'int4' });
const readFacts = raw('exports.facts', {
  workspace_id: 'text?',
  service_report_id: 'text?',
  dataset_id: 'text?',
  report_type: 'text',
  needs_identity: 'bool',
  needs_roles: 'bool',
  ignore_rls: 'bool',
  ignore_rls_role: 'text?',
  email: 'text',
  rls_username: 'text?',
  rls_roles: 'text[]',
  identity_values: 'jsonb',
  path_identity: 'jsonb?',
  kept_out: 'bool',
});
type Facts = Awaited<ReturnType<typeof readFacts>>['rows'][number];
type Account = Awaited<ReturnType<typeof getAccount>>[number];
export type Found = { row: ClaimedExport; account: Account | undefined; facts: Facts | undefined };

/** The end of the lease for a step in this state; after it, another step may take over. */
export const getLease = (state: keyof typeof leaseMinutes) => sql`app.now() + make_interval(mins => ${leaseMinutes[state]})`;

const person = sql`u.id`;
const due = sql`e.next_at <= app.now() + make_interval(secs => ${earlySeconds}) and (e.taken_until is null or e.taken_until < app.now())`;
/** Limits the running exports of an account; the first in the queue get the free places. */
const hasPlace = sql`(select count(*) from exports x where x.account_id = e.account_id and (x.state in ${running}
  or (x.state = 'queued' and x.next_at <= app.now() and (x.created_at, x.id) < (e.created_at, e.id)))) < ${runningPerAccount}`;
const mayStep = sql`(e.state in ${running} or (e.state = 'queued' and ${hasPlace}))`;

/**
 * Takes the lease of one export that is due and not held by another step, and reads its user's current permissions. A queued export gets a
 * place at its account or stays queued; places are assigned one at a time.
 */
export async function claimExport({ database, tenant }: Work, id: string): Promise<Found | null> {
  const [, [row], [account], { rows }] = await database.withJob(tenant, (db) => [
    lockLine(
      db,
      sql`select count(pg_advisory_xact_lock(hashtextextended('exports ' || e.account_id::text, 0)))::int as locked from exports e
        where e.id = ${id}::uuid and e.state = 'queued'`,
    ),
    db
      .update(e)
      .set({
        takenUntil: sql`case when ${e.state} = 'finishing' then ${getLease('finishing')} else ${getLease('running')} end`,
        state: sql`case when ${e.state} = 'queued' then 'running' else ${e.state} end`,
        startedAt: sql`coalesce(${e.startedAt}, app.now())`,
      })
      .where(and(eq(e.id, id), isNotNull(e.accountId), due, mayStep))
      .returning(),
    getAccount(db, id),
    getFacts(db, id),
  ]);
  return row ? { row, account, facts: rows[0] } : null;
}

const getAccount = (db: Db, id: string) =>
  db
    .select({
      id: serviceAccounts.id,
      directoryId: serviceAccounts.directoryId,
      appId: serviceAccounts.appId,
      secretSealed: serviceAccounts.secretSealed,
      profileId: serviceAccounts.profileId,
      disabled: serviceAccounts.disabled,
    })
    .from(serviceAccounts)
    .innerJoin(exports, and(eq(exports.tenantId, serviceAccounts.tenantId), eq(exports.accountId, serviceAccounts.id)))
    .where(eq(exports.id, id));

/** The export's report and its user's permissions; no row if the user may no longer see it. */
const getFacts = (db: Db, id: string) =>
  readFacts(
    db,
    sql`select r.workspace_id, r.service_report_id, r.dataset_id, r.report_type, r.needs_identity, r.needs_roles, r.ignore_rls,
        r.ignore_rls_role, u.email, u.rls_username, u.rls_roles, app.identity_values(u.custom, u.custom_own) as identity_values,
        path.identity as path_identity,
        exists (select from maintenance m where ${coversReport} and not (m.except_admin and u.profile <> 'user')) as kept_out
      from exports e join users u on u.tenant_id = e.tenant_id and u.id = e.user_id and u.status in ('A','T')
      join ${reportsWithPlace} on r.tenant_id = e.tenant_id and r.id = e.report_id
      left join lateral (select x.identity from grants x where x.tenant_id = r.tenant_id and x.report_id = r.id and ${getGrant(person)}
        order by ${nearestGrantFirst} limit 1) path on true
      where e.id = ${id}::uuid and case when u.profile = 'user' then ${visibleReport({ userId: person, seesAll: false })}
        else ${visibleReport({ userId: person, seesAll: true })} end`,
  );

/** The identity for the export's user under the current rules. */
export const identityAgain = (facts: Facts) =>
  identityFor({
    report: {
      needsIdentity: facts.needs_identity,
      needsRoles: facts.needs_roles,
      roleWithoutFilter: facts.ignore_rls ? facts.ignore_rls_role : null,
    },
    person: {
      email: facts.email,
      rlsUsername: facts.rls_username,
      rlsRoles: facts.rls_roles,
      values: facts.identity_values as Record<string, string>, // because app.identity_values returns texts by key
    },
    path: facts.path_identity as RlsIdentity | null, // because grants claimExport identities only
  });
