import { keepPreviousData, type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import type { ManagedRow } from '../../../domain/report-management/contract.ts';
import { call } from '../../app/data/api.ts';
import { type ListAnswer, type ListInput, managedKeys, placesQuery } from './loader.ts';

const minute = 60_000;

/** The groups a report can be in, and whether reports may be added; undefined until they are read. */
export function usePlaces() {
  // No suspense: lists, fields and dialogs do not wait for the names of the groups.
  const { data } = useQuery(placesQuery);
  return data;
}

const ownersQuery = (q: string) =>
  queryOptions({
    queryKey: ['management', 'owners', q],
    queryFn: ({ signal }) => call('GET /api/auth/management/owners', { q }, { signal }),
    placeholderData: keepPreviousData,
  });

/** The people that can own a report, as suggestions for what is typed; undefined until the first are read. */
export function useOwners(typed: string) {
  // No suspense: suggestions for what is typed.
  const { data } = useQuery(ownersQuery(typed));
  return data?.people;
}

export const workspacesQuery = (id: string, search: string, page: number) =>
  queryOptions({
    queryKey: ['service', 'browse', id, search, page],
    queryFn: ({ signal }) =>
      call('GET /api/auth/service-accounts/{id}/workspaces', { id, page, ...(search ? { search } : {}) }, { signal }),
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

/** Every row of a filter, fetched page by page: for "select all". */
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
