import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { type CallInput, call } from '../../app/data/api.ts';

export type ListInput = CallInput<'GET /api/auth/playlists'>;
export type DeviceListInput = CallInput<'GET /api/auth/playlist_devices'>;
const shortMs = 15_000;

export const listQuery = (input: ListInput) =>
  queryOptions({
    queryKey: ['playlists', 'list', input],
    queryFn: ({ signal }) => call('GET /api/auth/playlists', input, { signal }),
    placeholderData: keepPreviousData,
  });

/** Displays send a heartbeat twice a minute; the list is polled every 90 seconds, so that an idle tab makes at most two calls a minute. */
export const devicesQuery = (input: DeviceListInput) =>
  queryOptions({
    queryKey: ['playlists', 'devices', input],
    queryFn: ({ signal }) => call('GET /api/auth/playlist_devices', input, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: shortMs * 6,
  });

export const oneQuery = (id: string) =>
  queryOptions({
    queryKey: ['playlists', 'one', id],
    queryFn: ({ signal }) => call('GET /api/auth/playlists/{id}', { id }, { signal }),
    staleTime: 0,
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
