import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { type CallOutput, call } from '../../app/data/api.ts';
import { remoteKey } from './loader.ts';

export type RemoteRow = CallOutput<'GET /api/auth/remote/requests'>['items'][number];
export type OneRemote = CallOutput<'GET /api/auth/remote/requests/{id}'>;
export type Waiting = CallOutput<'GET /api/auth/remote/wait/{token}'>;
export type RemoteStatus = CallOutput<'GET /api/auth/remote/live'>;
export type Consent = CallOutput<'GET /api/auth/remote/consent'>;

const seldomMs = 60_000;
const waitMs = 1_500;

/**
 * The heartbeat: the server sets the interval. A hidden tab does not poll and catches up when it becomes visible. Where the
 * one-minute poll reports open requests (`hasBeat`), this query stays idle until then.
 */
export const remoteStatusQuery = (hasBeat: boolean) =>
  queryOptions({
    queryKey: [...remoteKey, 'live'],
    queryFn: ({ signal }) => call('GET /api/auth/remote/live', {}, { signal }),
    staleTime: 0,
    retry: false,
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state }) => {
      const every = state.data?.every ?? seldomMs;
      if (hasBeat && every >= seldomMs) return false;
      // Backs off when the error lasts.
      if (state.error) return Date.now() - state.dataUpdatedAt < seldomMs ? seldomMs / 6 : seldomMs;
      return every;
    },
  });

export const over: readonly Waiting['state'][] = ['refused', 'expired', 'cancelled', 'ended'];
export const waitQuery = (token: string) =>
  queryOptions({
    queryKey: [...remoteKey, 'wait', token],
    queryFn: ({ signal }) => call('GET /api/auth/remote/wait/{token}', { token }, { signal }),
    staleTime: 0,
    retry: false,
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state }) => (state.data && over.includes(state.data.state) ? false : waitMs),
    refetchIntervalInBackground: true,
  });

export const remoteQuery = (id: string) =>
  queryOptions({
    queryKey: [...remoteKey, 'one', id],
    queryFn: ({ signal }) => call('GET /api/auth/remote/requests/{id}', { id }, { signal }),
    staleTime: 0,
    retry: false,
    refetchInterval: ({ state }) => (state.data && ['requested', 'authorized', 'active'].includes(state.data.state) ? 2_000 : false),
  });

/** Users whose account may be requested, by the beginning of a name. */
export const peopleQuery = (search: string) =>
  queryOptions({
    queryKey: [...remoteKey, 'people', search],
    queryFn: ({ signal }) => call('GET /api/auth/remote/people', search ? { search } : {}, { signal }),
    placeholderData: keepPreviousData,
  });

/** A decision changes the lists, the heartbeat and the inbox. */
export function refreshRemote(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: remoteKey });
  void client.invalidateQueries({ queryKey: ['notifications'] });
}
