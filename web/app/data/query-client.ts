import { notifyManager, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

const retries = 2;

/** Retries only transient failures: no response, or a server error. */
export function mayPass(failures: number, error: unknown): boolean {
  if (!(error instanceof ApiError) || failures >= retries) return false;
  return error.status === 'network' || error.status === 'service_unavailable';
}

/** One client per user and session, so that cached data never reaches another user. */
export function createQueryClient(): QueryClient {
  // Flush in a microtask instead of a timer: a refusal must be rendered before the submit handler continues, so that focus finds the
  // invalid field.
  notifyManager.setScheduler(queueMicrotask);
  return new QueryClient({
    defaultOptions: {
      queries: { retry: mayPass, staleTime: 30_000, gcTime: 10 * 60_000, networkMode: 'always' },
      mutations: { networkMode: 'always' },
    },
  });
}
