import { sql } from 'drizzle-orm';
import { auditEach } from '../../../../db/audited.ts';
import type { Db } from '../../../../db/client.ts';
import { raw } from '../../../../db/raw.ts';
import type { Ended } from '../../../../domain/automatic-actions/run.ts';
import { decideWake } from '../../../../domain/automatic-actions/wake.ts';
import { type ServiceAccount, ServiceError } from '../../../services/report-service/port.ts';
import { powerBi, serviceAddresses } from '../../../services/report-service/powerbi.ts';
import { sealer } from '../../../services/seal.ts';
import { serviceCodes } from '../../reports/index.ts';
import { setOverride } from './capacity.ts';
import { finish } from './finish.ts';
import type { Outcome, RunOf, Work } from './work.ts';

/** How long a capacity that was started for a refresh is asked to stay on; then it pauses once nothing uses it. */
const wakeMinutes = 30;
const minuteMs = 60_000;

const recorded = raw('tasks.record_refresh', {});
const record = (db: Db, { task }: RunOf) =>
  recorded(
    db,
    auditEach(null, {
      what: 'report.refresh',
      row: sql`${task.target_id}::uuid`,
      facts: { after: { report: task.target_id ?? '' }, task: task.name },
    }),
  );

/**
 * Starts a refresh of a report's dataset. After an attempt that may have been cut off behind the service's answer, a refresh that began
 * since is this one; the service's clock may differ by a minute. A paused capacity is started first where the task may do that.
 */
export async function startRefresh(work: Work, of: RunOf): Promise<Outcome> {
  const { model } = of.task;
  if (!model?.account) return { failure: { status: 400, isCapacityPaused: false }, reason: 'account_gone' };
  const provider = powerBi(serviceAddresses(work.env));
  const { workspaceId, datasetId } = model;
  const done = async (ended: Ended): Promise<Ended> => {
    await work.database.withRun({ tenant: work.tenant, id: of.run.id }, (db) => [
      ...(ended.state === 'succeeded' ? [record(db, of)] : []),
      finish(db, of, ended),
    ]);
    return ended;
  };
  try {
    const account = await openAccount(work, model.account);
    const latest = async () => (await provider.refreshes(account, workspaceId, datasetId, 1))[0];
    if (of.run.attempt > 1) {
      const begun = await latest();
      if (begun && Date.parse(begun.startedAt) >= Date.parse(of.run.started_at) - minuteMs)
        return done({ state: 'succeeded', reason: null });
    }
    try {
      await provider.startRefresh(account, workspaceId, datasetId);
    } catch (error) {
      // The service refuses a second refresh of the same dataset.
      const isRunning = error instanceof ServiceError && error.code === 'bad_request' && (await latest())?.outcome === 'running';
      if (!isRunning) throw error;
      return done({ state: 'skipped', reason: 'already' });
    }
    return done({ state: 'succeeded', reason: null });
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    if (error.code !== 'capacity_paused')
      return { failure: { status: getStatus(error), isCapacityPaused: false }, reason: serviceCodes[error.code] };
    const skips = await wake(work, of);
    if (skips) return done({ state: 'skipped', reason: skips });
    return { failure: { status: error.httpStatus ?? null, isCapacityPaused: true }, reason: 'capacity_paused' };
  }
}

const passing = ['unavailable', 'timeout', 'throttled'];
/** The status by which retries are decided; one without a status may pass only if the service was away. */
const getStatus = ({ code, httpStatus }: ServiceError): number | null => {
  if (httpStatus !== undefined) return httpStatus;
  return passing.includes(code) ? null : 400;
};

/** Asks for the report's capacity to start, if the task may do that now; why the run is skipped where it may not. */
async function wake(work: Work, { run, task }: RunOf): Promise<Ended['reason']> {
  const { capacity } = task;
  const decided = decideWake({ wakeOutside: task.wake_outside, capacity }, work.now);
  if ('skips' in decided) return decided.skips;
  if (!decided.asks || !capacity) return null;
  const until = new Date(work.now.getTime() + wakeMinutes * minuteMs);
  const [{ rows }] = await work.database.withRun({ tenant: work.tenant, id: run.id }, (db) => [
    setOverride(db, { capacity: capacity.id, state: 'running', size: null, until, task: task.id }),
  ]);
  return rows[0]?.is_set ? null : 'capacity_paused';
}

type Sealed = NonNullable<NonNullable<RunOf['task']['model']>['account']>;
async function openAccount({ env, tenant }: Work, { id, secretSealed, ...account }: Sealed): Promise<ServiceAccount> {
  const place = { tenantId: tenant, table: 'service_accounts', rowId: id, column: 'secret_sealed' };
  return { ...account, secret: await sealer(env.SEAL_KEYS).open(secretSealed, place) };
}
