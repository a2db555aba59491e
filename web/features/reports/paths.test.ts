import { expect, it } from 'vitest';
import { placePath, reportPath } from './paths.ts';

it.each([
  ['powerbi', 'user', '/r/reports/view'],
  ['powerbi', 'master', '/r/reports/view'],
  ['powerbi', 'a2m', '/r/management/view'],
  ['external', 'admin', '/r/reports/external'],
  ['external', 'a2m', '/r/reports/external'],
] as const)('a %s report of %s opens at %s', (kind, profile, path) => expect(reportPath({ id: 'r', kind }, profile)).toBe(path));

it('a report leads back to its sub-group, else its group, else all reports', () => {
  expect(placePath({ group: { id: 'g' }, subgroup: { id: 's' } }, 'user')).toBe('/s/reports');
  expect(placePath({ group: { id: 'g' }, subgroup: null }, 'user')).toBe('/reports?group=g');
  expect(placePath(undefined, 'user')).toBe('/all/reports');
  expect(placePath({ group: { id: 'g' }, subgroup: { id: 's' } }, 'a2m')).toBe('/report/a2m');
});
