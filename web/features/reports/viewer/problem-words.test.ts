import { describe, expect, it } from 'vitest';
import { problemWords } from './problem-words.ts';

describe('why a report is not shown', () => {
  it('a missing report and one without access read the same, and cannot be retried', () => {
    expect(problemWords({ code: 'not_found', requestId: null }, false)).toMatchObject({ title: 'reports.state.missing', retry: false });
  });

  it('access that ended while viewing has its own message', () => {
    expect(problemWords({ code: 'not_found', requestId: null, ended: true }, false).title).toBe('reports.state.ended');
    expect(problemWords({ code: 'report_in_maintenance', requestId: null, ended: true }, false).title).toBe('reports.state.maintenance');
  });

  it('managers read how to fix a missing identity', () => {
    expect(problemWords({ code: 'rls_identity_missing', requestId: null }, false).text).toBe('reports.state.identityText');
    expect(problemWords({ code: 'rls_identity_missing', requestId: null }, true).text).toBe('reports.state.identityAdmin');
  });

  it('any other error still has a message and a retry', () => {
    expect(problemWords({ code: 'unexpected', requestId: 'r' }, false)).toMatchObject({ title: 'reports.state.other', retry: true });
  });
});
