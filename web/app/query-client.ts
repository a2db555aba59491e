import { notifyManager, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

const retries = 2;

/** Only what may pass by itself is asked again: no answer at all, or a server that is not up to it. */
export function mayPass(failures: number, error: unknown): boolean {
  if (!(error instanceof ApiError) || failures >= retries) return false;
  return error.status === 'network' || error.status === 'service_unavailable';
}

/** One for each person and visit: what one has loaded never meets another's eyes. */
export function createQueryClient(): QueryClient {
  // A refusal is on the screen before the one who saved goes on, so that the focus finds the wrong field.
  notifyManager.setScheduler(queueMicrotask);
  return new QueryClient({
    defaultOptions: {
      queries: { retry: mayPass, staleTime: 30_000, gcTime: 10 * 60_000, networkMode: 'always' },
      mutations: { networkMode: 'always' },
    },
  });
}
