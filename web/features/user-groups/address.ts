import { type UserGroupView, userGroupSorts, userGroupViews } from '../../../domain/user-groups/limits.ts';
import { useListAddress } from '../../app/address/list-address.ts';
import type { ListInput } from './queries.ts';

export const basePath = '/group_users';
export const tabs = ['data', 'members', 'reports', 'history'] as const;
export type Tab = (typeof tabs)[number];
export const tabOf = (value: string | undefined): Tab => tabs.find((tab) => tab === value) ?? 'data';

/** The page's state, read from its address. */
export function useUserGroupsAddress() {
  const list = useListAddress({ sorts: userGroupSorts, filters: ['view'] });
  const view: UserGroupView = userGroupViews.find((each) => each === list.values.view) ?? 'all';
  const input: ListInput = {
    page: list.page,
    size: list.size,
    view,
    ...(list.search ? { search: list.search } : {}),
    ...(list.order ? { sort: list.order } : {}),
  };
  return { list, view, input };
}
export type UserGroupsAddress = ReturnType<typeof useUserGroupsAddress>;
