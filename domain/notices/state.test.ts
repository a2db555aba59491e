import { expect, test } from 'vitest';
import { stateOfNotice } from './state.ts';

const start = Date.parse('2026-11-21T22:00:00Z');
const notice = { startsAt: start, endsAt: start + 3_600_000, withdrawnAt: null };

test('a notice is planned, shown from its start in that second, and over at its end', () => {
  expect(stateOfNotice(notice, start - 1)).toBe('planned');
  expect(stateOfNotice(notice, start)).toBe('shown');
  expect(stateOfNotice(notice, notice.endsAt - 1)).toBe('shown');
  expect(stateOfNotice(notice, notice.endsAt)).toBe('over');
  expect(stateOfNotice({ ...notice, endsAt: null }, start + 1e12)).toBe('shown');
  expect(stateOfNotice({ ...notice, withdrawnAt: start + 1 }, start + 2)).toBe('withdrawn');
});
