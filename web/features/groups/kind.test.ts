import { expect, test } from 'vitest';
import { filtersOf, parametersOf, viewOf, views, wouldChange } from './kind.ts';

test('every view is found again in its own address', () => {
  for (const view of views) expect(viewOf(parametersOf(view))).toBe(view);
  expect(viewOf({})).toBe('all');
  expect(viewOf({ visibility: 'secret' })).toBe('all');
});

test('a view asks the server for one filter', () => {
  expect(filtersOf('all')).toEqual({});
  expect(filtersOf('hidden')).toEqual({ visibility: 'hidden' });
  expect(filtersOf('empty')).toEqual({ empty: '1' });
});

test('an action touches only what it would change', () => {
  expect(wouldChange('hide', { visibility: 'hidden' })).toBe(false);
  expect(wouldChange('hide', { visibility: 'visible' })).toBe(true);
  expect(wouldChange('delete', { visibility: 'hidden' })).toBe(true);
  expect(wouldChange('restore', { visibility: 'visible' })).toBe(false);
});
