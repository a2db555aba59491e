import { expect, test } from 'vitest';
import { mayEdit } from './edit-rule.ts';

const report = { allowEdit: true, kind: 'powerbi' as const, reportType: 'report' as const };

test.each([
  ['a2m', [], true],
  ['master', [], true],
  ['admin', [], true],
  ['user', [], false],
  ['user', ['edit_reports'], true],
  ['user', ['manage_service'], false],
] as const)('%s with the flags %j: %s', (profile, flags, expected) => {
  expect(mayEdit(report, { profile, flags })).toBe(expected);
});

test('a report cannot be edited where its settings or the service forbid it', () => {
  const who = { profile: 'admin' as const, flags: [] };
  expect(mayEdit({ ...report, allowEdit: false }, who)).toBe(false);
  expect(mayEdit({ ...report, kind: 'external' }, who)).toBe(false);
  expect(mayEdit({ ...report, reportType: 'paginated' }, who)).toBe(false);
});
