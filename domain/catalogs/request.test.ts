import { expect, test } from 'vitest';
import { mayDecide, offerFor, remindersDue } from './request.ts';

const now = Date.parse('2026-11-21T12:00:00Z');
const day = 86_400_000;
const nothing = { sees: false, pendingSince: null, deniedAt: null };

test('who sees a report opens it; who asked waits; who was refused may ask again after seven days', () => {
  expect(offerFor({ ...nothing, sees: true, pendingSince: now }, now)).toEqual({ kind: 'open' });
  expect(offerFor({ ...nothing, pendingSince: now - day }, now)).toEqual({ kind: 'pending', since: now - day });
  expect(offerFor({ ...nothing, deniedAt: now - 6 * day }, now)).toEqual({ kind: 'wait', until: now + day });
  expect(offerFor({ ...nothing, deniedAt: now - 7 * day }, now)).toEqual({ kind: 'ask' });
  expect(offerFor(nothing, now)).toEqual({ kind: 'ask' });
});

test('an unanswered request is recalled after 3, 10 and 25 days', () => {
  expect([2.9, 3, 9.9, 10, 25, 29].map((days) => remindersDue(now - days * day, now))).toEqual([0, 1, 1, 2, 3, 3]);
});

test('nobody decides his own request unless nobody else can; an owner decides for his report', () => {
  expect(mayDecide({ decides: true, owns: false, asks: false, others: true })).toBe(true);
  expect(mayDecide({ decides: true, owns: false, asks: true, others: true })).toBe(false);
  expect(mayDecide({ decides: true, owns: false, asks: true, others: false })).toBe(true);
  expect(mayDecide({ decides: false, owns: true, asks: false, others: true })).toBe(true);
  expect(mayDecide({ decides: false, owns: false, asks: false, others: true })).toBe(false);
});
