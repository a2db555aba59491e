import { queryOptions } from '@tanstack/react-query';
import { call } from '../../app/data/api.ts';
import type { PageLoader } from '../../app/routes/page-loader.ts';

export const relationsQuery = queryOptions({
  queryKey: ['partner', 'access'],
  queryFn: ({ signal }) => call('GET /api/auth/partner/access', {}, { signal }),
});

export const loadPartnerAccess: PageLoader = ({ client }) => [client.ensureQueryData(relationsQuery)];
