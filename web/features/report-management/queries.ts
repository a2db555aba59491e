import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { type CallInput, type CallOutput, call } from '../../app/api.ts';

const minute = 60_000;

export type ListInput = CallInput<'GET /api/auth/management/reports'>;
export type ListAnswer = CallOutput<'GET /api/auth/management/reports'>;

export const managedKeys = {
  all: ['management'] as const,
  lists: ['management', 'list'] as const,
  list: (input: ListInput) => ['management', 'list', input] as const,
  one: (id: string) => ['management', 'one', id] as const,
};

export const listQuery = (input: ListInput) =>
  queryOptions({
    queryKey: managedKeys.list(input),
    queryFn: ({ signal }) => call('GET /api/auth/management/reports', input, { signal }),
    placeholderData: keepPreviousData,
    staleTime: minute / 2,
  });

export const oneQuery = (id: string) =>
  queryOptions({
    queryKey: managedKeys.one(id),
    queryFn: ({ signal }) => call('GET /api/auth/management/reports/{id}', { id }, { signal }),
    staleTime: minute / 2,
    retry: false,
  });

/** After a change of reports: what is managed, what is viewed, and the menu. */
export function refreshReports(client: QueryClient): void {
  for (const key of ['management', 'reports', 'groups', 'menu', 'dashboard']) void client.invalidateQueries({ queryKey: [key] });
}
