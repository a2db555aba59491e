import { expect, test } from 'vitest';
import { noTexts } from '../../../domain/report-groups/fields.ts';
import type { MenuGroup } from '../../../domain/reports/contract.ts';
import { currentMenuPosition } from './menu-position.ts';

const group = (id: string, subgroups: string[]): MenuGroup => ({
  id,
  name: id,
  ...noTexts,
  owner: null,
  hue: 0,
  reports: 1,
  subgroups: subgroups.map((each) => ({ id: each, name: each, ...noTexts, reports: 1 })),
});
const groups = [group('g1', ['s1', 's2']), group('g2', [])];

test('a group and a sub-group are found by the address', () => {
  expect(currentMenuPosition(groups, '/reports', '?group=g2', [])).toEqual({ groupId: 'g2', subgroupId: null, exact: true });
  expect(currentMenuPosition(groups, '/s2/reports', '', [])).toEqual({ groupId: 'g1', subgroupId: 's2', exact: true });
});

test('a report belongs to the place that its breadcrumb names', () => {
  const trail = [{ label: 'Início', href: '/' }, { label: 'Vendas', href: '/s1/reports' }, { label: 'Vendas diárias' }];
  expect(currentMenuPosition(groups, '/r1/reports/view', '', trail)).toEqual({ groupId: 'g1', subgroupId: 's1', exact: false });
});

test('other pages and foreign ids have no place', () => {
  expect(currentMenuPosition(groups, '/', '', [])).toBeNull();
  expect(currentMenuPosition(groups, '/reports', '', [])).toBeNull();
  expect(currentMenuPosition(groups, '/reports', '?group=x', [])).toBeNull();
  expect(currentMenuPosition(groups, '/x/reports', '', [])).toBeNull();
});
