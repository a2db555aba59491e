export type ServiceErrorCode =
  | 'unauthorized'
  | 'forbidden'
  | 'not_found'
  | 'conflict'
  | 'throttled'
  | 'capacity_paused'
  | 'identity_required'
  | 'identity_not_allowed'
  | 'token_quota'
  | 'bad_request'
  | 'unavailable'
  | 'timeout';

type More = {
  httpStatus?: number | undefined;
  retryAfterMs?: number | undefined;
  serviceRequestId?: string | undefined;
  serviceCode?: string | undefined;
  serviceMessage?: string | undefined;
  cause?: unknown;
};

/** What the report service, or the way to it, refused; the service's own request id helps its support. */
export class ServiceError extends Error {
  readonly code: ServiceErrorCode;
  readonly httpStatus: number | undefined;
  readonly retryAfterMs: number | undefined;
  readonly serviceRequestId: string | undefined;
  readonly serviceCode: string | undefined;
  /** The service's own words, cut and without secrets; undefined when it gave none. */
  readonly serviceMessage: string | undefined;
  constructor(code: ServiceErrorCode, more: More = {}) {
    super(`${code}${more.serviceCode ? ` ${more.serviceCode}` : ''}`, { cause: more.cause });
    this.code = code;
    this.httpStatus = more.httpStatus;
    this.retryAfterMs = more.retryAfterMs;
    this.serviceRequestId = more.serviceRequestId;
    this.serviceCode = more.serviceCode;
    this.serviceMessage = more.serviceMessage;
  }
}
