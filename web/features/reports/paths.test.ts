import { expect, it } from 'vitest';
import { placePath } from './paths.ts';

it('a report leads back to its sub-group, else its group, else all reports', () => {
  expect(placePath({ group: { id: 'g' }, subgroup: { id: 's' } }, 'user')).toBe('/s/reports');
  expect(placePath({ group: { id: 'g' }, subgroup: null }, 'user')).toBe('/reports?group=g');
  expect(placePath(undefined, 'user')).toBe('/all/reports');
  expect(placePath({ group: { id: 'g' }, subgroup: { id: 's' } }, 'a2m')).toBe('/report/a2m');
});
