import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type CallInput, call } from '../../app/data/api.ts';

/** Fetched at every opening, because sessions come and go elsewhere. */
export const sessionsQuery = queryOptions({
  queryKey: ['account', 'sessions'],
  queryFn: ({ signal }) => call('GET /api/auth/account/sessions', {}, { signal }).then(({ items }) => items),
  staleTime: 0,
});

export const ownSignInsQuery = infiniteQueryOptions({
  queryKey: ['account', 'sign-ins'],
  queryFn: ({ signal, pageParam }) => call('GET /api/auth/account/sign_ins', { page: pageParam }, { signal }),
  initialPageParam: 1,
  getNextPageParam: (last, pages) => (last.more ? pages.length + 1 : null),
  staleTime: 0,
});

export const signInLogQuery = (input: CallInput<'GET /api/auth/sign_ins'>) =>
  queryOptions({
    queryKey: ['records', 'sign-ins', input],
    queryFn: ({ signal }) => call('GET /api/auth/sign_ins', input, { signal }),
    placeholderData: keepPreviousData,
  });
