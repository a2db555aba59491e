import { expect, test } from 'vitest';
import { differences, isSameJson } from './differences.ts';

test('JSON is equal in any order of keys, and an undefined key counts as absent', () => {
  expect(isSameJson({ a: 1, b: { c: [1, 2] } }, { b: { c: [1, 2] }, a: 1 })).toBe(true);
  expect(isSameJson({ a: 1, b: undefined }, { a: 1 })).toBe(true);
  expect(isSameJson({ a: null }, {})).toBe(false);
  expect(isSameJson([1, 2], [2, 1])).toBe(false);
  expect(isSameJson([1], [1, 2])).toBe(false);
  expect(isSameJson([], {})).toBe(false);
  expect(isSameJson('1', 1)).toBe(false);
});

test('differences keeps only the differences, before and after', () => {
  const before: Record<string, unknown> = { title: 'Sales', texts: { es: { title: 'Ventas' } }, hidden: false, group: null };
  expect(differences(before, { ...before, texts: { es: { title: 'Ventas' } } })).toEqual({ before: {}, after: {} });
  expect(differences(before, { ...before, title: 'Margin', texts: {} })).toEqual({
    before: { title: 'Sales', texts: { es: { title: 'Ventas' } } },
    after: { title: 'Margin', texts: {} },
  });
});
