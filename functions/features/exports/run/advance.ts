import { sql } from 'drizzle-orm';
import { exports } from '../../../../db/schema/exports.ts';
import type { ExportFault } from '../../../../domain/exports/contract.ts';
import { afterPoll, afterRefusal, getSeconds, type Next, type Progress } from '../../../../domain/exports/step.ts';
import { logLine } from '../../../request/log.ts';
import { newSecret } from '../../../services/ids.ts';
import { ServiceError } from '../../../services/report-service/port.ts';
import { powerBi, serviceAddresses } from '../../../services/report-service/powerbi.ts';
import { sealer } from '../../../services/seal.ts';
import { sameIdentity } from '../decide.ts';
import { claimExport, type Found, getLease, identityAgain } from './claim.ts';
import { fail, note, putDown } from './record.ts';
import { storeFile } from './store-file.ts';
import type { Change, ClaimedExport, Place, Service, Work } from './work.ts';

/**
 * Advances one export by one step: start → poll → fetch the file. Idempotent and safe at any time: the row holds the state, and a Worker
 * that dies between steps leaves a lease that expires.
 */
export async function advance(work: Work, id: string): Promise<void> {
  const found = await claimExport(work, id);
  if (!found) return;
  const { row } = found;
  const fault = getFault(found);
  if (fault) return fail(work, row, fault);
  try {
    await step(work, row, await getService(work, found), toPlace(found));
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    logLine('info', 'export_refused_by_service', {
      export: row.id,
      code: error.code,
      serviceStatus: error.httpStatus,
      serviceCode: error.serviceCode,
      serviceRequestId: error.serviceRequestId,
    });
    await go(
      work,
      row,
      afterRefusal(
        { code: error.code, retryAfterMs: error.retryAfterMs, serviceCode: error.serviceCode },
        row.format,
        getProgress(work, row),
      ),
    );
  }
}

/**
 * The reason to stop if permissions, maintenance or the account changed since the request. A file under outdated permissions is never made.
 */
function getFault({ row, account, facts }: Found): ExportFault | null {
  if (!facts) return 'export_outdated';
  if (facts.kept_out) return 'report_in_maintenance';
  const answer = identityAgain(facts);
  if (answer.kind === 'refused') return 'rls_identity_missing';
  if (!sameIdentity(answer.kind === 'as' ? answer.identity : null, row.identity)) return 'export_outdated';
  if (!facts.workspace_id || !facts.service_report_id) return 'report_missing_at_service';
  return account && !account.disabled ? null : 'report_account_refused';
}

const toPlace = ({ facts }: Found): Place => ({
  workspaceId: facts?.workspace_id ?? '',
  reportId: facts?.service_report_id ?? '',
  datasetId: facts?.dataset_id ?? null,
  reportType: facts?.report_type === 'paginated' ? 'paginated' : 'report',
});

async function getService({ env, tenant }: Work, { account }: Found): Promise<Service> {
  if (!account) throw new ServiceError('unauthorized');
  const place = { tenantId: tenant, table: 'service_accounts', rowId: account.id, column: 'secret_sealed' };
  const secret = await sealer(env.SEAL_KEYS).open(account.secretSealed, place);
  return {
    provider: powerBi(serviceAddresses(env)),
    account: { directoryId: account.directoryId, appId: account.appId, secret, profileId: account.profileId },
  };
}

const getProgress = ({ now }: Work, { attempts, misses, startedAt, createdAt }: ClaimedExport): Progress => ({
  attempts,
  misses,
  runningMs: now - Date.parse(startedAt ?? createdAt),
  waitingMs: now - Date.parse(createdAt),
});

async function step(work: Work, row: ClaimedExport, service: Service, place: Place): Promise<void> {
  if (row.state === 'finishing') return storeFile(work, row, service, place);
  if (!row.serviceExportId) return begin(work, row, service, place);
  const polled = await service.provider.readExport(service.account, place.workspaceId, place.reportId, row.serviceExportId);
  const next = afterPoll(polled, getProgress(work, row));
  if (next) return go(work, row, next, polled.percent);
  const extension = getExtension(polled.extension, row);
  // The file name is stored before the first byte is written, so that a partial file can be found and removed.
  const file = `${newSecret()}${extension}`;
  if (await note(work, row, { state: 'finishing', percent: 99, misses: 0, file, extension, takenUntil: getLease('finishing') }))
    await storeFile(work, { ...row, file, extension, misses: 0 }, service, place);
}

async function begin(work: Work, row: ClaimedExport, { provider, account }: Service, place: Place): Promise<void> {
  const { exportId } = await provider.startExport(account, {
    ...place,
    format: row.format,
    pages: row.pages,
    bookmarkState: row.bookmark ?? undefined,
    reportLevelFilters: row.filters,
    includeHiddenPages: false,
    locale: row.language,
    identity: row.identity,
  });
  await putDown(work, row, { serviceExportId: exportId, percent: 1, misses: 0, startedAt: sql`app.now()` }, getSeconds(null, 2));
}

async function go(work: Work, row: ClaimedExport, next: Next, percent?: number): Promise<void> {
  if (next.kind === 'give-up') return fail(work, row, next.fault);
  const change: Change =
    next.kind === 'restart'
      ? { state: 'queued', serviceExportId: null, percent: 0, attempts: sql`${exports.attempts} + 1` }
      : { misses: next.miss ? row.misses + 1 : 0, percent: percent === undefined ? undefined : atLeast(Math.min(98, Math.round(percent))) };
  await putDown(work, row, change, next.afterSeconds);
}

const atLeast = (percent: number) => sql`greatest(${exports.percent}, ${percent}::int)`;

const extensions = { PDF: '.pdf', PPTX: '.pptx', PNG: '.png' } as const;
/** Several pages as pictures come as a .zip; otherwise the extension follows the format, whatever the service says. */
const getExtension = (said: string | null, { format }: ClaimedExport): string => (said === '.zip' ? said : extensions[format]);
