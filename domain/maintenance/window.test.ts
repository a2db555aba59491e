import { expect, test } from 'vitest';
import { mayDo, noticeDue, stateOfWindow, timesProblem } from './window.ts';

const hour = 3_600_000;
const start = Date.parse('2026-11-21T22:00:00Z');
const window = { startsAt: start, endsAt: start + 2 * hour, announceHours: 24, extended: false, cancelledAt: null };

test('a window is planned, announced a day before, active, and done at its end without a call', () => {
  expect(stateOfWindow(window, start - 25 * hour)).toBe('planned');
  expect(stateOfWindow(window, start - 24 * hour)).toBe('announced');
  expect(stateOfWindow(window, start)).toBe('active');
  expect(stateOfWindow({ ...window, extended: true }, start)).toBe('extended');
  expect(stateOfWindow(window, start + 2 * hour)).toBe('done');
  expect(stateOfWindow({ ...window, cancelledAt: start - hour }, start)).toBe('cancelled');
});

test('a running window can be extended or ended, not cancelled; a finished one cannot be changed', () => {
  expect(mayDo('announced', 'cancel')).toBe(true);
  expect(mayDo('active', 'cancel')).toBe(false);
  expect(mayDo('active', 'extend')).toBe(true);
  expect(mayDo('done', 'extend')).toBe(false);
});

test('an end before the start, in the past, or after more than 72 hours is refused; a start five minutes ago is "now"', () => {
  expect(timesProblem(start, start, start, true)).toEqual({ field: 'endsAt', reason: 'order' });
  expect(timesProblem(start, start + 72 * hour, start, true)).toBeNull();
  expect(timesProblem(start, start + 72 * hour + 1, start, true)).toEqual({ field: 'endsAt', reason: 'too_long' });
  expect(timesProblem(start, start + hour, start + 4 * 60_000, true)).toBeNull();
  expect(timesProblem(start, start + hour, start + 6 * 60_000, true)).toEqual({ field: 'startsAt', reason: 'past' });
  expect(timesProblem(start, start + hour, start + 6 * 60_000, false)).toBeNull();
  expect(timesProblem(start, start + hour, start + 2 * hour, false)).toEqual({ field: 'endsAt', reason: 'past' });
});

test('users with the report open are notified ten and two minutes before and at the start', () => {
  expect(noticeDue(start, start - 11 * 60_000)).toBeNull();
  expect(noticeDue(start, start - 10 * 60_000)).toBe(10);
  expect(noticeDue(start, start - 90_000)).toBe(2);
  expect(noticeDue(start, start)).toBe(0);
});
