import { expect, test } from 'vitest';
import { newSigningRing, rotateSigning } from '../../dev/keys/ring.ts';
import { makeKeys } from '../../dev/secrets.ts';
import { getJwks } from './jwks.ts';
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
const sign = (ring: string, at = Date.now()) => tokenService(ring).sign({ ...claims, flags: [], hidden: [] }, 'a.test', at);
const verify = (ring: string, token: string, at = Date.now()) => tokenService(ring).verify(token, 'a.test', at, true);
const getKid = (token: string): string => JSON.parse(atob(token.split('.')[0] ?? '')).kid;
const dayMs = 86_400_000;

test('tokens stay valid at every edge location during a rotation, and can be renewed for 90 days', async () => {
  const start = Date.now();
  const first = newSigningRing();
  const second = rotateSigning(first).ring;
  const [old, fresh] = [await sign(first), await sign(second)];
  expect(getKid(fresh)).toBe(JSON.parse(first).next);
  // Both directions: a location that already has the new ring, and one that still has the old ring.
  expect((await verify(second, old)).sub).toBe(claims.sub);
  expect((await verify(first, fresh)).sub).toBe(claims.sub);
  // With weekly rotations, a key stays in the ring for ninety days.
  let ring = second;
  for (let day = 7; day <= 84; day += 7) ring = rotateSigning(ring, new Date(start + day * dayMs)).ring;
  expect((await verify(ring, old, start + 84 * dayMs)).sub).toBe(claims.sub);
  const late = rotateSigning(ring, new Date(start + 91 * dayMs)).ring;
  await expect(verify(late, old, start + 91 * dayMs)).rejects.toMatchObject({ code: 'token_invalid' });
});

test('a retired key keeps only its public half', async () => {
  const first = newSigningRing();
  const { current, next, keys } = JSON.parse(rotateSigning(first).ring);
  const old = JSON.parse(first).current;
  expect(Object.keys(keys).sort()).toEqual([current, next, old].sort());
  expect([keys[current].d, keys[next].d, keys[old].d]).toEqual([expect.any(String), expect.any(String), undefined]);
});

test('the published key set contains public keys only, including the next one', () => {
  const { ring } = rotateSigning(makeKeys().JWT_KEYS);
  const published = getJwks(ring);
  expect(published.keys.map(({ kid }) => kid)).toEqual(Object.keys(JSON.parse(ring).keys));
  expect(published.keys.map(({ kid }) => kid)).toContain(JSON.parse(ring).next);
  for (const key of published.keys) expect(Object.keys(key).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y']);
});

test('a ring with one key gets its next key first and rotates on the second run', async () => {
  const { current, keys } = JSON.parse(newSigningRing());
  const one = JSON.stringify({ current, keys: { [current]: keys[current] } });
  const first = rotateSigning(one);
  expect([first.isRotated, JSON.parse(first.ring).current]).toEqual([false, current]);
  const second = rotateSigning(first.ring);
  expect([second.isRotated, JSON.parse(second.ring).current]).toEqual([true, JSON.parse(first.ring).next]);
  expect((await verify(second.ring, await sign(one))).sub).toBe(claims.sub);
});

test('rotation refuses an invalid ring and one that would exceed the size of a secret', () => {
  expect(() => rotateSigning('{"current":"x","keys":{}}')).toThrow('no ring');
  expect(() => rotateSigning('{"kty":"EC","d":"private')).toThrow(/^This is no ring of keys\.$/);
  let ring = newSigningRing();
  expect(() => {
    for (let n = 0; n < 100; n += 1) ring = rotateSigning(ring).ring;
  }).toThrow('rotated too often');
});

test('a token is invalid if its kind is missing, unknown or contradicted by its actor', async () => {
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
