import { queryOptions } from '@tanstack/react-query';
import { accountSorts, workspaceSorts } from '../../../domain/bi-accounts/limits.ts';
import { inputOfList, type ListRead, readList } from '../../app/address/list-address.ts';
import { type CallInput, call } from '../../app/data/api.ts';
import type { PageLoader } from '../../app/routes/page-loader.ts';

export const biAccountsKey = ['service'] as const;
export const accountViews = ['all', 'ending', 'failing', 'disabled'] as const;
export const accountOptions = { sorts: accountSorts, filters: ['view'] };
export const workspaceOptions = { sorts: workspaceSorts, filters: ['account'] };

export function accountsInput(list: ListRead<(typeof accountSorts)[number]>) {
  const view = accountViews.find((each) => each === list.values.view) ?? 'all';
  return { ...inputOfList(list), ...(view === 'all' ? {} : { view }) };
}

export function workspacesInput(list: ListRead<(typeof workspaceSorts)[number]>) {
  const { account = '' } = list.values;
  return { ...inputOfList(list), ...(/^[0-9a-f-]{36}$/.test(account) ? { account } : {}) };
}

export const accountsQuery = (input: CallInput<'GET /api/auth/service-accounts'>) =>
  queryOptions({
    queryKey: [...biAccountsKey, 'accounts', 'list', input],
    queryFn: ({ signal }) => call('GET /api/auth/service-accounts', input, { signal }),
  });

export const pickerQuery = queryOptions({
  queryKey: [...biAccountsKey, 'accounts', 'picker'],
  queryFn: ({ signal }) => call('GET /api/auth/service-accounts/picker', {}, { signal }),
});

export const workspacesQuery = (input: CallInput<'GET /api/auth/workspaces'>) =>
  queryOptions({
    queryKey: [...biAccountsKey, 'workspaces', 'list', input],
    queryFn: ({ signal }) => call('GET /api/auth/workspaces', input, { signal }),
  });

/** Comes from the service and Azure: cached for a while, and refetched on request. */
export const resourcesQuery = queryOptions({
  queryKey: [...biAccountsKey, 'resources'],
  queryFn: ({ signal }) => call('GET /api/auth/resources', {}, { signal }),
  staleTime: 60_000,
  refetchOnWindowFocus: false,
  retry: false,
});

export const loadAccounts: PageLoader = ({ client, values }) => [
  client.ensureQueryData(accountsQuery(accountsInput(readList(values, accountOptions)))),
];

export const loadWorkspaces: PageLoader = ({ client, values }) => [
  client.ensureQueryData(workspacesQuery(workspacesInput(readList(values, workspaceOptions)))),
  client.ensureQueryData(pickerQuery),
];

/**
 * The service and Azure may take seconds: they are asked early, but the list doesn't wait for their answer, and one capacity needs none.
 */
export const loadResources: PageLoader = ({ client, values }) => {
  if (!values.id) void client.prefetchQuery(resourcesQuery);
  return [];
};
