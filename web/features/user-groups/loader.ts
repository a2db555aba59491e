import { queryOptions } from '@tanstack/react-query';
import { type UserGroupView, userGroupSorts, userGroupViews } from '../../../domain/user-groups/limits.ts';
import { inputOfList, type ListRead, readList } from '../../app/address/list-address.ts';
import { type CallInput, call } from '../../app/data/api.ts';
import type { PageLoader } from '../../app/routes/page-loader.ts';

export const userGroupsKey = ['user-groups'] as const;
export const listOptions = { sorts: userGroupSorts, filters: ['view'] };

export function toInput(list: ListRead<(typeof userGroupSorts)[number]>) {
  const view: UserGroupView = userGroupViews.find((each) => each === list.values.view) ?? 'all';
  return { ...inputOfList(list), view };
}

export const listQuery = (input: CallInput<'GET /api/auth/user-groups'>) =>
  queryOptions({
    queryKey: [...userGroupsKey, 'list', input],
    queryFn: ({ signal }) => call('GET /api/auth/user-groups', input, { signal }),
  });

export const loadUserGroups: PageLoader = ({ client, values }) => [
  client.ensureQueryData(listQuery(toInput(readList(values, listOptions)))),
];
