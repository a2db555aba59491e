import { infiniteQueryOptions, type QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query';
import { type CallInput, type CallOutput, call } from '../../app/data/api.ts';
import { importKeys, lookMs } from './loader.ts';

export type UserImport = CallOutput<'GET /api/auth/user-imports/{id}'>;
export type RowsInput = CallInput<'GET /api/auth/user-imports/{id}/rows'>;
export type RowsAnswer = CallOutput<'GET /api/auth/user-imports/{id}/rows'>;
export type ShownRow = RowsAnswer['items'][number];
export type EndedImport = CallOutput<'GET /api/auth/user-imports'>['items'][number];

/** The rows of a running import are polled; under another key, so that its end reads them once more. */
export const rowsQuery = (input: RowsInput, running: boolean) =>
  queryOptions({
    queryKey: [...importKeys.rows(input.id), running, input],
    queryFn: ({ signal }) => call('GET /api/auth/user-imports/{id}/rows', input, { signal }),
    staleTime: 0,
    refetchInterval: running ? lookMs : false,
  });

export const peopleQuery = (unit: string, search: string) =>
  infiniteQueryOptions({
    queryKey: ['user-imports', 'people', unit, search],
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/auth/user-imports/units/{unit}/people', { unit, search, ...(pageParam ? { cursor: pageParam } : {}) }, { signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
  });

/**
 * Refreshes the import, its rows and the list of imports after a change; also the users, where some were created. `gone` was removed or
 * replaced, and is not asked for again while its page is being left. It resolves when what is shown has been read.
 */
export async function refreshImport(client: QueryClient, gone?: string): Promise<void> {
  const predicate = ({ queryKey }: { queryKey: QueryKey }) => gone === undefined || !queryKey.includes(gone);
  await Promise.all([importKeys.all, ['users'], ['user-groups']].map((queryKey) => client.invalidateQueries({ queryKey, predicate })));
}
