import { expect, test } from 'vitest';
import { decideRemoval } from './remove.ts';

const stored = { version: 3, name: 'Fábrica', onDisplay: true, displays: 2 };
const plan = { version: 3, displays: 2, change: { before: { name: 'Fábrica', displays: 2 } } };

test('a playlist that the user does not compose is not found', () =>
  expect(decideRemoval(undefined, true)).toEqual({ refused: 'not_found' }));

test('what plays on a display is removed by administrators only', () => {
  expect(decideRemoval(stored, true)).toEqual(plan);
  expect(decideRemoval(stored, false)).toEqual({ refused: 'playlist_on_display' });
});

test('displays that have ended keep no one from removing it', () =>
  expect(decideRemoval({ ...stored, onDisplay: false }, false)).toEqual(plan));
