import { expect, test } from 'vitest';
import { freeTop } from './free-top.ts';

const bar = { top: 10, bottom: 42 };

test('a toast is placed at the free top, below a bar that is there, or between two bars where it fits', () => {
  expect(freeTop([], 60, 16, 500)).toBe(16);
  expect(freeTop([bar], 60, 16, 500)).toBe(50);
  expect(freeTop([bar, { top: 80, bottom: 110 }], 60, 16, 500)).toBe(118);
  expect(freeTop([bar, { top: 120, bottom: 150 }], 60, 16, 500)).toBe(50);
});

test('without a free place it covers as little as possible and stays in the upper part', () => {
  const rows = Array.from({ length: 20 }, (_, at) => ({ top: 100 + at * 46, bottom: 132 + at * 46 }));
  expect(freeTop([bar, ...rows, { top: 96, bottom: 140 }], 45, 16, 500)).toBe(50);
  expect(freeTop([{ top: 0, bottom: 900 }], 60, 16, 500)).toBe(16);
});
