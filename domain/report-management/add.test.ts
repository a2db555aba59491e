import { expect, test } from 'vitest';
import { refuseAdd, refusePublishing } from './add.ts';

test('a report is added if the unit may add reports and the place exists', () => {
  expect(refuseAdd({ allowed: true, fits: true }, { subgroupId: null })).toBeNull();
  expect(refusePublishing({ allowed: true, fits: true })).toBeNull();
});

test.each([null, false])('a unit that may not add reports (%s) is refused before the place is checked', (allowed) => {
  expect(refuseAdd({ allowed, fits: false }, { subgroupId: null })).toEqual({ refused: 'reports_not_allowed' });
  expect(refusePublishing({ allowed, fits: false })).toEqual({ refused: 'reports_not_allowed' });
});

test('a place that does not exist is refused at its field', () => {
  const nowhere = { allowed: true, fits: false };
  expect(refuseAdd(nowhere, { subgroupId: null })).toEqual({ refused: 'not_found', field: 'groupId' });
  expect(refuseAdd(nowhere, { subgroupId: 's1' })).toEqual({ refused: 'not_found', field: 'subgroupId' });
  expect(refusePublishing(nowhere)).toEqual({ refused: 'group_not_found', field: 'groupId' });
});
