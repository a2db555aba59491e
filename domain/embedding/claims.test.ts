import { expect, test } from 'vitest';
import { getSpoken, readClaims } from './claims.ts';

const now = 1_800_000_000;
const report = '018f0000-0000-7000-8000-000000000001';
const good = { iat: now, exp: now + 300, aud: 'bi.vertice.test', jti: 'a-token-1', sub: 'ana@vertice.test' };
const read = (more: Record<string, unknown>) => readClaims({ ...good, ...more }, { host: 'bi.vertice.test', now });
const anonymous = { sub: undefined, report, identity: { username: 'loja-12', roles: ['Sul', 'Norte'] } };

test('a token is a user’s, or anonymous with one report and an identity', () => {
  expect(read({})).toEqual({ jti: 'a-token-1', sub: 'ana@vertice.test', report: null, identity: null, filters: [] });
  expect(read({ report })).toMatchObject({ sub: 'ana@vertice.test', report });
  expect(read(anonymous)).toMatchObject({ sub: null, report, identity: { username: 'loja-12', roles: ['Norte', 'Sul'] } });
  expect(read({ sub: undefined, report })).toMatchObject({ sub: null, identity: null });
  for (const aud of ['https://bi.vertice.test', 'BI.vertice.test:8443', ['bi.vertice.test']])
    expect(read({ aud })).toMatchObject({ jti: 'a-token-1' });
});

test.each([
  ['claims', { jti: undefined }],
  ['claims', { jti: 'short' }],
  ['claims', { iat: undefined }],
  ['claims', { exp: '1' }],
  ['claims', { report: 'all' }],
  ['claims', { sub: undefined }],
  ['claims', { identity: anonymous.identity }],
  ['claims', { ...anonymous, identity: { username: '' } }],
  ['claims', { ...anonymous, identity: { username: 'x', customData: 'y' } }],
  ['claims', { filters: [{ table: 'T', column: 'C', operator: 'In', values: ['x'] }] }],
  ['claims', { report, filters: [{ table: 'T' }] }],
  ['claims', { aud: ['bi.vertice.test', 'bi.other.test'] }],
  ['audience', { aud: 'bi.other.test' }],
  ['audience', { aud: 'bi.vertice.test.evil.test' }],
  ['life', { exp: now + 601 }],
  ['life', { iat: now - 3600, exp: now + 60 }],
  ['life', { exp: now }],
  ['expired', { iat: now - 300, exp: now }],
  ['future', { iat: now + 61, exp: now + 300 }],
  ['future', { nbf: now + 100 }],
])('%s: %j', (refusal, more) => expect(read(more)).toBe(refusal));

test('before verification only the names are read', () => {
  expect(getSpoken({ sub: ' a@b.test ', report })).toEqual({ sub: 'a@b.test', report });
  expect(getSpoken({ sub: 1, report: 2 })).toEqual({ sub: null, report: null });
  expect(getSpoken({ report: "x' or 1" })).toEqual({ sub: null, report: null });
});

test.each(['a@b.test\u0000', 'a@b.test\ud83d'])('text that the database refuses is invalid: %j', (text) => {
  expect(getSpoken({ sub: text, report })).toEqual({ sub: null, report });
  expect(read({ sub: text })).toBe('claims');
  expect(read({ jti: `12345678${text}` })).toBe('claims');
});
