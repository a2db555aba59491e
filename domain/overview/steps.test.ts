import { expect, test } from 'vitest';
import { type StepFacts, seatsAreShort, stepsOf } from './steps.ts';

const nothing: StepFacts = { accounts: 0, working: 0, workspaces: 0, reports: 0, units: 0, others: 0, ownTheme: false };
const doneOf = (profile: 'admin' | 'master', facts: Partial<StepFacts>) =>
  stepsOf(profile, { ...nothing, ...facts }).flatMap(({ name, done }) => (done ? [name] : []));

test('setup has five steps for a unit and three for a partner, and a step is done only once its object exists', () => {
  expect(stepsOf('admin', nothing).map(({ name }) => name)).toEqual(['account', 'workspace', 'reports', 'people', 'look']);
  expect(stepsOf('master', nothing).map(({ name }) => name)).toEqual(['unit', 'people', 'look']);
  expect(doneOf('admin', {})).toEqual([]);
});

test('an account counts after a passed test or once reports came from it', () => {
  expect(doneOf('admin', { accounts: 1 })).toEqual([]);
  expect(doneOf('admin', { accounts: 1, working: 1 })).toEqual(['account']);
  expect(doneOf('admin', { accounts: 1, reports: 2 })).toEqual(['account', 'reports']);
  expect(doneOf('admin', { reports: 2 })).toEqual(['reports']);
});

test('seats are reported from 90 % on, and never without a limit', () => {
  expect([seatsAreShort(8, 10), seatsAreShort(9, 10), seatsAreShort(12, 10), seatsAreShort(500, null)]).toEqual([false, true, true, false]);
});
