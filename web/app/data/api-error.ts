import { type ErrorCode, type ErrorVars, errors } from '../../../domain/errors/catalogue.ts';
import type { EntryKey, TextVars } from '../../i18n.ts';

/** `network`: there was no response; every other code is from the error catalogue. */
export type FailureCode = ErrorCode | 'network';

export type Failure = {
  status: FailureCode;
  /** The wire's message: the code again, or a literal of the specification such as 'Token is Expired'. */
  message: string;
  httpStatus: number;
  vars?: ErrorVars;
  field?: string;
  requestId?: string;
  token?: string;
  retryAfterSeconds?: number;
};

/** Thrown by API calls. `handled`: the product has already reported it (a toast, a redirect), so callers must not report it again. */
export class ApiError extends Error {
  declare readonly status: FailureCode;
  declare readonly httpStatus: number;
  declare readonly vars: ErrorVars | undefined;
  declare readonly field: string | undefined;
  declare readonly requestId: string | undefined;
  declare readonly token: string | undefined;
  declare readonly retryAfterSeconds: number | undefined;
  handled = false;
  /** The words that `reactTo` chose for display at the caller. */
  words: { text: EntryKey; vars?: TextVars } | null = null;
  constructor(failure: Failure, cause?: unknown) {
    super(failure.message, { cause });
    Object.assign(this, failure, { name: 'ApiError' });
  }
}

const isErrorCode = (value: unknown): value is ErrorCode => typeof value === 'string' && Object.hasOwn(errors, value);

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

function codeFor(httpStatus: number, status: unknown, message: unknown): ErrorCode {
  if (isErrorCode(status)) return status;
  if (isErrorCode(message)) return message;
  if (httpStatus === 401) return 'token_invalid';
  if (httpStatus === 403) return 'not_permitted';
  if (httpStatus === 404) return 'not_found';
  if (httpStatus === 429) return 'too_many_attempts';
  return httpStatus >= 502 && httpStatus <= 504 ? 'service_unavailable' : 'unexpected';
}

/** Reads the error from a response; a foreign body (a proxy's page, a truncated response) only loses the details. */
export function getFailure(httpStatus: number, headers: Headers, body: unknown): Failure {
  const record: Record<string, unknown> = body && typeof body === 'object' ? { ...body } : {};
  const status = codeFor(httpStatus, record.status, record.message);
  const retryAfter = Number(headers.get('retry-after'));
  return {
    status,
    message: text(record.message) ?? status,
    httpStatus,
    // because the Worker writes vars of the catalogue's own type
    vars: record.vars && typeof record.vars === 'object' ? (record.vars as ErrorVars) : undefined,
    field: text(record.field),
    requestId: text(record.requestId) ?? text(headers.get('x-request-id')),
    token: text(record.token),
    retryAfterSeconds: headers.has('retry-after') && Number.isFinite(retryAfter) ? retryAfter : undefined,
  };
}
