import { queryOptions } from '@tanstack/react-query';
import { type CallOutput, call } from '../../app/data/api.ts';

export type OwnProfile = CallOutput<'GET /api/auth/account/profile'>;

export const ownProfileQuery = queryOptions({
  queryKey: ['account', 'profile'],
  queryFn: ({ signal }) => call('GET /api/auth/account/profile', {}, { signal }),
  staleTime: 0,
});
