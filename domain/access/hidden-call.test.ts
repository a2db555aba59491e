import { expect, test } from 'vitest';
import { isHiddenCall } from './hidden-call.ts';

const user = { profile: 'user' as const, flags: [] };
const viewing = ['reports/view', 'management/view'];

test('a call without screens is never hidden, and one of several screens is open while one of them is', () => {
  expect(isHiddenCall([], { ...user, hidden: viewing })).toBe(false);
  expect(isHiddenCall(viewing, { ...user, hidden: [] })).toBe(false);
  expect(isHiddenCall(viewing, { ...user, flags: ['edit_reports'], hidden: ['reports/view'] })).toBe(false);
  expect(isHiddenCall(viewing, { profile: 'admin', flags: [], hidden: ['reports/view'] })).toBe(false);
  expect(isHiddenCall(viewing, { profile: 'admin', flags: [], hidden: viewing })).toBe(true);
});

test('a screen that only others may open does not keep a call open', () => {
  expect(isHiddenCall(viewing, { ...user, hidden: ['reports/view'] })).toBe(true);
  expect(isHiddenCall(viewing, { profile: 'a2m', flags: [], hidden: ['management/view'] })).toBe(true);
});

test('a call is hidden when all its screens are, even if the caller has none of them', () => {
  expect(isHiddenCall(['billing'], { ...user, hidden: ['billing'] })).toBe(true);
  expect(isHiddenCall(['billing'], { ...user, hidden: [] })).toBe(false);
});
