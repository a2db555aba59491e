import { describe, expect, it } from 'vitest';
import { getProblem, isTokenExpired } from './service-errors.ts';

describe('an error of the embedded report', () => {
  it('an expired token is recognized by its message or its long text', () => {
    expect(isTokenExpired({ message: 'TokenExpired', errorCode: '403', level: 6 })).toBe(true);
    expect(isTokenExpired({ message: 'x', detailedMessage: 'Access token has expired, resubmit with a new access token' })).toBe(true);
    expect(isTokenExpired({ message: 'PowerBIEntityNotFound' })).toBe(false);
  });

  it.each([
    ['PowerBIEntityNotFound', 'report_missing_at_service'],
    ['PowerBINotAuthorizedException', 'report_account_refused'],
    ['CapacityNotActive', 'capacity_paused'],
    ['LoadReportFailed', 'report_service_down'],
    ['InvalidParameters', 'report_service_refused'],
  ])('%s reads as %s, with the request id to hand on', (message, code) => {
    expect(getProblem({ message, level: 6, technicalDetails: { requestId: 'r-1' } })).toEqual({ code, requestId: 'r-1' });
  });

  it('a paused capacity is recognized by its cause, whatever the error is called and wherever it is met', () => {
    const errorInfo = [
      { key: 'Activity ID', value: 'a-1' },
      { key: 'Underlying Error', value: 'Capacity operation failed with error code CapacityNotActive' },
    ];
    for (const fault of [
      { message: 'LoadReportFailed', detailedMessage: 'Cannot load model', level: 6, technicalDetails: { requestId: 'r-1', errorInfo } },
      { message: 'VisualFailed', level: 3, technicalDetails: { requestId: 'r-1', errorInfo } },
    ])
      expect(getProblem(fault)).toEqual({ code: 'capacity_paused', requestId: 'r-1' });
  });

  it('an error of a single visual does not remove the report', () => expect(getProblem({ message: 'VisualFailed', level: 3 })).toBeNull());
});
