import { expect, test } from 'vitest';
import { isToBeAsked } from './rule.ts';

const now = Date.parse('2026-05-20T12:00:00Z');
const fresh = { on: true, profile: 'user', answered: false, deferred: 0, deferredAt: null } as const;
test.each([
  [{}, true],
  [{ on: false }, false],
  [{ profile: 'admin' as const }, false],
  [{ answered: true }, false],
  [{ deferred: 1, deferredAt: '2026-05-13T12:00:01Z' }, false],
  [{ deferred: 1, deferredAt: '2026-05-13T12:00:00Z' }, true],
  [{ deferred: 2, deferredAt: '2026-05-01T12:00:00Z' }, true],
  [{ deferred: 3, deferredAt: '2026-01-01T12:00:00Z' }, false],
])('%j is asked: %s', (change, asked) => expect(isToBeAsked({ ...fresh, ...change }, now)).toBe(asked));
