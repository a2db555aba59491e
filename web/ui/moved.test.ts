import { expect, it } from 'vitest';
import { moved } from './moved.ts';

it('an item moves to its new place and the others shift', () => {
  expect(moved(['a', 'b', 'c', 'd'], 0, 2)).toEqual(['b', 'c', 'a', 'd']);
  expect(moved(['a', 'b', 'c', 'd'], 3, 0)).toEqual(['d', 'a', 'b', 'c']);
});

it('a move beyond the ends changes nothing', () => {
  const list = ['a', 'b'];
  expect(moved(list, 0, -1)).toBe(list);
  expect(moved(list, 1, 2)).toBe(list);
  expect(moved(list, 5, 0)).toBe(list);
});
