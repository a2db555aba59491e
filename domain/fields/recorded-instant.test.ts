import { expect, test } from 'vitest';
import { recordedInstant } from './recorded-instant.ts';

test.each([
  ['2027-01-01 00:00:00+00', '2027-01-01T00:00:00+00:00'],
  ['2027-01-01 00:00:00.123456+00', '2027-01-01T00:00:00.123456+00:00'],
  ['2027-01-01T00:00:00.000Z', '2027-01-01T00:00:00+00:00'],
  ['2027-01-01T10:20:30.120Z', '2027-01-01T10:20:30.12+00:00'],
])('%s is recorded as %s', (at, recorded) => expect(recordedInstant(at)).toBe(recorded));
