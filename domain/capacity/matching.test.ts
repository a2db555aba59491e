import { expect, test } from 'vitest';
import { matchByName } from './matching.ts';

const one = { id: 'a', name: 'Vendas', sku: 'F8' };
const same = { id: 'b', name: 'vendas', sku: 'F8' };
const larger = { id: 'c', name: 'VENDAS', sku: 'F16' };
const other = { id: 'd', name: 'Pessoas', sku: 'F8' };
const azure = { name: 'vendas', size: 'F8' };

test.each([
  ['one of the name is it', [one, other], { id: 'a', mismatch: 'one', choices: [one] }],
  ['of several the one of its size', [one, larger], { id: 'a', mismatch: 'one', choices: [one] }],
  ['of several of its size a person chooses', [one, same, larger], { id: null, mismatch: 'several', choices: [one, same, larger] }],
  ['without one of the name a person chooses among all', [other], { id: null, mismatch: 'none', choices: [other] }],
  ['the account sees none', [], { id: null, mismatch: 'unlisted', choices: [] }],
  ['the service refuses to list them', null, { id: null, mismatch: 'unlisted', choices: [] }],
])('%s', (_name, listed, expected) => {
  expect(matchByName(listed, azure)).toEqual(expected);
});
