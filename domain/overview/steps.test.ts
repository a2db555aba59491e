import { expect, test } from 'vitest';
import { getSteps, type StepFacts, seatsAreShort } from './steps.ts';

const nothing: StepFacts = { accounts: 0, working: 0, workspaces: 0, reports: 0, units: 0, others: 0, ownTheme: false };
const listDone = (profile: 'admin' | 'master', facts: Partial<StepFacts>) =>
  getSteps(profile, { ...nothing, ...facts }).flatMap(({ name, done }) => (done ? [name] : []));

test('setup has five steps for a unit and three for a partner, and a step is done only once its object exists', () => {
  expect(getSteps('admin', nothing).map(({ name }) => name)).toEqual(['account', 'workspace', 'reports', 'people', 'look']);
  expect(getSteps('master', nothing).map(({ name }) => name)).toEqual(['unit', 'people', 'look']);
  expect(listDone('admin', {})).toEqual([]);
});

test('an account counts after a passed test or once reports came from it', () => {
  expect(listDone('admin', { accounts: 1 })).toEqual([]);
  expect(listDone('admin', { accounts: 1, working: 1 })).toEqual(['account']);
  expect(listDone('admin', { accounts: 1, reports: 2 })).toEqual(['account', 'reports']);
  expect(listDone('admin', { reports: 2 })).toEqual(['reports']);
});

test('seats are reported from 90 % on, and never without a limit', () => {
  expect([seatsAreShort(8, 10), seatsAreShort(9, 10), seatsAreShort(12, 10), seatsAreShort(500, null)]).toEqual([false, true, true, false]);
});
