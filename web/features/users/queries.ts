import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { type CallInput, type CallOutput, call } from '../../app/data/api.ts';

export type ListInput = CallInput<'GET /api/auth/users'>;
export type ListAnswer = CallOutput<'GET /api/auth/users'>;
export type UserRow = ListAnswer['items'][number];
export type OneUser = CallOutput<'GET /api/auth/users/{id}'>;
/** The list's filters, shared by export and bulk actions. */
export type Filter = Omit<ListInput, 'page' | 'size' | 'cursor' | 'sort'>;

const all = ['users'] as const;
export const userKeys = { all, one: (id: string) => ['users', 'one', id] as const };

export const listQuery = (input: ListInput) =>
  queryOptions({
    queryKey: ['users', 'list', input],
    queryFn: ({ signal }) => call('GET /api/auth/users', input, { signal }),
    placeholderData: keepPreviousData,
  });

export const choicesQuery = queryOptions({
  queryKey: ['users', 'choices'],
  queryFn: ({ signal }) => call('GET /api/auth/users/choices', {}, { signal }),
  staleTime: 60_000,
});

export const oneQuery = (id: string) =>
  queryOptions({
    queryKey: userKeys.one(id),
    queryFn: ({ signal }) => call('GET /api/auth/users/{id}', { id }, { signal }),
    staleTime: 10_000,
    retry: false,
  });

export const historyQuery = (id: string, page: number, by?: string) =>
  queryOptions({
    queryKey: ['users', 'history', id, page, by],
    queryFn: ({ signal }) => call('GET /api/auth/users/{id}/history', { id, page, ...(by ? { by } : {}) }, { signal }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });

export const refreshUsers = (client: QueryClient) => client.invalidateQueries({ queryKey: all });

/** All rows of the lists that are in the cache, by id. */
export function knownRows(client: QueryClient): Map<string, UserRow> {
  const lists = client.getQueriesData<ListAnswer>({ queryKey: ['users', 'list'] });
  return new Map(lists.flatMap(([, list]) => (list?.items ?? []).map((row) => [row.id, row] as const)));
}
