import { expect, test } from 'vitest';
import { isFree } from './rules.ts';

test('a pause interrupts nothing only where that is known', () => {
  const free = { refreshes: 0, exports: 0, viewers: 0 };
  expect(isFree(free)).toBe(true);
  expect([{ refreshes: null }, { refreshes: 1 }, { exports: 1 }, { viewers: 1 }].map((more) => isFree({ ...free, ...more }))).toEqual([
    ...[false, false, false, false],
  ]);
});
