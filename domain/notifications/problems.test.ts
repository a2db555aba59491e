import { expect, test } from 'vitest';
import { getOutcome } from './problems.ts';

test('a report is sent once, and otherwise answers why it was not', () => {
  expect(getOutcome({ due: true, same: false, often: false })).toBe('now');
  expect(getOutcome({ due: false, same: true, often: true })).toBe('before');
  expect(getOutcome({ due: false, same: false, often: true })).toBe('often');
  expect(getOutcome({ due: false, same: false, often: false })).toBe('nobody');
});
