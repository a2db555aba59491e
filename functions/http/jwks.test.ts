import { expect, test } from 'vitest';
import { rotateRing } from '../../dev/rotate-ring.ts';
import { makeKeys } from '../../dev/secrets.ts';
import { jwksOf } from './jwks.ts';
import { tokenService } from './jwt.ts';

const claims = {
  sid: '018f0000-0000-7000-8000-000000000001',
  sub: '018f0000-0000-7000-8000-000000000002',
  tenant: '018f0000-0000-7000-8000-000000000003',
  kind: 'own' as const,
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

test('a token without a kind, of an unknown one, or of one that its actor contradicts is no token', async () => {
  const { sign, verify } = tokenService(makeKeys().JWT_KEYS);
  const now = Date.now();
  const read = async (more: object) => verify(await sign({ ...claims, flags: [], hidden: [], ...more }, 'a.test', now), 'a.test', now);
  const visit = (via: string) => ({ act: claims.sub, acting: { reach: 'act', via, until: Math.floor(now / 1000) + 60 } });
  expect((await read({})).kind).toBe('own');
  expect((await read({ kind: 'embed_portal' })).kind).toBe('embed_portal');
  expect((await read({ kind: 'partner', ...visit('partner') })).kind).toBe('partner');
  expect((await read({ kind: 'remote', ...visit('view') })).kind).toBe('remote');
  for (const wrong of [
    { kind: undefined },
    { kind: 'job' },
    { kind: 'partner' },
    { kind: 'remote' },
    { kind: 'own', ...visit('partner') },
    { kind: 'remote', ...visit('partner') },
    { kind: 'partner', ...visit('view') },
    { kind: 'embed_portal', ...visit('remote') },
  ])
    await expect(read(wrong), JSON.stringify(wrong)).rejects.toMatchObject({ code: 'token_invalid' });
});
