import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../../app/data/api.ts';

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
