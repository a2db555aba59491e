import { queryOptions } from '@tanstack/react-query';
import { call } from '../../app/data/api.ts';

/** Always refetched, because steps are completed on other pages. */
export const overviewQuery = queryOptions({
  queryKey: ['overview'],
  queryFn: ({ signal }) => call('GET /api/auth/overview', {}, { signal }),
  staleTime: 0,
});
