import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { type CallInput, type CallOutput, call } from '../../app/data/api.ts';

export type CatalogInput = CallInput<'GET /api/auth/catalogs'>;
export type CatalogCard = CallOutput<'GET /api/auth/catalogs'>['items'][number];
export type RequestsInput = CallInput<'GET /api/auth/catalog-requests'>;
export type RequestRow = CallOutput<'GET /api/auth/catalog-requests'>['items'][number];
export type OneRequest = CallOutput<'GET /api/auth/catalog-requests/{id}'>;

export const catalogQuery = (input: CatalogInput) =>
  queryOptions({
    queryKey: ['catalogs', 'list', input],
    queryFn: ({ signal }) => call('GET /api/auth/catalogs', input, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });

export const requestsQuery = (input: RequestsInput) =>
  queryOptions({
    queryKey: ['catalogs', 'requests', input],
    queryFn: ({ signal }) => call('GET /api/auth/catalog-requests', input, { signal }),
    placeholderData: keepPreviousData,
  });

/** One request; always refetched, because another approver may have decided it. */
export const requestQuery = (id: string) =>
  queryOptions({
    queryKey: ['catalogs', 'request', id],
    queryFn: ({ signal }) => call('GET /api/auth/catalog-requests/{id}', { id }, { signal }),
    staleTime: 0,
    refetchOnWindowFocus: false,
    retry: false,
  });

/** A decision also changes report lists, menus and the inbox. */
export function refreshCatalogs(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: ['catalogs'] });
  void client.invalidateQueries({ queryKey: ['reports'] });
}
