import { expect, test } from 'vitest';
import { hasEnded, isViewOnly, tokenLife, untilRenewal } from './token-life.ts';

const jwt = (claims: unknown) => `h.${btoa(JSON.stringify(claims)).replace(/\+/g, '-').replace(/\//g, '_').replace(/=/g, '')}.s`;
const token = jwt({ iat: 1000, exp: 2800, name: '>>>???' });

test('a token is renewed at half of its lifetime', () => {
  expect(untilRenewal(token, 1_000_000)).toBe(900_000);
  expect(untilRenewal(token, 1_900_000)).toBe(0);
  expect(untilRenewal(token, 9_900_000)).toBe(0);
});

test('a token has expired from its last moment on', () => {
  expect(hasEnded(token, 2_799_999)).toBe(false);
  expect(hasEnded(token, 2_800_000)).toBe(true);
});

test('a visit that may only look is known by its token', () => {
  expect(isViewOnly(jwt({ act: { sub: 'x' }, scope: 'view' }))).toBe(true);
  expect(isViewOnly(jwt({ act: { sub: 'x' }, scope: 'act' }))).toBe(false);
  expect(isViewOnly(token)).toBe(false);
  expect(isViewOnly('')).toBe(false);
});

test.each(['', 'a', 'a.b.c', jwt(null), jwt({ iat: 1 }), jwt({ iat: '1', exp: '2' })])('%j has no life', (garbage) => {
  expect(tokenLife(garbage)).toBeNull();
  expect(untilRenewal(garbage, 0)).toBeNull();
  expect(hasEnded(garbage, 0)).toBe(false);
});
