import { queryOptions } from '@tanstack/react-query';
import type { OwnAccount } from '../../../domain/accounts/contract.ts';
import { call } from '../../app/data/api.ts';

export type { OwnAccount };

/** Fetched at every opening, because other sessions come and go. */
export const ownAccountQuery = queryOptions({
  queryKey: ['account'],
  queryFn: ({ signal }) => call('GET /api/auth/account', {}, { signal }),
  staleTime: 0,
  refetchOnWindowFocus: false,
});
