import { expect, test } from 'vitest';
import { rotateRing } from '../../dev/rotate-ring.ts';
import { makeKeys } from '../../dev/secrets.ts';
import { jwksOf } from './jwks.ts';
import { tokenService } from './jwt.ts';

const claims = {
  sid: '018f0000-0000-7000-8000-000000000001',
  sub: '018f0000-0000-7000-8000-000000000002',
  tenant: '018f0000-0000-7000-8000-000000000003',
  profile: 'user',
  flags: [],
  hidden: [],
  ver: 1,
  act: null,
} as const;
const newKey = () => {
  const { current, keys } = JSON.parse(makeKeys().JWT_KEYS);
  return { kid: current as string, jwk: keys[current] as Record<string, unknown> };
};

test('a token lives through one rotation and ends with the second; a new one names the new key', async () => {
  const first = makeKeys().JWT_KEYS;
  const second = rotateRing(first, newKey());
  const third = rotateRing(second, newKey());
  const token = await tokenService(first).sign({ ...claims, flags: [], hidden: [] }, 'a.test', Date.now());
  expect((await tokenService(second).verify(token, 'a.test', Date.now())).sub).toBe(claims.sub);
  await expect(tokenService(third).verify(token, 'a.test', Date.now())).rejects.toMatchObject({ code: 'token_invalid' });
  const later = await tokenService(second).sign({ ...claims, flags: [], hidden: [] }, 'a.test', Date.now());
  expect(JSON.parse(atob(later.split('.')[0] ?? '')).kid).toBe(JSON.parse(second).current);
});

test('what is published of the keys is public', () => {
  const ring = rotateRing(makeKeys().JWT_KEYS, newKey());
  const published = jwksOf(ring);
  expect(published.keys.map(({ kid }) => kid)).toEqual(Object.keys(JSON.parse(ring).keys));
  for (const key of published.keys) expect(Object.keys(key).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y']);
});

test('a ring is not rotated onto a key it has, nor out of nothing', () => {
  const key = newKey();
  const ring = rotateRing(makeKeys().JWT_KEYS, key);
  expect(() => rotateRing(ring, key)).toThrow();
  expect(() => rotateRing('{"current":"x","keys":{}}', newKey())).toThrow();
});
