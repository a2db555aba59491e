import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { ManagedRow } from '../../../domain/report-management/contract.ts';
import { type CallInput, type CallOutput, call } from '../../app/data/api.ts';

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
  });

export const oneQuery = (id: string) =>
  queryOptions({
    queryKey: managedKeys.one(id),
    queryFn: ({ signal }) => call('GET /api/auth/management/reports/{id}', { id }, { signal }),
    staleTime: minute / 2,
    retry: false,
  });

export const historyQuery = (id: string) =>
  queryOptions({
    queryKey: ['management', 'history', id],
    queryFn: ({ signal }) => call('GET /api/auth/management/reports/{id}/history', { id }, { signal }),
    staleTime: 0,
  });

export const placesQuery = queryOptions({
  queryKey: ['management', 'places'],
  queryFn: ({ signal }) => call('GET /api/auth/management/places', {}, { signal }),
  staleTime: minute,
});

export const ownersQuery = (q: string) =>
  queryOptions({
    queryKey: ['management', 'owners', q],
    queryFn: ({ signal }) => call('GET /api/auth/management/owners', { q }, { signal }),
    placeholderData: keepPreviousData,
  });

export const uploadsQuery = queryOptions({
  queryKey: ['management', 'uploads'],
  queryFn: ({ signal }) => call('GET /api/auth/management/uploads', {}, { signal }),
  staleTime: 0,
});

/** The contents of the report service are refetched each time the wizard opens. */
export const accountsQuery = queryOptions({
  queryKey: ['service', 'picker'],
  queryFn: ({ signal }) => call('GET /api/auth/service-accounts/picker', {}, { signal }),
  staleTime: 0,
});

export const workspacesQuery = (id: string, search: string, page: number) =>
  queryOptions({
    queryKey: ['service', 'browse', id, search, page],
    queryFn: ({ signal }) =>
      call('GET /api/auth/service-accounts/{id}/workspaces', { id, page, ...(search ? { search } : {}) }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: minute / 2,
    retry: false,
  });

export const serviceReportsQuery = (id: string, workspace: string) =>
  queryOptions({
    queryKey: ['service', 'browse', id, 'reports', workspace],
    queryFn: ({ signal }) => call('GET /api/auth/service-accounts/{id}/workspaces/{workspace}/reports', { id, workspace }, { signal }),
    staleTime: 0,
    retry: false,
  });

/** After a change of reports: refreshes managed and viewed lists, the menu, home, and the publishing pages. */
export function refreshReports(client: QueryClient): void {
  for (const key of [['management'], ['reports'], ['groups'], ['service', 'browse']]) void client.invalidateQueries({ queryKey: key });
}

const pageOfAll = 100;

/** Every row of a filter, fetched page by page: for "select all" and for an order longer than a page. */
export async function everyRow(input: ListInput): Promise<ManagedRow[]> {
  const rows: ManagedRow[] = [];
  let cursor: string | undefined;
  do {
    const { page: _, ...rest } = input;
    const answer = await call('GET /api/auth/management/reports', { ...rest, size: pageOfAll, ...(cursor ? { cursor } : {}) });
    rows.push(...answer.items);
    cursor = answer.next ?? undefined;
  } while (cursor);
  return rows;
}

/** All rows of the list that are in the cache. */
export function knownRows(client: QueryClient): Map<string, ManagedRow> {
  const known = new Map<string, ManagedRow>();
  for (const [, data] of client.getQueriesData<ListAnswer>({ queryKey: managedKeys.lists })) {
    for (const row of data?.items ?? []) known.set(row.id, row);
  }
  return known;
}
