import { ApiError, type FailureCode } from '../../../app/data/api-error.ts';

/** The SDK's detail when the embedded report fails (REPORT_SERVICE 3.1). */
export type ServiceFault = {
  message?: string;
  detailedMessage?: string;
  errorCode?: string;
  level?: number;
  technicalDetails?: { requestId?: string; errorInfo?: { key?: string; value?: string }[] };
};

/** Why a report cannot be shown, as a code of the error catalogue. */
/** `ended`: access was removed while the report was open. */
export type Problem = { code: FailureCode; requestId: string | null; vars?: Record<string, string | number>; ended?: true };

// The SDK's TraceType: lower levels concern single visuals, which the report shows itself.
const fatalLevel = 6;

/** Whether the report's token has expired; the SDK has no separate event for it. */
export const isTokenExpired = (fault: ServiceFault): boolean =>
  fault.message === 'TokenExpired' || /token has expired/i.test(fault.detailedMessage ?? '');

/** A paused capacity is named only where the service describes the cause; the error itself is any failure to load. */
const isCapacityPaused = ({ message, errorCode, detailedMessage, technicalDetails }: ServiceFault): boolean =>
  [message, errorCode, detailedMessage, ...(technicalDetails?.errorInfo ?? []).map(({ value }) => value)].some((text) =>
    /CapacityNotActive/.test(text ?? ''),
  );

/** Maps an error of the embedded report; null when the report continues and shows it itself. */
export function getProblem(fault: ServiceFault): Problem | null {
  const requestId = fault.technicalDetails?.requestId ?? null;
  const text = `${fault.message ?? ''} ${fault.errorCode ?? ''} ${fault.detailedMessage ?? ''}`;
  if (isTokenExpired(fault)) return { code: 'report_token_expired', requestId };
  if (isCapacityPaused(fault)) return { code: 'capacity_paused', requestId };
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

/** Transient refusals: the open report stays, and the call is retried. */
export const isPassing = (problem: Problem): boolean =>
  problem.code === 'network' ||
  problem.code === 'service_unavailable' ||
  problem.code === 'report_service_down' ||
  problem.code === 'report_service_throttled';
