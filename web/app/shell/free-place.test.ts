import { expect, test } from 'vitest';
import { freePlace } from './free-place.ts';

const wide = { left: 0, right: 1000 };
const bar = { top: 10, bottom: 42, ...wide };
const find = (controls: Parameters<typeof freePlace>[0], height: number) =>
  freePlace(controls, { width: 300, height, right: 984 }, { first: 16, last: 500, left: 400 });

test('a toast is placed at the free top, below a bar that is there, or between two bars where it fits', () => {
  expect(find([], 60)).toMatchObject({ top: 16, right: 984 });
  expect(find([bar], 60)).toMatchObject({ top: 50, right: 984 });
  expect(find([bar, { top: 80, bottom: 110, ...wide }], 60)).toMatchObject({ top: 118, right: 984 });
  expect(find([bar, { top: 120, bottom: 150, ...wide }], 60)).toMatchObject({ top: 50, right: 984 });
});

test('where the right edge is full, it is placed beside what is there', () => {
  const rows = Array.from({ length: 20 }, (_, at) => ({ top: 50 + at * 46, bottom: 82 + at * 46, left: 900, right: 980 }));
  expect(find([bar, ...rows], 60)).toMatchObject({ top: 50, right: 892 });
  expect(find([bar, ...rows.map((row) => ({ ...row, left: 650 }))], 60)).toMatchObject({ right: 984 });
});

test('without a free place it covers as little as possible and stays in the upper part', () => {
  const rows = Array.from({ length: 20 }, (_, at) => ({ top: 100 + at * 46, bottom: 132 + at * 46, ...wide }));
  expect(find([bar, ...rows, { top: 96, bottom: 140, ...wide }], 45)).toMatchObject({ top: 50 });
  expect(find([{ top: 0, bottom: 900, ...wide }], 60)).toMatchObject({ top: 16, right: 984 });
});
