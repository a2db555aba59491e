import { expect, test } from 'vitest';
import { pathToken } from './path-token.ts';

test('the secret is the last part of the path, and empty when it cannot be decoded', () => {
  expect(pathToken('/new/password/abc_-9')).toBe('abc_-9');
  expect(pathToken('/new/password/abc/')).toBe('abc');
  expect(pathToken('/change/company/a%20b')).toBe('a b');
  expect(pathToken('/new/password/%E0%A4%A')).toBe('');
});
