import { expect, test } from 'vitest';
import { hintedWays } from './ways-in.ts';

const way = (name: string, ...domains: string[]) => ({ id: name, kind: 'entra' as const, name, domains });
const apps = [way('Okta', 'aurora.test'), way('Microsoft', 'vertice.test', 'vertice.com.br')];

test('an address whose domain belongs to a provider suggests that provider, regardless of case', () => {
  expect(hintedWays(apps, ' Ana@VERTICE.com.br ')).toEqual([apps[1]]);
  expect(hintedWays(apps, 'ana@aurora.test')).toEqual([apps[0]]);
});

test.each(['', 'ana', 'ana@', 'ana@vertice', 'ana@other.test', 'vertice.test', 'a@b@vertice.test'])('%j is offered none first', (typed) => {
  expect(hintedWays(apps, typed)).toEqual([]);
});
