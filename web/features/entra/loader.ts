import { queryOptions } from '@tanstack/react-query';
import { call } from '../../app/data/api.ts';
import type { PageLoader } from '../../app/routes/page-loader.ts';

const keptMs = 5_000;

/** Kept only until the page that asked for it shows it, because its version decides what may be saved. */
export const entraQuery = queryOptions({
  queryKey: ['entra'],
  queryFn: ({ signal }) => call('GET /api/auth/entra', {}, { signal }),
  staleTime: keptMs,
  gcTime: keptMs,
  refetchOnWindowFocus: false,
});

export const loadEntra: PageLoader = ({ client }) => [client.ensureQueryData(entraQuery)];
