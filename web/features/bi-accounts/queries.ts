import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { type CallOutput, call } from '../../app/data/api.ts';
import { biAccountsKey } from './loader.ts';

export type OneAccount = CallOutput<'GET /api/auth/service-accounts/{id}'>;
export type Found = CallOutput<'GET /api/auth/service-accounts/{id}/workspaces'>['items'][number];

/** Always refetched, because its version decides what may be saved. */
export const accountQuery = (id: string) =>
  queryOptions({
    queryKey: [...biAccountsKey, 'accounts', 'one', id],
    queryFn: ({ signal }) => call('GET /api/auth/service-accounts/{id}', { id }, { signal }),
    staleTime: 0,
    // Each opening starts from the stored version.
    gcTime: 0,
    refetchOnWindowFocus: false,
    retry: false,
  });

export const profilesQuery = (id: string) =>
  queryOptions({
    queryKey: [...biAccountsKey, 'profiles', id],
    queryFn: ({ signal }) => call('GET /api/auth/service-accounts/{id}/profiles', { id }, { signal }),
    staleTime: 0,
    refetchOnWindowFocus: false,
    retry: false,
  });

export const browseQuery = (input: { id: string; search: string; page: number; all: boolean }) =>
  queryOptions({
    queryKey: [...biAccountsKey, 'browse', input],
    queryFn: ({ signal }) =>
      call(
        'GET /api/auth/service-accounts/{id}/workspaces',
        { id: input.id, page: input.page, ...(input.search && { search: input.search }), ...(input.all && { all: '1' as const }) },
        { signal },
      ),
    refetchOnWindowFocus: false,
    retry: false,
  });

export function refreshBiAccounts(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: biAccountsKey });
}
