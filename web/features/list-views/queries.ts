import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { type CallOutput, call } from '../../app/data/api.ts';

export type ListViewsAnswer = CallOutput<'GET /api/auth/list-views'>;
export type SavedView = ListViewsAnswer['items'][number];
export type WireColumns = ListViewsAnswer['columns'];

export const listViewsQuery = (list: string) =>
  queryOptions({
    queryKey: ['list-views', list],
    queryFn: ({ signal }) => call('GET /api/auth/list-views', { list }, { signal }),
    staleTime: 5 * 60_000,
  });

export const refreshListViews = (client: QueryClient, list: string) => client.invalidateQueries({ queryKey: ['list-views', list] });
