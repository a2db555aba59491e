import { expect, test } from 'vitest';
import { getParameters, getView, toFilters, views, wouldChange } from './kind.ts';

test('every view is read back from its own address', () => {
  for (const view of views) expect(getView(getParameters(view))).toBe(view);
  expect(getView({})).toBe('all');
  expect(getView({ visibility: 'secret' })).toBe('all');
});

test('a view sends one filter to the server', () => {
  expect(toFilters('all')).toEqual({});
  expect(toFilters('hidden')).toEqual({ visibility: 'hidden' });
  expect(toFilters('empty')).toEqual({ empty: '1' });
});

test('an action applies only to rows it would change', () => {
  expect(wouldChange('hide', { visibility: 'hidden' })).toBe(false);
  expect(wouldChange('hide', { visibility: 'visible' })).toBe(true);
  expect(wouldChange('delete', { visibility: 'hidden' })).toBe(true);
  expect(wouldChange('restore', { visibility: 'visible' })).toBe(false);
});
