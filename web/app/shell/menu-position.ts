import { matchesPath } from '../../../domain/access/screens.ts';
import type { MenuGroup } from '../../../domain/reports/contract.ts';
import type { Crumb } from '../address/breadcrumb.ts';

export const groupAddress = (id: string): string => `/reports?group=${id}`;
export const subgroupAddress = (id: string): string => `/${id}/reports`;

export type MenuPosition = {
  groupId: string;
  subgroupId: string | null /** The address is the place itself, not something within it. */;
  exact: boolean;
};

function getPosition(groups: readonly MenuGroup[], path: string, search: string): Omit<MenuPosition, 'exact'> | null {
  if (path === '/reports') {
    const asked = new URLSearchParams(search).get('group');
    return asked && groups.some((group) => group.id === asked) ? { groupId: asked, subgroupId: null } : null;
  }
  if (!matchesPath('/{id}/reports', path)) return null;
  const id = path.split('/')[1];
  const group = groups.find((each) => each.subgroups.some((subgroup) => subgroup.id === id));
  return group && id ? { groupId: group.id, subgroupId: id } : null;
}

/** The current place in the tree: by the address, else by the breadcrumb of the page. */
export function currentMenuPosition(
  groups: readonly MenuGroup[],
  path: string,
  search: string,
  trail: readonly Crumb[],
): MenuPosition | null {
  const here = getPosition(groups, path, search);
  if (here) return { ...here, exact: true };
  for (const { href } of [...trail].reverse()) {
    const [crumbPath = '', crumbSearch = ''] = href?.split('?') ?? [];
    const place = getPosition(groups, crumbPath, crumbSearch);
    if (place) return { ...place, exact: false };
  }
  return null;
}
