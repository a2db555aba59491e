import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { type CallInput, type CallOutput, call } from '../../app/data/api.ts';

export type ListInput = CallInput<'GET /api/auth/saml/all'>;
export type OneSaml = CallOutput<'GET /api/auth/saml/{id}'>;
export type TestResult = CallOutput<'POST /api/auth/saml/test/result'>;

export const appsQuery = (input: ListInput) =>
  queryOptions({
    queryKey: ['saml', 'list', input],
    queryFn: ({ signal }) => call('GET /api/auth/saml/all', input, { signal }),
    placeholderData: keepPreviousData,
  });

/** One app; always refetched, because its version decides what may be saved. */
export const appQuery = (id: string) =>
  queryOptions({
    queryKey: ['saml', 'one', id],
    queryFn: ({ signal }) => call('GET /api/auth/saml/{id}', { id }, { signal }),
    staleTime: 0,
    refetchOnWindowFocus: false,
    retry: false,
  });

export const historyQuery = (id: string) =>
  queryOptions({
    queryKey: ['saml', 'history', id],
    queryFn: ({ signal }) => call('GET /api/auth/saml/{id}/history', { id }, { signal }),
    staleTime: 0,
  });

export const companiesQuery = queryOptions({
  queryKey: ['saml', 'companies'],
  queryFn: ({ signal }) => call('GET /api/auth/saml/companies/used', {}, { signal }),
});

/** The user groups that a rule may name. */
export const groupsQuery = queryOptions({
  queryKey: ['saml', 'groups'],
  queryFn: ({ signal }) => call('GET /api/auth/user-groups', { size: 100, sort: 'name' }, { signal }),
});

/** A test result can be read once, so it is cached for the lifetime of the page. */
export const testQuery = (ticket: string) =>
  queryOptions({
    queryKey: ['saml', 'test', ticket],
    queryFn: () => call('POST /api/auth/saml/test/result', { ticket }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    retry: false,
  });

export function refreshSaml(client: QueryClient): void {
  for (const part of ['list', 'one', 'history', 'companies']) void client.invalidateQueries({ queryKey: ['saml', part] });
}
