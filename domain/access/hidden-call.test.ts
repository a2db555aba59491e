import { expect, test } from 'vitest';
import { isHiddenCall } from './hidden-call.ts';

const user = { profile: 'user' as const, flags: [] };
const viewing = ['reports/view', 'management/view'];

test('a call without screens is never hidden, and one of several screens lives while one of them is open', () => {
  expect(isHiddenCall([], { ...user, hidden: viewing })).toBe(false);
  expect(isHiddenCall(viewing, { ...user, hidden: [] })).toBe(false);
  expect(isHiddenCall(viewing, { ...user, flags: ['edit_reports'], hidden: ['reports/view'] })).toBe(false);
  expect(isHiddenCall(viewing, { profile: 'admin', flags: [], hidden: ['reports/view'] })).toBe(false);
  expect(isHiddenCall(viewing, { profile: 'admin', flags: [], hidden: viewing })).toBe(true);
});

test('what only others may open does not keep a call alive', () => {
  expect(isHiddenCall(viewing, { ...user, hidden: ['reports/view'] })).toBe(true);
  expect(isHiddenCall(viewing, { profile: 'a2m', flags: [], hidden: ['management/view'] })).toBe(true);
});

test('a call of screens that the caller does not have is hidden when all of them are', () => {
  expect(isHiddenCall(['billing'], { ...user, hidden: ['billing'] })).toBe(true);
  expect(isHiddenCall(['billing'], { ...user, hidden: [] })).toBe(false);
});
