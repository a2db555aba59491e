import { matchesPath } from '../../../domain/access/screens.ts';
import type { MenuGroup } from '../../../domain/reports/contract.ts';
import type { Crumb } from '../breadcrumb.ts';

export const groupAddress = (id: string): string => `/reports?group=${id}`;
export const subgroupAddress = (id: string): string => `/${id}/reports`;

export type Place = {
  groupId: string;
  subgroupId: string | null /** The address is the place itself, not something within it. */;
  exact: boolean;
};

function placeOf(groups: readonly MenuGroup[], path: string, search: string): Omit<Place, 'exact'> | null {
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
export function currentPlace(groups: readonly MenuGroup[], path: string, search: string, trail: readonly Crumb[]): Place | null {
  const here = placeOf(groups, path, search);
  if (here) return { ...here, exact: true };
  for (const { href } of [...trail].reverse()) {
    const [crumbPath = '', crumbSearch = ''] = href?.split('?') ?? [];
    const place = placeOf(groups, crumbPath, crumbSearch);
    if (place) return { ...place, exact: false };
  }
  return null;
}
