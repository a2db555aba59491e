import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../../app/data/api.ts';

const shortMs = 15_000;

export const oneQuery = (id: string) =>
  queryOptions({
    queryKey: ['playlists', 'one', id],
    queryFn: ({ signal }) => call('GET /api/auth/playlists/{id}', { id }, { signal }),
    staleTime: 0,
    // Each opening starts from the stored version.
    gcTime: 0,
    refetchOnWindowFocus: false,
    retry: false,
  });

export const reportsQuery = (q: string) =>
  queryOptions({
    queryKey: ['playlists', 'reports', q],
    queryFn: ({ signal }) => call('GET /api/auth/playlists/reports', { q }, { signal }),
    placeholderData: keepPreviousData,
  });

export const peopleQuery = (q: string) =>
  queryOptions({
    queryKey: ['playlists', 'people', q],
    queryFn: ({ signal }) => call('GET /api/auth/playlists/people', { q }, { signal }),
    placeholderData: keepPreviousData,
  });

export const viewsQuery = (reportId: string) =>
  queryOptions({
    queryKey: ['playlists', 'views', reportId],
    queryFn: ({ signal }) => call('GET /api/auth/reports/{id}/views', { id: reportId }, { signal }),
    staleTime: shortMs,
  });

export const refreshPlaylists = (client: QueryClient): void => void client.invalidateQueries({ queryKey: ['playlists'] });
