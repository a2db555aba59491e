import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../../app/data/api.ts';

const pollMs = 2_500;
const shownExports = 20;

/** This user's exports; polled while one is running. */
export const exportsQuery = (cursor: string | null) =>
  queryOptions({
    queryKey: ['exports', cursor],
    queryFn: ({ signal }) => call('GET /api/auth/exports', { size: shownExports, ...(cursor && { cursor }) }, { signal }),
    staleTime: 1_000,
    refetchInterval: (query) => ((query.state.data?.active ?? 0) > 0 ? pollMs : false),
  });

export const refreshExports = (client: QueryClient): Promise<void> => client.invalidateQueries({ queryKey: ['exports'] });
