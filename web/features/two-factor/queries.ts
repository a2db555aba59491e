import { queryOptions } from '@tanstack/react-query';
import { call } from '../../app/data/api.ts';

export const ownFactorsQuery = queryOptions({
  queryKey: ['account', 'factors'],
  queryFn: ({ signal }) => call('GET /api/auth/account/factors', {}, { signal }),
  staleTime: 0,
  refetchOnWindowFocus: false,
});

/** The proofs possible here; contains a one-time challenge, so it is never cached. */
export const proofOptionsQuery = queryOptions({
  queryKey: ['account', 'proof'],
  queryFn: ({ signal }) => call('POST /api/auth/account/proof/options', {}, { signal }),
  staleTime: 0,
  gcTime: 0,
  refetchOnWindowFocus: false,
});

/** A new app's key for one opening of the dialog; each opening gets a new one. */
export const freshAppQuery = queryOptions({
  queryKey: ['account', 'factors', 'start'],
  queryFn: ({ signal }) => call('POST /api/auth/account/factors/start', {}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
  refetchOnWindowFocus: false,
});

export const userFactorsQuery = (id: string) =>
  queryOptions({
    queryKey: ['users', 'factors', id],
    queryFn: ({ signal }) => call('GET /api/auth/users/{id}/factors', { id }, { signal }),
  });
