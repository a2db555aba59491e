import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { type CallInput, type CallOutput, call } from '../../app/data/api.ts';

export type ListInput = CallInput<'GET /api/auth/parties'>;
export type OneCustomer = CallOutput<'GET /api/auth/parties/{id}'>;

export const customersQuery = (input: ListInput) =>
  queryOptions({
    queryKey: ['parties', 'list', input],
    queryFn: ({ signal }) => call('GET /api/auth/parties', input, { signal }),
    placeholderData: keepPreviousData,
  });

/** One client; always refetched, because its version decides what may be saved. */
export const customerQuery = (id: string) =>
  queryOptions({
    queryKey: ['parties', 'one', id],
    queryFn: ({ signal }) => call('GET /api/auth/parties/{id}', { id }, { signal }),
    staleTime: 0,
    refetchOnWindowFocus: false,
    retry: false,
  });

export const customerHistoryQuery = (id: string) =>
  queryOptions({
    queryKey: ['parties', 'history', id],
    queryFn: ({ signal }) => call('GET /api/auth/parties/{id}/history', { id }, { signal }),
    staleTime: 0,
  });

/** Clients are also shown in the lists of units. */
export function refreshCustomers(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: ['parties'] });
  void client.invalidateQueries({ queryKey: ['tenants'] });
}
