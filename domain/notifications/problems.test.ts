import { expect, test } from 'vitest';
import { outcomeOf } from './problems.ts';

test('a report is sent once, and otherwise answers why it was not', () => {
  expect(outcomeOf({ due: true, same: false, often: false })).toBe('now');
  expect(outcomeOf({ due: false, same: true, often: true })).toBe('before');
  expect(outcomeOf({ due: false, same: false, often: true })).toBe('often');
  expect(outcomeOf({ due: false, same: false, often: false })).toBe('nobody');
});
