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

test('JSON is equal in any order of keys, and an undefined key counts as absent', () => {
  expect(sameJson({ a: 1, b: { c: [1, 2] } }, { b: { c: [1, 2] }, a: 1 })).toBe(true);
  expect(sameJson({ a: 1, b: undefined }, { a: 1 })).toBe(true);
  expect(sameJson({ a: null }, {})).toBe(false);
  expect(sameJson([1, 2], [2, 1])).toBe(false);
  expect(sameJson([1], [1, 2])).toBe(false);
  expect(sameJson([], {})).toBe(false);
  expect(sameJson('1', 1)).toBe(false);
});

test('structured facts are recorded whole where they differ', () => {
  const before: Record<string, unknown> = { title: 'Sales', texts: { es: { title: 'Ventas' } }, hidden: false, group: null };
  expect(changes(before, { ...before, texts: { es: { title: 'Ventas' } } })).toEqual({ before: {}, after: {} });
  expect(changes(before, { ...before, title: 'Margin', texts: {} })).toEqual({
    before: { title: 'Sales', texts: { es: { title: 'Ventas' } } },
    after: { title: 'Margin', texts: {} },
  });
});
