import { type CallOutput, call } from '../../app/data/api.ts';

const arrivals = new Map<string, Promise<CallOutput<'POST /api/oauth/company'>>>();

/** A ticket works once: concurrent callers in this document share one call. */
export function arrive(token: string): Promise<CallOutput<'POST /api/oauth/company'>> {
  const known = arrivals.get(token);
  if (known) return known;
  const arrival = call('POST /api/oauth/company', { token });
  arrivals.set(token, arrival);
  return arrival;
}
