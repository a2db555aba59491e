import { expect, test } from 'vitest';
import { newId } from '../services/ids.ts';
import { getWeight } from './log.ts';

const path = '/api/auth/dashboard';
const call = { requestId: newId(Date.now()), path, status: 200, ms: 12 };

test('all errors, sign-ins and slow calls are logged', () => {
  for (let n = 0; n < 200; n += 1) {
    const requestId = newId(Date.now());
    expect(getWeight({ ...call, requestId, status: 500 })).toBe(1);
    expect(getWeight({ ...call, requestId, status: 403 })).toBe(1);
    expect(getWeight({ ...call, requestId, ms: 1_000 })).toBe(1);
    for (const way of ['login', 'login/passkey', 'logout', 'oauth/company', 'saml/callback'])
      expect(getWeight({ ...call, requestId, path: `/api/${way}` })).toBe(1);
  }
});

test.each(['login/config', 'login/2fa/config', 'password/config', 'login/passkey/options', 'login/playlist/poll', 'saml/metadata/1'])(
  'what a sign-in page or a display asks for (%s) is sampled like any other call',
  (way) => {
    const of = (requestId: string) => getWeight({ ...call, requestId, path: `/api/${way}` });
    expect([of('0'.repeat(12)), of('f'.repeat(12))]).toEqual([20, null]);
    expect(getWeight({ ...call, path: `/api/${way}`, status: 429 })).toBe(1);
  },
);

test('one in twenty of the other calls is logged, with a weight of 20', () => {
  const weights = Array.from({ length: 20_000 }, () => getWeight({ ...call, requestId: newId(Date.now()) }));
  const kept = weights.filter((weight) => weight !== null);
  expect(new Set(kept)).toEqual(new Set([20]));
  expect(kept.length).toBeGreaterThan(800);
  expect(kept.length).toBeLessThan(1_200);
});
