import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { type CallInput, type CallOutput, call } from '../../app/data/api.ts';

export type UnitsInput = CallInput<'GET /api/auth/units'>;
export type PartnersInput = CallInput<'GET /api/auth/partners'>;
export type OneUnit = CallOutput<'GET /api/auth/units/{id}'>;

export const unitsQuery = (input: UnitsInput) =>
  queryOptions({
    queryKey: ['tenants', 'units', input],
    queryFn: ({ signal }) => call('GET /api/auth/units', input, { signal }),
    placeholderData: keepPreviousData,
  });

export const partnersQuery = (input: PartnersInput) =>
  queryOptions({
    queryKey: ['tenants', 'partners', input],
    queryFn: ({ signal }) => call('GET /api/auth/partners', input, { signal }),
    placeholderData: keepPreviousData,
  });

/** One unit or partner; always refetched, because its version decides what may be saved. */
export const unitQuery = (id: string) =>
  queryOptions({
    queryKey: ['tenants', 'one', id],
    queryFn: ({ signal }) => call('GET /api/auth/units/{id}', { id }, { signal }),
    staleTime: 0,
    refetchOnWindowFocus: false,
    retry: false,
  });

export const unitHistoryQuery = (id: string) =>
  queryOptions({
    queryKey: ['tenants', 'history', id],
    queryFn: ({ signal }) => call('GET /api/auth/units/{id}/history', { id }, { signal }),
    staleTime: 0,
  });

export const choicesQuery = queryOptions({
  queryKey: ['tenants', 'choices'],
  queryFn: ({ signal }) => call('GET /api/auth/units/choices', {}, { signal }),
  staleTime: 0,
});

export const subdomainQuery = (name: string) =>
  queryOptions({
    queryKey: ['tenants', 'subdomain', name],
    queryFn: ({ signal }) => call('GET /api/auth/subdomains/check', { name }, { signal }),
    staleTime: 5_000,
    retry: false,
  });

/** Clients also show their units. */
export function refreshTenants(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: ['tenants'] });
  void client.invalidateQueries({ queryKey: ['parties'] });
}
