import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../../app/data/api.ts';

export const viewsQuery = (reportId: string) =>
  queryOptions({
    queryKey: ['views', 'of', reportId],
    queryFn: ({ signal }) => call('GET /api/auth/reports/{id}/views', { id: reportId }, { signal }),
    staleTime: 30_000,
    retry: false,
  });

export const receiversQuery = (reportId: string, q: string) =>
  queryOptions({
    queryKey: ['views', 'receivers', reportId, q],
    queryFn: ({ signal }) => call('GET /api/auth/reports/{id}/receivers', { id: reportId, q }, { signal }),
    staleTime: 60_000,
    retry: false,
  });

/** After a change of views: refreshes the lists, open views, and the report's initial state. */
export function refreshViews(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: ['views'] });
  void client.invalidateQueries({ queryKey: ['reports', 'one'] });
}
