import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { type CallInput, call } from '../../app/data/api.ts';
import { configQuery, dashboardQuery } from '../../app/data/queries.ts';

export const noticesKey = ['notices'] as const;

/** What the user sees after sign-in: in the inbox, and in the dialog of what must be acknowledged. */
export const ownNoticesQuery = queryOptions({
  queryKey: [...noticesKey, 'own'],
  queryFn: ({ signal }) => call('GET /api/auth/own-notices', {}, { signal }),
  staleTime: 5_000,
});

/** One notice; always refetched, because its version decides what may be saved. */
export const noticeQuery = (id: string) =>
  queryOptions({
    queryKey: [...noticesKey, 'one', id],
    queryFn: ({ signal }) => call('GET /api/auth/notices/{id}', { id }, { signal }),
    staleTime: 0,
    // Each opening starts from the stored version.
    gcTime: 0,
    refetchOnWindowFocus: false,
    retry: false,
  });

export const readersQuery = (input: CallInput<'GET /api/auth/notices/{id}/readers'>) =>
  queryOptions({
    queryKey: [...noticesKey, 'readers', input],
    queryFn: ({ signal }) => call('GET /api/auth/notices/{id}/readers', input, { signal }),
  });

/** User groups by the beginning of their name, for the audience. */
export const groupsQuery = (search: string) =>
  queryOptions({
    queryKey: [...noticesKey, 'groups', search],
    queryFn: async ({ signal }) => {
      const { items } = await call('GET /api/auth/user-groups', { size: 50, ...(search ? { search } : {}) }, { signal });
      return items.map(({ id, name }) => ({ id, name }));
    },
    placeholderData: keepPreviousData,
  });

/** Home, the inbox and the news of the minute show notices too. */
export function refreshNotices(client: QueryClient): void {
  for (const queryKey of [noticesKey, dashboardQuery.queryKey, configQuery().queryKey, ['notifications', 'count']])
    void client.invalidateQueries({ queryKey });
}
