import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { type CallOutput, call } from '../../app/data/api.ts';
import { type ListAnswer, usersKey } from './loader.ts';

export type UserRow = ListAnswer['items'][number];
export type OneUser = CallOutput<'GET /api/auth/users/{id}'>;

export const historyQuery = (id: string, page: number, by?: string) =>
  queryOptions({
    queryKey: [...usersKey, 'history', id, page, by],
    queryFn: ({ signal }) => call('GET /api/auth/users/{id}/history', { id, page, ...(by ? { by } : {}) }, { signal }),
    staleTime: 0,
  });

export const refreshUsers = (client: QueryClient) => client.invalidateQueries({ queryKey: usersKey });

/** All rows of the lists that are in the cache, by id. */
export function knownRows(client: QueryClient): Map<string, UserRow> {
  const lists = client.getQueriesData<ListAnswer>({ queryKey: [...usersKey, 'list'] });
  return new Map(lists.flatMap(([, list]) => (list?.items ?? []).map((row) => [row.id, row] as const)));
}
