import type { ExportFault, ExportFormat } from './contract.ts';
import { longestRunMinutes, longestWaitMinutes, maxAttempts, maxMisses } from './limits.ts';

/** The service's refusal of a call, as far as the next step depends on it. */
export type Refusal = {
  code:
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
  retryAfterMs: number | undefined;
  serviceCode?: string | undefined;
};
export type Progress = { attempts: number; misses: number; runningMs: number; waitingMs: number };
/** `again` retries the same step later, `restart` starts the whole export over. */
export type Next = { kind: 'again' | 'restart'; afterSeconds: number; miss: boolean } | { kind: 'give-up'; fault: ExportFault };

const least = 1;
const longest = 300;
const afterMiss = [2, 5, 15, 30];
const minutes = (count: number) => count * 60_000;

/** The wait that the service named, in whole seconds and bounded. */
export const getSeconds = (retryAfterMs: number | null | undefined, otherwise: number): number =>
  retryAfterMs === null || retryAfterMs === undefined ? otherwise : Math.min(longest, Math.max(least, Math.ceil(retryAfterMs / 1000)));

// The service's error for a workspace without a dedicated capacity.
const withoutCapacity = 'FeatureNotAvailableError';

const final: Partial<Record<Refusal['code'], ExportFault>> = {
  unauthorized: 'report_account_refused',
  forbidden: 'report_account_refused',
  not_found: 'report_missing_at_service',
  conflict: 'export_refused',
  capacity_paused: 'capacity_paused',
  identity_required: 'rls_identity_missing',
  identity_not_allowed: 'export_refused',
  token_quota: 'export_refused',
  bad_request: 'export_refused',
};

/** After a refused call: a Retry-After is honored, a missing answer is retried a few times, everything else is final. */
export function afterRefusal(refusal: Refusal, format: ExportFormat, { misses, waitingMs }: Progress): Next {
  if (waitingMs > minutes(longestWaitMinutes)) return { kind: 'give-up', fault: lateFault(refusal) };
  if (refusal.code === 'throttled') return { kind: 'again', afterSeconds: getSeconds(refusal.retryAfterMs, 30), miss: false };
  const fault = final[refusal.code];
  if (refusal.serviceCode === withoutCapacity) return { kind: 'give-up', fault: 'export_no_capacity' };
  // Pictures are the one format that the service's own settings switch off by default (REPORT_SERVICE 1.2).
  if (fault) return { kind: 'give-up', fault: format === 'PNG' && refusal.code === 'forbidden' ? 'export_png_off' : fault };
  if (misses + 1 >= maxMisses) return { kind: 'give-up', fault: 'report_service_down' };
  return { kind: 'again', afterSeconds: getSeconds(refusal.retryAfterMs, afterMiss[misses] ?? 30), miss: true };
}

const lateFault = ({ code }: Refusal): ExportFault => (code === 'throttled' ? 'report_service_throttled' : 'report_service_down');

export type Polled = {
  state: 'notStarted' | 'running' | 'succeeded' | 'failed';
  retryAfterMs: number | null;
  busy: boolean;
  isPaused: boolean;
};

/**
 * After the service reported progress; null = the file is ready. "Failed" with a Retry-After means busy: the whole export is retried, three
 * times at most.
 */
export function afterPoll(polled: Polled, { attempts, runningMs, waitingMs }: Progress): Next | null {
  if (polled.state === 'succeeded') return null;
  if (polled.state === 'failed') {
    if (polled.isPaused) return { kind: 'give-up', fault: 'capacity_paused' };
    if (!polled.busy) return { kind: 'give-up', fault: 'export_refused' };
    if (attempts + 1 >= maxAttempts || waitingMs > minutes(longestWaitMinutes))
      return { kind: 'give-up', fault: 'report_service_throttled' };
    return { kind: 'restart', afterSeconds: getSeconds(polled.retryAfterMs, 30), miss: false };
  }
  if (runningMs > minutes(longestRunMinutes)) return { kind: 'give-up', fault: 'export_stuck' };
  return { kind: 'again', afterSeconds: getSeconds(polled.retryAfterMs, 2), miss: false };
}
