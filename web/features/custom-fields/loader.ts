import { queryOptions } from '@tanstack/react-query';
import { call } from '../../app/data/api.ts';
import type { PageLoader } from '../../app/routes/page-loader.ts';

export const fieldKeys = { all: ['custom-fields'] as const, list: ['custom-fields', 'list'] as const };

export const listQuery = queryOptions({
  queryKey: fieldKeys.list,
  queryFn: ({ signal }) => call('GET /api/auth/custom-fields', {}, { signal }),
  staleTime: 10_000,
});

export const loadCustomFields: PageLoader = ({ client }) => [client.ensureQueryData(listQuery)];
