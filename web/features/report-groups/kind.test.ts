import { expect, test } from 'vitest';
import { filtersOf, parametersOf, viewOf, views, wouldChange } from './kind.ts';

test('every view is read back from its own address', () => {
  for (const view of views) expect(viewOf(parametersOf(view))).toBe(view);
  expect(viewOf({})).toBe('all');
  expect(viewOf({ visibility: 'secret' })).toBe('all');
});

test('a view sends one filter to the server', () => {
  expect(filtersOf('all')).toEqual({});
  expect(filtersOf('hidden')).toEqual({ visibility: 'hidden' });
  expect(filtersOf('empty')).toEqual({ empty: '1' });
});

test('an action applies only to rows it would change', () => {
  expect(wouldChange('hide', { visibility: 'hidden' })).toBe(false);
  expect(wouldChange('hide', { visibility: 'visible' })).toBe(true);
  expect(wouldChange('delete', { visibility: 'hidden' })).toBe(true);
  expect(wouldChange('restore', { visibility: 'visible' })).toBe(false);
});
