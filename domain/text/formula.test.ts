import { expect, test } from 'vitest';
import { formula, withoutMark } from './formula.ts';

test.each(['=1', '+1', '-1', '@a', ' =1', '\t=1', '\ta', '\r=1', '\n', '\u200b=1', '\u0001=1', '\u00a0@a', '\uff1d1', '=1\nx'])(
  '%j may run as a formula, and the mark before it isn’t part of it',
  (text) => {
    expect(formula.test(text)).toBe(true);
    expect(withoutMark(`'${text}`)).toBe(text);
  },
);

test.each(['', 'a', '1=1', ' a', "'", "o'hara"])('%j is not', (text) => {
  expect(formula.test(text)).toBe(false);
  expect(withoutMark(`'${text}`)).toBe(`'${text}`);
});

test('a telephone number is not a formula, but the mark that another program put before it is removed', () => {
  expect(['+5511987654321', '+1+1', '+55 11'].map((text) => formula.test(text))).toEqual([false, true, true]);
  expect(withoutMark("'+5511987654321")).toBe('+5511987654321');
});
