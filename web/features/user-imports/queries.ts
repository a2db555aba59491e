import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { type CallInput, type CallOutput, call } from '../../app/data/api.ts';

export type UserImport = CallOutput<'GET /api/auth/user-imports/{id}'>;
export type RowsInput = CallInput<'GET /api/auth/user-imports/{id}/rows'>;
export type RowsAnswer = CallOutput<'GET /api/auth/user-imports/{id}/rows'>;
export type ShownRow = RowsAnswer['items'][number];
export type EndedImport = CallOutput<'GET /api/auth/user-imports'>['items'][number];

/** The polling interval while it runs. */
const lookMs = 1_000;

export const importKeys = {
  all: ['user-imports'] as const,
  one: (id: string) => ['user-imports', 'one', id] as const,
  rows: (id: string) => ['user-imports', 'rows', id] as const,
};

export const importQuery = (id: string) =>
  queryOptions({
    queryKey: importKeys.one(id),
    queryFn: ({ signal }) => call('GET /api/auth/user-imports/{id}', { id }, { signal }),
    staleTime: 0,
    retry: false,
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? lookMs : false),
  });

export const rowsQuery = (input: RowsInput, running = false) =>
  queryOptions({
    queryKey: [...importKeys.rows(input.id), input],
    queryFn: ({ signal }) => call('GET /api/auth/user-imports/{id}/rows', input, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: running ? lookMs : false,
  });

export const pastQuery = (page: number, size: number) =>
  queryOptions({
    queryKey: ['user-imports', 'past', page, size],
    queryFn: ({ signal }) => call('GET /api/auth/user-imports', { page, size }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.items.some((item) => item.state === 'running') ? lookMs * 3 : false),
  });

export const unitsQuery = queryOptions({
  queryKey: ['user-imports', 'units'],
  queryFn: ({ signal }) => call('GET /api/auth/user-imports/units', {}, { signal }),
  staleTime: 60_000,
});

/** Refreshes the import, its rows and the list of imports after a change; also the users, where some were created. */
export function refreshImport(client: QueryClient): void {
  for (const queryKey of [importKeys.all, ['users'], ['user-groups']]) void client.invalidateQueries({ queryKey });
}
