import { expect, test } from 'vitest';
import { ApiError, type FailureCode } from './api-error.ts';
import { mayPass } from './query-client.ts';

const refusal = (status: FailureCode) => new ApiError({ status, message: status, httpStatus: 0 });

test.each(['network', 'service_unavailable'] as const)('%s may pass, and is asked twice more', (status) => {
  expect([0, 1, 2].map((failures) => mayPass(failures, refusal(status)))).toEqual([true, true, false]);
});

test.each(['not_found', 'not_permitted', 'unexpected', 'report_service_down', 'rls_identity_missing'] as const)('%s is final', (status) => {
  expect(mayPass(0, refusal(status))).toBe(false);
});

test('a bug in the page itself is not retried', () => {
  expect(mayPass(0, new TypeError('x'))).toBe(false);
});
