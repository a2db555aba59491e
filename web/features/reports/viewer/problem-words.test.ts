import { describe, expect, it } from 'vitest';
import { problemWords } from './problem-words.ts';

describe('why a report is not shown', () => {
  it('a missing report and a foreign one read the same, and cannot be tried again', () => {
    expect(problemWords({ code: 'not_found', requestId: null }, false)).toMatchObject({ title: 'reports.state.missing', retry: false });
  });

  it('a right that ended in mid-view is told as that', () => {
    expect(problemWords({ code: 'not_found', requestId: null, ended: true }, false).title).toBe('reports.state.ended');
    expect(problemWords({ code: 'report_in_maintenance', requestId: null, ended: true }, false).title).toBe('reports.state.maintenance');
  });

  it('who manages is told how to mend a missing identity', () => {
    expect(problemWords({ code: 'rls_identity_missing', requestId: null }, false).text).toBe('reports.state.identityText');
    expect(problemWords({ code: 'rls_identity_missing', requestId: null }, true).text).toBe('reports.state.identityAdmin');
  });

  it('whatever else happened still has words and another try', () => {
    expect(problemWords({ code: 'unexpected', requestId: 'r' }, false)).toMatchObject({ title: 'reports.state.other', retry: true });
  });
});
