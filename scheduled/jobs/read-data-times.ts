import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { raw } from '../../db/raw.ts';
import { serviceAccounts } from '../../db/schema/bi-accounts.ts';
import { reports } from '../../db/schema/reports.ts';
import { dataState } from '../../domain/reports/freshness.ts';
import { type KeptSchedule, mustReadSchedule } from '../../domain/reports/load-schedule.ts';
import { tellAll } from '../../functions/features/notifications/index.ts';
import { sendMessage, sendMessages } from '../../functions/request/messages.ts';
import { type ReportProvider, type ServiceAccount, ServiceError } from '../../functions/services/report-service/port.ts';
import { powerBi, serviceAddresses } from '../../functions/services/report-service/powerbi.ts';
import { sealer } from '../../functions/services/seal.ts';
import { claim } from '../claim.ts';
import { checkEvery, type Tick } from '../tick.ts';

const perTick = 100;

const claimChecks = raw('scheduled.claim_checks', claim);
const writeTimes = raw('scheduled.data_time', { n: 'int4' });

const getModel = (db: Db, id: string) =>
  db
    .select({
      workspaceId: reports.workspaceId,
      datasetId: reports.datasetId,
      loadSchedule: reports.loadSchedule,
      accountId: serviceAccounts.id,
      directoryId: serviceAccounts.directoryId,
      appId: serviceAccounts.appId,
      secretSealed: serviceAccounts.secretSealed,
      profileId: serviceAccounts.profileId,
    })
    .from(reports)
    .innerJoin(serviceAccounts, and(eq(serviceAccounts.tenantId, reports.tenantId), eq(serviceAccounts.id, reports.accountId)))
    .where(and(eq(reports.id, id), eq(serviceAccounts.disabled, false)));

type Model = { workspaceId: string; datasetId: string };

/** The refresh schedule of a model; null if the service doesn't give it. */
async function scheduleAt(at: Date, provider: ReportProvider, account: ServiceAccount, model: Model): Promise<KeptSchedule> {
  const told = (error: unknown) => {
    if (!(error instanceof ServiceError)) throw error;
    return null;
  };
  return { at: at.toISOString(), schedule: await provider.schedule(account, model.workspaceId, model.datasetId).catch(told) };
}

/** Claims the reports whose data time should be read, the one read longest ago first, and sends a message for each. */
export async function readDataTimes({ at, env, database }: Tick): Promise<Record<string, number>> {
  const [{ rows: claims }] = await database.withJob(null, (db) => [
    claimChecks(db, sql`select tenant_id, id from app.claim_checks(${perTick}, ${checkEvery}::interval)`),
  ]);
  await sendMessages(
    env,
    claims.map(({ tenant_id: tenant, id }) => ({ kind: 'data-time', tenant, id, at: at.toISOString() })),
  );
  return { claimed: claims.length };
}

/** Reads from the service when a report's data was last refreshed, so that cards and lists stay current. */
export async function readDataTime({ at, env, database }: Tick, { tenant, id }: { tenant: string; id: string }): Promise<void> {
  const [[row]] = await database.withJob(tenant, (db) => [getModel(db, id)]);
  if (!row?.workspaceId || !row.datasetId) return;
  const model = { workspaceId: row.workspaceId, datasetId: row.datasetId };
  const provider = powerBi(serviceAddresses(env));
  try {
    const place = { tenantId: tenant, table: 'service_accounts', rowId: row.accountId, column: 'secret_sealed' };
    const secret = await sealer(env.SEAL_KEYS).open(row.secretSealed, place);
    const account = { directoryId: row.directoryId, appId: row.appId, secret, profileId: row.profileId };
    const runs = await provider.refreshes(account, model.workspaceId, model.datasetId, 5);
    const kept = mustReadSchedule(row.loadSchedule, at.getTime()) ? await scheduleAt(at, provider, account, model) : row.loadSchedule;
    const state = dataState(runs, at.getTime());
    // Newer data ends the wait of the people who asked to be notified; the same statement notifies them.
    const news = tellAll('told', {
      people: sql`select user_id from over`,
      kind: 'report_fresh',
      vars: sql`(select jsonb_build_object('report', before.title, 'at', now_read.data_at) from before, now_read)`,
      link: sql`'/' || ${id} || case (select t.kind from tenants t where t.id = (select app.tenant_id()))
        when 'platform' then '/management/view' else '/reports/view' end`,
    });
    const [{ rows }] = await database.withJob(tenant, (db) => [
      writeTimes(
        db,
        sql`with before as (select r.id, r.title, r.data_at from reports r where r.id = ${id}::uuid),
            now_read as (update reports r set data_at = ${state.dataAt}::timestamptz, freshness = ${state.freshness},
                load_schedule = ${JSON.stringify(kept)}::jsonb
              from before where r.id = before.id returning r.id, r.data_at),
            over as (delete from fresh_waiters w using before, now_read where w.report_id = now_read.id
              and (now_read.data_at > w.created_at or now_read.data_at > before.data_at) returning w.user_id),
            ${news}
          select count(*)::int as n from over`,
      ),
    ]);
    if ((rows[0]?.n ?? 0) > 0) await sendMessage(env, { kind: 'outbox', tenant, at: at.toISOString() });
  } catch (error) {
    // The service or the account refused: the next check is when the report is due again.
    if (!(error instanceof ServiceError)) throw error;
  }
}
