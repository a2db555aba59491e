import { type ErrorCode, type ErrorVars, errors } from '../../domain/errors/catalogue.ts';
import type { EntryKey, TextVars } from '../i18n.ts';

/** `network`: no answer came at all; every other code is the catalogue's. */
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

/** What a call throws. `handled` tells that the product has already answered (a toast, a way out), so that nobody shows it twice. */
export class ApiError extends Error {
  declare readonly status: FailureCode;
  declare readonly httpStatus: number;
  declare readonly vars: ErrorVars | undefined;
  declare readonly field: string | undefined;
  declare readonly requestId: string | undefined;
  declare readonly token: string | undefined;
  declare readonly retryAfterSeconds: number | undefined;
  handled = false;
  /** What `reactTo` decided to show in the place of the call. */
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

/** Reads a refusal off an answer; a body that is not the product's own (a proxy's page, a cut answer) costs its details only. */
export function failureOf(httpStatus: number, headers: Headers, body: unknown): Failure {
  const record: Record<string, unknown> = body && typeof body === 'object' ? { ...body } : {};
  const status = codeFor(httpStatus, record.status, record.message);
  const retryAfter = Number(headers.get('retry-after'));
  return {
    status,
    message: text(record.message) ?? status,
    httpStatus,
    // because the Worker writes vars from the catalogue's own type
    vars: record.vars && typeof record.vars === 'object' ? (record.vars as ErrorVars) : undefined,
    field: text(record.field),
    requestId: text(record.requestId) ?? text(headers.get('x-request-id')),
    token: text(record.token),
    retryAfterSeconds: headers.has('retry-after') && Number.isFinite(retryAfter) ? retryAfter : undefined,
  };
}
