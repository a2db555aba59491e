import { expect, test } from 'vitest';
import { appCode, codeFrom, recoveryCode } from './codes.ts';

test.each([
  ['123456', '123456'],
  [' 123 456 ', '123456'],
  ['123-456', '123456'],
  ['１２３４５６', '123456'],
  ['12345', null],
  ['1234567', null],
  ['12345a', null],
  ['', null],
])('in %j the code of an app is %j', (typed, code) => {
  expect(appCode(typed)).toBe(code);
});

test('a recovery code is recognized however it is typed, and two are never the same', () => {
  const random = (count: number) => crypto.getRandomValues(new Uint8Array(count));
  const codes = Array.from({ length: 200 }, () => codeFrom(random));
  expect(new Set(codes).size).toBe(200);
  for (const code of codes) {
    expect(code).toMatch(/^([A-Z2-9]{4}-){3}[A-Z2-9]{4}$/);
    expect(recoveryCode(` ${code.toLowerCase().replaceAll('-', ' ')} `)).toBe(code.replaceAll('-', ''));
  }
  for (const other of ['', 'AAAA-AAAA-AAAA-AAA', 'AAAA-AAAA-AAAA-AAA0', 'AAAA-AAAA-AAAA-AAAA-A', '123456'])
    expect(recoveryCode(other)).toBeNull();
});

test('bytes beyond the last whole multiple of the alphabet are skipped', () => {
  let asked = 0;
  const random = (count: number) => new Uint8Array(count).fill(asked++ === 0 ? 255 : 0);
  expect(codeFrom(random)).toBe('AAAA-AAAA-AAAA-AAAA');
  expect(asked).toBe(2);
});
