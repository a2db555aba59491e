import { queryOptions } from '@tanstack/react-query';
import { call } from '../../app/data/api.ts';
import type { PageLoader } from '../../app/routes/page-loader.ts';

/** Refetched at almost every visit, because steps are completed on other pages. */
export const overviewQuery = queryOptions({
  queryKey: ['overview'],
  queryFn: ({ signal }) => call('GET /api/auth/overview', {}, { signal }),
  staleTime: 2_000,
});

export const loadOverview: PageLoader = ({ client }) => [client.ensureQueryData(overviewQuery)];
