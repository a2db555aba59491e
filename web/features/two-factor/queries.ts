import { queryOptions } from '@tanstack/react-query';
import { call } from '../../app/api.ts';

export const ownFactorsQuery = queryOptions({
  queryKey: ['account', 'factors'],
  queryFn: ({ signal }) => call('GET /api/auth/account/factors', {}, { signal }),
  staleTime: 0,
  refetchOnWindowFocus: false,
});

/** By what the account can be proved here; a challenge in it counts once, so it is never kept. */
export const proofOptionsQuery = queryOptions({
  queryKey: ['account', 'proof'],
  queryFn: ({ signal }) => call('POST /api/auth/account/proof/options', {}, { signal }),
  staleTime: 0,
  gcTime: 0,
  refetchOnWindowFocus: false,
});

/** A key for one opening of the dialog: another opening gets another. */
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
