import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { type CallInput, type CallOutput, call } from '../../app/data/api.ts';

export type AccountsInput = CallInput<'GET /api/auth/service-accounts'>;
export type WorkspacesInput = CallInput<'GET /api/auth/workspaces'>;
export type OneAccount = CallOutput<'GET /api/auth/service-accounts/{id}'>;
export type Found = CallOutput<'GET /api/auth/service-accounts/{id}/workspaces'>['items'][number];

export const accountsQuery = (input: AccountsInput) =>
  queryOptions({
    queryKey: ['service', 'accounts', 'list', input],
    queryFn: ({ signal }) => call('GET /api/auth/service-accounts', input, { signal }),
    placeholderData: keepPreviousData,
  });

/** Always refetched, because its version decides what may be saved. */
export const accountQuery = (id: string) =>
  queryOptions({
    queryKey: ['service', 'accounts', 'one', id],
    queryFn: ({ signal }) => call('GET /api/auth/service-accounts/{id}', { id }, { signal }),
    staleTime: 0,
    refetchOnWindowFocus: false,
    retry: false,
  });

export const pickerQuery = () =>
  queryOptions({
    queryKey: ['service', 'accounts', 'picker'],
    queryFn: ({ signal }) => call('GET /api/auth/service-accounts/picker', {}, { signal }),
  });

export const profilesQuery = (id: string) =>
  queryOptions({
    queryKey: ['service', 'profiles', id],
    queryFn: ({ signal }) => call('GET /api/auth/service-accounts/{id}/profiles', { id }, { signal }),
    staleTime: 0,
    refetchOnWindowFocus: false,
    retry: false,
  });

export const workspacesQuery = (input: WorkspacesInput) =>
  queryOptions({
    queryKey: ['service', 'workspaces', 'list', input],
    queryFn: ({ signal }) => call('GET /api/auth/workspaces', input, { signal }),
    placeholderData: keepPreviousData,
  });

export const browseQuery = (input: { id: string; search: string; page: number; all: boolean }) =>
  queryOptions({
    queryKey: ['service', 'browse', input],
    queryFn: ({ signal }) =>
      call(
        'GET /api/auth/service-accounts/{id}/workspaces',
        { id: input.id, page: input.page, ...(input.search && { search: input.search }), ...(input.all && { all: '1' as const }) },
        { signal },
      ),
    refetchOnWindowFocus: false,
    retry: false,
  });

/** Comes from the service and Azure: cached for a while, and refetched on request. */
export const resourcesQuery = () =>
  queryOptions({
    queryKey: ['service', 'resources'],
    queryFn: ({ signal }) => call('GET /api/auth/resources', {}, { signal }),
    staleTime: 60_000,
    refetchOnWindowFocus: false,
    retry: false,
  });

export function refreshBiAccounts(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: ['service'] });
}
