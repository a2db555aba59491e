import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { type CallOutput, call } from '../../app/data/api.ts';
import { catalogsKey } from './loader.ts';

export type CatalogAnswer = CallOutput<'GET /api/auth/catalogs'>;
export type CatalogCard = CatalogAnswer['items'][number];
export type RequestRow = CallOutput<'GET /api/auth/catalog-requests'>['items'][number];
export type OneRequest = CallOutput<'GET /api/auth/catalog-requests/{id}'>;

/** One request; always refetched, because another approver may have decided it. */
export const requestQuery = (id: string) =>
  queryOptions({
    queryKey: [...catalogsKey, 'request', id],
    queryFn: ({ signal }) => call('GET /api/auth/catalog-requests/{id}', { id }, { signal }),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    retry: false,
  });

/** A decision also changes report lists, menus and the inbox. */
export function refreshCatalogs(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: catalogsKey });
  void client.invalidateQueries({ queryKey: ['reports'] });
  // The count of waiting requests in the menu.
  void client.invalidateQueries({ queryKey: ['config'] });
}
