import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../../app/data/api.ts';
import { isBehind, isPending } from './why-text.ts';

const capacityKey = ['capacities'] as const;
const steadyMs = 30_000;
const movingMs = 5_000;

export const capacitiesQuery = queryOptions({
  queryKey: [...capacityKey, 'list'],
  queryFn: ({ signal }) => call('GET /api/auth/capacities', {}, { signal }),
  staleTime: 10_000,
});

/** One capacity; asked again more often while Azure is starting, pausing or resizing it. */
export const capacityQuery = (id: string) =>
  queryOptions({
    queryKey: [...capacityKey, 'one', id],
    queryFn: ({ signal }) => call('GET /api/auth/resources/{id}', { id }, { signal }),
    staleTime: 5_000,
    refetchInterval: ({ state: { data } }) =>
      data && (data.operation || !['running', 'paused'].includes(data.state) || isPending(data) || (isBehind(data) && !data.problem))
        ? movingMs
        : steadyMs,
  });

/** One month, `yyyy-mm`; null asks for the present one in the unit's zone. */
export const ledgerQuery = (id: string, month: string | null) =>
  queryOptions({
    queryKey: [...capacityKey, 'ledger', id, month],
    queryFn: ({ signal }) => call('GET /api/auth/resources/{id}/ledger', { id, ...(month && { month }) }, { signal }),
    staleTime: 60_000,
  });

export const logQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: [...capacityKey, 'log', id],
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/auth/resources/{id}/log', { id, size: 30, ...(pageParam && { cursor: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    staleTime: steadyMs,
    refetchInterval: steadyMs,
  });

/** What a pause would interrupt; asked at each opening of the dialog. */
export const beforePauseQuery = (id: string) =>
  queryOptions({
    queryKey: [...capacityKey, 'before-pause', id],
    queryFn: ({ signal }) => call('GET /api/auth/resources/{id}/before-pause', { id }, { signal }),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });

/** What Azure says of a Fabric capacity's overage; it changes rarely. */
export const overageQuery = (id: string) =>
  queryOptions({
    queryKey: [...capacityKey, 'overage', id],
    queryFn: ({ signal }) => call('GET /api/auth/resources/{id}/overage', { id }, { signal }),
    staleTime: 600_000,
    refetchOnWindowFocus: false,
  });

export const refreshCapacities = (client: QueryClient) => client.invalidateQueries({ queryKey: capacityKey });
