import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { type CallOutput, call } from '../../app/data/api.ts';
import { customersKey } from './loader.ts';

export type OneCustomer = CallOutput<'GET /api/auth/parties/{id}'>;

/** One client; always refetched, because its version decides what may be saved. */
export const customerQuery = (id: string) =>
  queryOptions({
    queryKey: [...customersKey, 'one', id],
    queryFn: ({ signal }) => call('GET /api/auth/parties/{id}', { id }, { signal }),
    staleTime: 0,
    // Each opening starts from the stored version.
    gcTime: 0,
    refetchOnWindowFocus: false,
    retry: false,
  });

export const customerHistoryQuery = (id: string) =>
  queryOptions({
    queryKey: [...customersKey, 'history', id],
    queryFn: ({ signal }) => call('GET /api/auth/parties/{id}/history', { id }, { signal }),
    staleTime: 0,
  });

/** Clients are also shown in the lists of units. */
export function refreshCustomers(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: customersKey });
  void client.invalidateQueries({ queryKey: ['tenants'] });
}
