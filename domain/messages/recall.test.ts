import { expect, test } from 'vitest';
import { mayRecall, recallRefused } from './recall.ts';

test('a message can be recalled once, within ten minutes', () => {
  const sent = { sentAt: 0, recalledAt: null };
  expect(recallRefused(sent, 599_999)).toBeNull();
  expect(recallRefused(sent, 600_000)).toEqual({ refused: 'recall_over' });
  expect(recallRefused({ sentAt: 0, recalledAt: 5 }, 10)).toEqual({ refused: 'message_recalled' });
  expect(mayRecall(sent, 600_000)).toBe(false);
});
