import { expect, test } from 'vitest';
import { isoOrNull, toIso } from './iso.ts';

test.each([
  '2026-11-23 10:00:00+00',
  '2026-11-23 10:00:00.1+00',
  '2026-11-23 10:00:00.123456+00',
  '2026-02-28 23:59:59.999999+00',
  '2026-11-23 10:00:00.5-03',
  '2026-11-23T10:00:00.123456+00:00',
  '2026-11-23T10:00:00Z',
])('%s is written as Date writes it', (instant) => {
  expect(toIso(instant)).toBe(new Date(instant).toISOString());
});

test('null stays null, and an invalid instant is an error', () => {
  expect(isoOrNull(null)).toBeNull();
  expect(() => toIso('infinity')).toThrow(RangeError);
});
