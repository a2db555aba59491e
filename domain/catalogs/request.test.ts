import { expect, test } from 'vitest';
import { mayDecide, offerFor, refuseAsking, refuseDecision, refuseJoining, refuseLifting, refuseWithdrawing } from './request.ts';

const now = Date.parse('2026-11-21T12:00:00Z');
const day = 86_400_000;
const nothing = { sees: false, pendingSince: null, deniedAt: null };

test('a user opens a visible report, waits after a request, and may ask again seven days after a refusal', () => {
  expect(offerFor({ ...nothing, sees: true, pendingSince: now }, now)).toEqual({ kind: 'open' });
  expect(offerFor({ ...nothing, pendingSince: now - day }, now)).toEqual({ kind: 'pending', since: now - day });
  expect(offerFor({ ...nothing, deniedAt: now - 6 * day }, now)).toEqual({ kind: 'wait', until: now + day });
  expect(offerFor({ ...nothing, deniedAt: now - 7 * day }, now)).toEqual({ kind: 'ask' });
  expect(offerFor(nothing, now)).toEqual({ kind: 'ask' });
});

test('a request is refused while the report is open, pending or just refused', () => {
  expect(refuseAsking({ ...nothing, sees: true }, now)).toEqual({ refused: 'catalog_already_seen' });
  expect(refuseAsking({ ...nothing, pendingSince: now - day, deniedAt: now }, now)).toEqual({ refused: 'catalog_pending' });
  expect(refuseAsking({ ...nothing, deniedAt: now - 6 * day }, now)).toEqual({
    refused: 'catalog_wait',
    vars: { until: new Date(now + day).toISOString() },
  });
  expect(refuseAsking({ ...nothing, deniedAt: now - 7 * day }, now)).toBeNull();
});

test('a decision needs the expected state first, then a decider other than the asker', () => {
  const pending = { state: 'pending' as const, decidedBy: null, allowed: true };
  expect(refuseDecision(pending, 'pending')).toBeNull();
  expect(refuseDecision({ ...pending, allowed: false }, 'pending')).toEqual({ refused: 'catalog_own_request' });
  expect(refuseDecision({ state: 'granted', decidedBy: 'Ana', allowed: false }, 'pending')).toEqual({
    refused: 'catalog_decided',
    vars: { by: 'Ana' },
  });
  expect(refuseDecision({ state: 'granted', decidedBy: 'Ana', allowed: true }, 'granted')).toBeNull();
  expect(refuseDecision(pending, 'granted')).toEqual({ refused: 'catalog_decided', vars: { by: '' } });
});

test('users decide their own request only if no one else can; an owner decides for their report', () => {
  expect(mayDecide({ decides: true, owns: false, asks: false, others: true })).toBe(true);
  expect(mayDecide({ decides: true, owns: false, asks: true, others: true })).toBe(false);
  expect(mayDecide({ decides: true, owns: false, asks: true, others: false })).toBe(true);
  expect(mayDecide({ decides: false, owns: true, asks: false, others: true })).toBe(true);
  expect(mayDecide({ decides: false, owns: false, asks: false, others: true })).toBe(false);
});

test('a requester withdraws a pending request only', () => {
  expect(refuseWithdrawing({ state: 'pending' })).toBeNull();
  expect(refuseWithdrawing(undefined)).toEqual({ refused: 'not_found' });
  expect(refuseWithdrawing({ state: 'granted' })).toEqual({ refused: 'catalog_decided', vars: { by: '' } });
});

test('the wait after a refusal is lifted once', () => {
  const decided = { refused: 'catalog_decided', vars: { by: '' } };
  expect(refuseLifting({ state: 'denied', lifted: false })).toBeNull();
  expect(refuseLifting({ state: 'denied', lifted: true })).toEqual(decided);
  expect(refuseLifting({ state: 'pending', lifted: false })).toEqual(decided);
  expect(refuseLifting(undefined)).toEqual({ refused: 'not_found' });
});

test('a requester joins only a group that has the report', () => {
  expect(refuseJoining({ hasReport: true })).toBeNull();
  expect(refuseJoining({ hasReport: false })).toEqual({ refused: 'not_found', field: 'userGroup' });
  expect(refuseJoining(undefined)).toEqual({ refused: 'not_found', field: 'userGroup' });
});
