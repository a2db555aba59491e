import { expect, test } from 'vitest';
import { seatTone } from './seat-tone.ts';

test('seats are orange from nine tenths on, and red when none is left', () => {
  expect(seatTone(100, 200)).toBe('normal');
  expect(seatTone(180, 200)).toBe('warn');
  expect(seatTone(200, 200)).toBe('err');
  expect(seatTone(0, 0)).toBe('err');
});
