import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { GroupRow } from '../../../domain/report-groups/contract.ts';
import { type CallOutput, call } from '../../app/data/api.ts';
import type { Kind } from './kind.ts';
import { groupKeys, type ListAnswer, type ListInput } from './loader.ts';

export type OneGroup = CallOutput<'GET /api/auth/{kind}/{id}'>;

/** One group with everything that a form or a deletion needs; always refetched, because its version decides what may be saved. */
export const oneQuery = (kind: Kind, id: string) =>
  queryOptions({
    queryKey: ['groups', kind, 'one', id],
    queryFn: ({ signal }) => call('GET /api/auth/{kind}/{id}', { kind, id }, { signal }),
    staleTime: 0,
    // Each opening starts from the stored version.
    gcTime: 0,
    refetchOnWindowFocus: false,
    retry: false,
  });

/** The group that the list of sub-groups is filtered by, and that a new one starts in. */
export const filterGroupQuery = (id: string) =>
  queryOptions({
    queryKey: ['groups', 'filter', id],
    queryFn: ({ signal }) => call('GET /api/auth/{kind}/{id}', { kind: 'groups', id }, { signal }),
    staleTime: 60_000,
    retry: false,
  });

export const historyQuery = (kind: Kind, id: string) =>
  queryOptions({
    queryKey: ['groups', kind, 'history', id],
    queryFn: ({ signal }) => call('GET /api/auth/{kind}/{id}/history', { kind, id }, { signal }),
    staleTime: 0,
  });

const maxOptions = 50;

/** Groups to choose from, by the beginnings of their words. */
export const optionsQuery = (search: string) =>
  queryOptions({
    queryKey: ['groups', 'options', search],
    queryFn: ({ signal }) => call('GET /api/auth/{kind}', { kind: 'groups', size: maxOptions, ...(search ? { search } : {}) }, { signal }),
    placeholderData: keepPreviousData,
  });

export const viewersQuery = (q: string) =>
  queryOptions({
    queryKey: ['groups', 'viewers', q],
    queryFn: ({ signal }) => call('GET /api/auth/viewers', { q }, { signal }),
    placeholderData: keepPreviousData,
  });

/** The menu, home and lists also show groups, so they are refetched too. */
export function refreshGroups(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: groupKeys.all });
  void client.invalidateQueries({ queryKey: ['reports'] });
}

const pageOfAll = 100;

/** Every row of a filter, fetched page by page, for "select all". */
export async function everyRow(kind: Kind, input: ListInput): Promise<GroupRow[]> {
  const rows: GroupRow[] = [];
  let cursor: string | undefined;
  do {
    const { page: _, ...rest } = input;
    const answer = await call('GET /api/auth/{kind}', { kind, ...rest, size: pageOfAll, ...(cursor ? { cursor } : {}) });
    rows.push(...answer.items);
    cursor = answer.next ?? undefined;
  } while (cursor);
  return rows;
}

/** All rows of this list that are in the cache. */
export function knownRows(client: QueryClient, kind: Kind): Map<string, GroupRow> {
  const known = new Map<string, GroupRow>();
  for (const [, data] of client.getQueriesData<ListAnswer>({ queryKey: groupKeys.lists(kind) })) {
    for (const row of data?.items ?? []) known.set(row.id, row);
  }
  return known;
}
