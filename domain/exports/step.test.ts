import { describe, expect, test } from 'vitest';
import { longestRunMinutes, longestWaitMinutes, maxAttempts, maxMisses } from './limits.ts';
import { afterPoll, afterRefusal, getSeconds, type Progress, type Refusal } from './step.ts';

const fresh: Progress = { attempts: 0, misses: 0, runningMs: 0, waitingMs: 0 };
const refusal = (code: Refusal['code'], retryAfterMs?: number): Refusal => ({ code, retryAfterMs });

describe('after a refused call', () => {
  test('a named wait is honored within limits', () => {
    expect(afterRefusal(refusal('throttled', 7_200), 'PDF', fresh)).toEqual({ kind: 'again', afterSeconds: 8, miss: false });
    expect(afterRefusal(refusal('throttled'), 'PDF', fresh)).toEqual({ kind: 'again', afterSeconds: 30, miss: false });
    expect([getSeconds(0, 5), getSeconds(9e9, 5), getSeconds(null, 5)]).toEqual([1, 300, 5]);
  });

  test('a missing answer is retried with growing waits, then given up', () => {
    const waits = Array.from({ length: maxMisses }, (_, misses) => afterRefusal(refusal('unavailable'), 'PDF', { ...fresh, misses }));
    expect(waits.map((next) => (next.kind === 'give-up' ? next.fault : next.afterSeconds))).toEqual([2, 5, 15, 30, 'report_service_down']);
  });

  test.each([
    ['capacity_paused', 'capacity_paused'],
    ['forbidden', 'report_account_refused'],
    ['unauthorized', 'report_account_refused'],
    ['not_found', 'report_missing_at_service'],
    ['identity_required', 'rls_identity_missing'],
    ['bad_request', 'export_refused'],
  ] as const)('%s is final', (code, fault) => {
    expect(afterRefusal(refusal(code), 'PDF', fresh)).toEqual({ kind: 'give-up', fault });
  });

  test('disabled picture exports have their own error', () => {
    expect(afterRefusal(refusal('forbidden'), 'PNG', fresh)).toEqual({ kind: 'give-up', fault: 'export_png_off' });
  });

  test('throttling is not retried forever', () => {
    const waitingMs = (longestWaitMinutes + 1) * 60_000;
    expect(afterRefusal(refusal('throttled', 1000), 'PDF', { ...fresh, waitingMs })).toEqual({
      kind: 'give-up',
      fault: 'report_service_throttled',
    });
  });
});

describe('after a progress report', () => {
  const polled = { state: 'running' as const, retryAfterMs: 3_000, busy: false, isPaused: false };

  test('a ready file ends the polling', () => {
    expect(afterPoll({ ...polled, state: 'succeeded' }, fresh)).toBeNull();
  });

  test('a running export is polled when the service says, until it is stuck', () => {
    expect(afterPoll(polled, fresh)).toEqual({ kind: 'again', afterSeconds: 3, miss: false });
    expect(afterPoll(polled, { ...fresh, runningMs: (longestRunMinutes + 1) * 60_000 })).toEqual({
      kind: 'give-up',
      fault: 'export_stuck',
    });
  });

  test('a failure with a Retry-After starts it again, three starts at most', () => {
    const busy = { state: 'failed' as const, retryAfterMs: 5_000, busy: true, isPaused: false };
    expect(afterPoll(busy, fresh)).toEqual({ kind: 'restart', afterSeconds: 5, miss: false });
    expect(afterPoll(busy, { ...fresh, attempts: maxAttempts - 1 })).toEqual({ kind: 'give-up', fault: 'report_service_throttled' });
  });

  test('a failure without a Retry-After is final', () => {
    const failed = { state: 'failed' as const, retryAfterMs: null, busy: false, isPaused: false };
    expect(afterPoll(failed, fresh)).toEqual({ kind: 'give-up', fault: 'export_refused' });
    expect(afterPoll({ ...failed, isPaused: true }, fresh)).toEqual({ kind: 'give-up', fault: 'capacity_paused' });
  });
});
