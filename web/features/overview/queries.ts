import { queryOptions } from '@tanstack/react-query';
import { call } from '../../app/api.ts';

/** Asked anew at every look: a step is done by what was made on another page. */
export const overviewQuery = queryOptions({
  queryKey: ['overview'],
  queryFn: ({ signal }) => call('GET /api/auth/overview', {}, { signal }),
  staleTime: 0,
});
