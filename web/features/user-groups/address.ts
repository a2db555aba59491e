import { useListAddress } from '../../app/address/list-address.ts';
import { listOptions, toInput } from './loader.ts';

export const basePath = '/group_users';
export const tabs = ['data', 'members', 'reports', 'history'] as const;
export type Tab = (typeof tabs)[number];
export const getTab = (value: string | undefined): Tab => tabs.find((tab) => tab === value) ?? 'data';

/** The page's state, read from its address. */
export function useUserGroupsAddress() {
  const list = useListAddress(listOptions);
  return { list, input: toInput(list) };
}
export type UserGroupsAddress = ReturnType<typeof useUserGroupsAddress>;
