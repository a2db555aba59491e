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

/** An error from the report service or on the way to it; the request id helps the service's support. */
export class ServiceError extends Error {
  readonly code: ServiceErrorCode;
  readonly httpStatus: number | undefined;
  readonly retryAfterMs: number | undefined;
  readonly serviceRequestId: string | undefined;
  readonly serviceCode: string | undefined;
  /** The service's own words, shortened and without secrets; undefined if it gave none. */
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
