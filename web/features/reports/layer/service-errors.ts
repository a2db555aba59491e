import { ApiError, type FailureCode } from '../../../app/api-error.ts';

/** What the SDK hands over when the embedded report fails (REPORT_SERVICE 3.1). */
export type ServiceFault = {
  message?: string;
  detailedMessage?: string;
  errorCode?: string;
  level?: number;
  technicalDetails?: { requestId?: string };
};

/** Why a report cannot be shown, in words of the error catalogue. */
/** `ended`: the right went away while the report was on show. */
export type Problem = { code: FailureCode; requestId: string | null; vars?: Record<string, string | number>; ended?: true };

// The SDK's TraceType: everything below is a visual's own matter, which the report shows itself.
const fatalLevel = 6;

/** Tells whether the report's token has run out; there is no event of its own for it. */
export const isTokenExpired = (fault: ServiceFault): boolean =>
  fault.message === 'TokenExpired' || /token has expired/i.test(fault.detailedMessage ?? '');

/** Translates a fault of the embedded report; null when the report goes on and shows it by itself. */
export function problemOf(fault: ServiceFault): Problem | null {
  const requestId = fault.technicalDetails?.requestId ?? null;
  const text = `${fault.message ?? ''} ${fault.errorCode ?? ''} ${fault.detailedMessage ?? ''}`;
  if (isTokenExpired(fault)) return { code: 'report_token_expired', requestId };
  if (/CapacityNotActive/.test(text)) return { code: 'capacity_paused', requestId };
  if (/PowerBIEntityNotFound/.test(text)) return { code: 'report_missing_at_service', requestId };
  if (/NotAuthorized/.test(text)) return { code: 'report_account_refused', requestId };
  if (fault.level !== undefined && fault.level < fatalLevel) return null;
  if (/LoadReportFailed|FailedToLoadModel|OpenConnection/.test(text)) return { code: 'report_service_down', requestId };
  return { code: 'report_service_refused', requestId };
}

/** The same for a refused call of our own API. */
export function problemOfCall(error: unknown): Problem {
  if (!(error instanceof ApiError)) return { code: 'unexpected', requestId: null };
  return { code: error.status, requestId: error.requestId ?? null, vars: error.vars };
}

/** Refusals that pass by themselves: the report on show stays, and the call is repeated. */
export const isPassing = (problem: Problem): boolean =>
  problem.code === 'network' ||
  problem.code === 'service_unavailable' ||
  problem.code === 'report_service_down' ||
  problem.code === 'report_service_throttled';
