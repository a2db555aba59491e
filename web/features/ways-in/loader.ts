import { queryOptions } from '@tanstack/react-query';
import { call } from '../../app/data/api.ts';
import type { PageLoader } from '../../app/routes/page-loader.ts';

export const waysQuery = queryOptions({
  queryKey: ['ways-in'],
  queryFn: ({ signal }) => call('GET /api/auth/ways', {}, { signal }),
});

export const loadWays: PageLoader = ({ client }) => [client.ensureQueryData(waysQuery)];
