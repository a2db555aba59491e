import { expect, test } from 'vitest';
import { waysToProve } from './ways-to-prove.ts';

const [app, here, elsewhere] = [{}, [{ here: true }], [{ here: false }]];
const nothing = { proof: 'none', app: null, recovery: 0, passkeys: [] } as const;

test.each([
  ['who has nothing is asked nothing', nothing, { passkey: false, typed: [], stuck: false }],
  ['a password will do', { ...nothing, proof: 'password' }, { typed: ['password'], stuck: false }],
  ['beside it a passkey', { ...nothing, proof: 'password', recovery: 8, passkeys: here }, { passkey: true, typed: ['password'] }],
  [
    'an app and codes',
    { ...nothing, proof: 'code', app, recovery: 8 },
    { passkey: false, typed: ['code'], labels: { code: 'factor.own.proofCode' } },
  ],
  ['an app alone', { ...nothing, proof: 'code', app }, { typed: ['code'], labels: { code: 'factor.code' } }],
  [
    'a passkey and codes',
    { ...nothing, proof: 'code', recovery: 8, passkeys: here },
    { passkey: true, typed: ['code'], labels: { code: 'factor.recovery' } },
  ],
  [
    'a password and a code',
    { ...nothing, proof: 'both', app, recovery: 8 },
    { passkey: false, typed: ['password', 'code'], labels: { code: 'factor.own.proofCode' }, stuck: false },
  ],
  ['a passkey instead of both', { ...nothing, proof: 'both', recovery: 8, passkeys: here }, { passkey: true, typed: ['password', 'code'] }],
  ['a password beside a passkey elsewhere', { ...nothing, proof: 'both', passkeys: elsewhere }, { typed: [], stuck: true }],
  ['a passkey alone', { ...nothing, proof: 'code', passkeys: here }, { passkey: true, typed: [], stuck: false }],
  ['a passkey of another host', { ...nothing, proof: 'code', passkeys: elsewhere }, { passkey: false, typed: [], stuck: true }],
] as const)('%s', (_, own, ways) => {
  expect(waysToProve(own, true)).toMatchObject(ways);
});

test('a browser without passkey support offers none', () => {
  const own = { ...nothing, proof: 'code', passkeys: here } as const;
  expect(waysToProve(own, false)).toMatchObject({ passkey: false, typed: [], stuck: true });
  expect(waysToProve({ ...own, recovery: 1 }, false)).toMatchObject({ passkey: false, typed: ['code'], stuck: false });
});
