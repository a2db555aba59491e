import { queryOptions } from '@tanstack/react-query';
import { type CallInput, call } from '../../app/data/api.ts';
import type { PageLoader } from '../../app/routes/page-loader.ts';

/** The polling interval while an import runs. */
export const lookMs = 1_000;
export const pastSize = 10;
const staleTime = 5_000;

export const importKeys = {
  all: ['user-imports'] as const,
  one: (id: string) => ['user-imports', 'one', id] as const,
  rows: (id: string) => ['user-imports', 'rows', id] as const,
};

export const importQuery = (id: string) =>
  queryOptions({
    queryKey: importKeys.one(id),
    queryFn: ({ signal }) => call('GET /api/auth/user-imports/{id}', { id }, { signal }),
    staleTime,
    retry: false,
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? lookMs : false),
  });

export const pastQuery = (input: CallInput<'GET /api/auth/user-imports'>) =>
  queryOptions({
    queryKey: ['user-imports', 'past', input],
    queryFn: ({ signal }) => call('GET /api/auth/user-imports', input, { signal }),
    staleTime,
    refetchInterval: ({ state }) => (state.data?.items.some((item) => item.state === 'running') ? lookMs * 3 : false),
  });

export const unitsQuery = queryOptions({
  queryKey: ['user-imports', 'units'],
  queryFn: ({ signal }) => call('GET /api/auth/user-imports/units', {}, { signal }),
  staleTime: 60_000,
});

/** The import of the address, and what its first step shows. */
export const loadUserImport: PageLoader = ({ client, values: { id, import: step } }) => [
  ...(id ? [client.ensureQueryData(importQuery(id))] : []),
  ...(id && step !== '1' ? [] : [client.ensureQueryData(unitsQuery), client.ensureQueryData(pastQuery({ page: 1, size: pastSize }))]),
];
