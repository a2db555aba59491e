import { queryOptions } from '@tanstack/react-query';
import { call } from '../../app/data/api.ts';

export const waysQuery = queryOptions({
  queryKey: ['ways-in'],
  queryFn: ({ signal }) => call('GET /api/auth/ways', {}, { signal }),
});
