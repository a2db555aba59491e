import { queryOptions } from '@tanstack/react-query';
import { call } from '../../app/data/api.ts';

export const companiesQuery = queryOptions({
  queryKey: ['companies'],
  queryFn: ({ signal }) => call('GET /api/auth/companies', {}, { signal }),
  staleTime: 60_000,
});
