import { expect, test } from 'vitest';
import { type SightFacts, whyNot } from './sight.ts';

const sees: SightFacts = {
  active: true,
  hidden: false,
  groupHidden: false,
  groupAudience: true,
  granted: true,
  expiredAt: null,
  maintenance: false,
  identity: 'none',
};

test('a user who sees a report gets no reason against it', () => {
  expect(whyNot(sees)).toEqual([]);
  expect(whyNot({ ...sees, identity: 'as' })).toEqual([]);
});

test.each([
  [{ active: false }, ['person_inactive']],
  [{ hidden: true }, ['report_hidden']],
  [{ groupHidden: true, groupAudience: false }, ['group_hidden']],
  [{ groupAudience: false }, ['not_in_audience']],
  [{ granted: false }, ['no_grant']],
  [{ granted: false, expiredAt: '2026-01-01T00:00:00Z', identity: 'refused' as const }, ['grant_expired']],
  [{ maintenance: true }, ['maintenance']],
  [{ identity: 'refused' as const }, ['no_identity']],
  [{ hidden: true, granted: false }, ['report_hidden', 'no_grant']],
])('%j is reported as %j', (change, reasons) => {
  expect(whyNot({ ...sees, ...change })).toEqual(reasons);
});
