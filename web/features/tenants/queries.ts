import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { type CallOutput, call } from '../../app/data/api.ts';
import { tenantsKey } from './loader.ts';

export type OneUnit = CallOutput<'GET /api/auth/units/{id}'>;

export const unitHistoryQuery = (id: string) =>
  queryOptions({
    queryKey: [...tenantsKey, 'history', id],
    queryFn: ({ signal }) => call('GET /api/auth/units/{id}/history', { id }, { signal }),
    staleTime: 0,
  });

export const subdomainQuery = (name: string) =>
  queryOptions({
    queryKey: [...tenantsKey, 'subdomain', name],
    queryFn: ({ signal }) => call('GET /api/auth/subdomains/check', { name }, { signal }),
    staleTime: 5_000,
    retry: false,
  });

/** Clients also show their units. */
export function refreshTenants(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: tenantsKey });
  void client.invalidateQueries({ queryKey: ['parties'] });
}
