import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { type RowOf, raw } from '../../../db/raw.ts';
import { AppError, type ErrorCode } from '../../../domain/errors/catalogue.ts';
import type { Context } from '../../request/context.ts';
import { type ReportProvider, type ServiceAccount, ServiceError, type ServiceErrorCode } from '../../services/report-service/port.ts';
import { powerBi, serviceAddresses } from '../../services/report-service/powerbi.ts';

const shape = {
  id: 'uuid',
  directory_id: 'text',
  app_id: 'text',
  secret_sealed: 'text',
  profile_id: 'text?',
  // The controlled capacity that the report runs on, as last observed.
  capacity_id: 'uuid?',
  capacity_arm: 'text?',
  capacity_state: 'text?',
  capacity_at: 'timestamptz?',
} as const;
export type AccountRow = RowOf<typeof shape>;
const readAccount = raw('reports.account', shape);

/** The service account through which a report is reached, and its capacity; none while the account is disabled. */
export const accountOfReport = (db: Db, reportId: string | SQL) =>
  readAccount(
    db,
    sql`select a.id, a.directory_id, a.app_id, a.secret_sealed, a.profile_id,
        c.id as capacity_id, c.arm_id as capacity_arm, c.state as capacity_state, c.observed_at as capacity_at
      from service_accounts a join reports r on r.tenant_id = a.tenant_id and r.account_id = a.id
      left join app.report_capacity(r.id) c on true where r.id = ${reportId}::uuid and not a.disabled`,
  );

export const getProvider = (ctx: Context): ReportProvider => powerBi(serviceAddresses(ctx.env));

/** Opens the secret of a report's service account for one call. */
export async function getAccount(ctx: Context, row: AccountRow | null): Promise<ServiceAccount> {
  if (!row) throw new ServiceError('unauthorized');
  const secret = await ctx.sealer.open(row.secret_sealed, {
    tenantId: ctx.tenant.id,
    table: 'service_accounts',
    rowId: row.id,
    column: 'secret_sealed',
  });
  return { directoryId: row.directory_id, appId: row.app_id, secret, profileId: row.profile_id };
}

/** The portal's code for each refusal of the service. */
export const serviceCodes: Record<ServiceErrorCode, ErrorCode> = {
  unauthorized: 'report_account_refused',
  forbidden: 'report_account_refused',
  not_found: 'report_missing_at_service',
  conflict: 'report_service_refused',
  throttled: 'report_service_throttled',
  capacity_paused: 'capacity_paused',
  identity_required: 'rls_identity_missing',
  identity_not_allowed: 'report_identity_refused',
  token_quota: 'report_service_refused',
  bad_request: 'report_service_refused',
  unavailable: 'report_service_down',
  timeout: 'report_service_down',
};

/** The portal's text for the service's refusal; its own code and request id go to the log, not to the user. */
export function toAppError(error: unknown, ctx: Context): unknown {
  if (!(error instanceof ServiceError)) return error;
  ctx.log('report_service_refused', {
    code: error.code,
    serviceStatus: error.httpStatus,
    serviceCode: error.serviceCode,
    serviceRequestId: error.serviceRequestId,
  });
  return new AppError(serviceCodes[error.code], undefined, {
    cause: error,
    ...(error.retryAfterMs && { retryAfterSeconds: Math.ceil(error.retryAfterMs / 1000) }),
  });
}
