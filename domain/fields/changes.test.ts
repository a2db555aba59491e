import { expect, test } from 'vitest';
import { changes, sameJson } from './changes.ts';

test('only the differences are recorded, before and after', () =>
  expect(changes({ name: 'A', flags: ['x'], theme: null }, { name: 'B', flags: ['x'], theme: null })).toEqual({
    before: { name: 'A' },
    after: { name: 'B' },
  }));

test('values are compared as jsonb stores them', () => {
  expect(sameJson({ a: 1, b: { c: 2, d: 3 } }, { b: { d: 3, c: 2 }, a: 1 })).toBe(true);
  expect(sameJson({ a: 1, b: undefined }, { a: 1 })).toBe(true);
  expect(sameJson(['a', 'b'], ['b', 'a'])).toBe(false);
  expect(sameJson(null, 'null')).toBe(false);
});
