import { sql } from 'drizzle-orm';
import { rowsOf } from '../../db/client.ts';
import { dataState } from '../../domain/reports/freshness.ts';
import { type KeptSchedule, mustReadSchedule } from '../../domain/reports/load-schedule.ts';
import { tell } from '../../functions/features/notifications/index.ts';
import { sendMessage, sendMessages } from '../../functions/http/messages.ts';
import { type ReportProvider, type ServiceAccount, ServiceError } from '../../functions/services/report-service/port.ts';
import { powerBi, serviceAddresses } from '../../functions/services/report-service/powerbi.ts';
import { sealer } from '../../functions/services/seal.ts';
import { checkEvery, type Tick } from '../tick.ts';

const perTick = 100;

type Claim = { tenant_id: string; id: string };
type Row = {
  workspace_id: string;
  dataset_id: string;
  load_schedule: KeptSchedule | null;
  account_id: string;
  directory_id: string;
  app_id: string;
  secret_sealed: string;
  profile_id: string | null;
};

/** The schedule of a model's loads; one that the service doesn't tell is none. */
async function scheduleAt(at: Date, provider: ReportProvider, account: ServiceAccount, row: Row): Promise<KeptSchedule> {
  const told = (error: unknown) => {
    if (!(error instanceof ServiceError)) throw error;
    return null;
  };
  return { at: at.toISOString(), schedule: await provider.schedule(account, row.workspace_id, row.dataset_id).catch(told) };
}

/** Claims the reports whose data time should be read, the longest unasked first, and sends a message for each. */
export async function readDataTimes({ at, env, database }: Tick): Promise<Record<string, number>> {
  const [claimed] = await database.withJob(null, (db) => [
    db.execute(sql`select tenant_id, id from app.claim_checks(${perTick}, ${checkEvery}::interval)`),
  ]);
  const claims = rowsOf<Claim>(claimed);
  await sendMessages(
    env,
    claims.map(({ tenant_id: tenant, id }) => ({ kind: 'data-time', tenant, id, at: at.toISOString() })),
  );
  return { claimed: claims.length };
}

/** Asks the service when a report's data was last loaded, so that cards and lists tell the truth. */
export async function readDataTime({ at, env, database }: Tick, { tenant, id }: { tenant: string; id: string }): Promise<void> {
  const [found] = await database.withJob(tenant, (db) => [
    db.execute(sql`select r.workspace_id, r.dataset_id, r.load_schedule, a.id as account_id, a.directory_id, a.app_id, a.secret_sealed, a.profile_id
      from reports r join service_accounts a on a.tenant_id = r.tenant_id and a.id = r.account_id where r.id = ${id}::uuid and not a.disabled`),
  ]);
  const [row] = rowsOf<Row>(found);
  if (!row) return;
  const provider = powerBi(serviceAddresses(env));
  try {
    const secret = await sealer(env.SEAL_KEYS).open(row.secret_sealed, {
      tenantId: tenant,
      table: 'service_accounts',
      rowId: row.account_id,
      column: 'secret_sealed',
    });
    const account = { directoryId: row.directory_id, appId: row.app_id, secret, profileId: row.profile_id };
    const runs = await provider.refreshes(account, row.workspace_id, row.dataset_id, 5);
    const kept = mustReadSchedule(row.load_schedule, at.getTime()) ? await scheduleAt(at, provider, account, row) : row.load_schedule;
    const state = dataState(runs, at.getTime());
    const [result] = await database.withJob(tenant, (db) => [
      // Newer data ends the wait of those who asked to be told; they are told in the same step.
      db.execute(sql`with before as (select r.id, r.title, r.data_at from reports r where r.id = ${id}::uuid),
          now_read as (update reports r set data_at = ${state.dataAt}::timestamptz, freshness = ${state.freshness}, load_schedule = ${JSON.stringify(kept)}::jsonb from before where r.id = before.id returning r.id, r.data_at),
          over as (delete from fresh_waiters w using before, now_read where w.report_id = now_read.id
            and (now_read.data_at > w.created_at or now_read.data_at > before.data_at) returning w.user_id),
          ${tell('told', {
            people: sql`select user_id from over`,
            kind: 'report_fresh',
            vars: sql`(select jsonb_build_object('report', before.title, 'at', now_read.data_at) from before, now_read)`,
            link: sql`'/' || ${id} || case (select t.kind from tenants t where t.id = (select app.tenant_id())) when 'platform' then '/management/view' else '/reports/view' end`,
          })}
        select count(*)::int as n from over`),
    ]);
    if ((rowsOf<{ n: number }>(result)[0]?.n ?? 0) > 0) await sendMessage(env, { kind: 'outbox', tenant, at: at.toISOString() });
  } catch (error) {
    // The service or the account refuses: it is asked again when the report is due again.
    if (!(error instanceof ServiceError)) throw error;
  }
}
