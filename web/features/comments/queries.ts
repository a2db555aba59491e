import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { type CallOutput, call } from '../../app/data/api.ts';

const shownThreads = 20;
const againMs = 60_000;

export type Page = CallOutput<'GET /api/auth/reports/{id}/comments'>;

/** The newest threads first; earlier ones by cursor. Polled every minute for other users' comments. */
export const commentsQuery = (reportId: string) =>
  infiniteQueryOptions({
    queryKey: ['comments', reportId],
    queryFn: ({ signal, pageParam }) =>
      call(
        'GET /api/auth/reports/{id}/comments',
        { id: reportId, size: shownThreads, ...(pageParam && { cursor: pageParam }) },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: (page: Page) => page.next ?? undefined,
    staleTime: againMs / 2,
    refetchInterval: againMs,
    retry: false,
  });

export const peopleQuery = (reportId: string, q: string) =>
  queryOptions({
    queryKey: ['comments', 'people', reportId, q],
    queryFn: ({ signal }) => call('GET /api/auth/reports/{id}/people', { id: reportId, q }, { signal }),
    staleTime: 60_000,
    retry: false,
  });

export const refreshComments = (client: QueryClient, reportId: string): Promise<void> =>
  client.invalidateQueries({ queryKey: ['comments', reportId] });
