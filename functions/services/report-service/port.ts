import type { RlsIdentity } from '../../../domain/reports/identity.ts';

/** A tenant's own access to the report service, with its secret open; lives only as long as a call. */
export type ServiceAccount = { directoryId: string; appId: string; secret: string; profileId: string | null };

export type EmbedRequest = {
  workspaceId: string;
  reportId: string;
  datasetIds: readonly string[];
  reportType: 'report' | 'paginated';
  identity: RlsIdentity | null;
  rights: 'view' | 'edit';
  minutes: number;
};

export type EmbedToken = { token: string; expiresAt: string };
export type RefreshRun = { startedAt: string; endedAt: string | null; outcome: 'running' | 'completed' | 'failed' | 'disabled' };

export type ServiceErrorCode =
  | 'unauthorized'
  | 'forbidden'
  | 'not_found'
  | 'throttled'
  | 'capacity_paused'
  | 'identity_required'
  | 'identity_not_allowed'
  | 'token_quota'
  | 'bad_request'
  | 'unavailable'
  | 'timeout';

/** What the report service, or the way to it, refused; the service's own request id helps its support. */
export class ServiceError extends Error {
  readonly code: ServiceErrorCode;
  readonly httpStatus: number | undefined;
  readonly retryAfterMs: number | undefined;
  readonly serviceRequestId: string | undefined;
  readonly serviceCode: string | undefined;
  constructor(
    code: ServiceErrorCode,
    more: {
      httpStatus?: number;
      retryAfterMs?: number | undefined;
      serviceRequestId?: string | undefined;
      serviceCode?: string | undefined;
      cause?: unknown;
    } = {},
  ) {
    super(`${code}${more.serviceCode ? ` ${more.serviceCode}` : ''}`, { cause: more.cause });
    this.code = code;
    this.httpStatus = more.httpStatus;
    this.retryAfterMs = more.retryAfterMs;
    this.serviceRequestId = more.serviceRequestId;
    this.serviceCode = more.serviceCode;
  }
}

/** What the portal asks of a report service (REPORT_SERVICE 6); Power BI is the first provider. */
export type ReportProvider = {
  embed(account: ServiceAccount, request: EmbedRequest): Promise<EmbedToken>;
  refreshes(account: ServiceAccount, workspaceId: string, datasetId: string, top: number): Promise<RefreshRun[]>;
};
