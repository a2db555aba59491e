import { expect, test } from 'vitest';
import { seatTone } from './seat-tone.ts';

test('places are told orange when nine tenths are in use, red when none is left', () => {
  expect(seatTone(100, 200)).toBe('normal');
  expect(seatTone(180, 200)).toBe('warn');
  expect(seatTone(200, 200)).toBe('err');
  expect(seatTone(0, 0)).toBe('err');
});
