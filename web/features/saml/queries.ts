import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { type CallOutput, call } from '../../app/data/api.ts';
import { samlKey } from './loader.ts';

export type OneSaml = CallOutput<'GET /api/auth/saml/{id}'>;

/** One app; always refetched, because its version decides what may be saved. */
export const appQuery = (id: string) =>
  queryOptions({
    queryKey: [...samlKey, 'one', id],
    queryFn: ({ signal }) => call('GET /api/auth/saml/{id}', { id }, { signal }),
    staleTime: 0,
    // Each opening starts from the stored version.
    gcTime: 0,
    refetchOnWindowFocus: false,
    retry: false,
  });

export const historyQuery = (id: string) =>
  queryOptions({
    queryKey: [...samlKey, 'history', id],
    queryFn: ({ signal }) => call('GET /api/auth/saml/{id}/history', { id }, { signal }),
    staleTime: 0,
  });

/** The user groups that a rule may name. */
export const groupsQuery = queryOptions({
  queryKey: [...samlKey, 'groups'],
  queryFn: ({ signal }) => call('GET /api/auth/user-groups', { size: 100, sort: 'name' }, { signal }),
});

/** A test result can be read once, so it is cached for the lifetime of the page. */
export const testQuery = (ticket: string) =>
  queryOptions({
    queryKey: [...samlKey, 'test', ticket],
    queryFn: () => call('POST /api/auth/saml/test/result', { ticket }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    retry: false,
  });

export function refreshSaml(client: QueryClient): void {
  for (const part of ['list', 'one', 'history', 'companies']) void client.invalidateQueries({ queryKey: [...samlKey, part] });
}
