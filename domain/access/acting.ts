import type { Endpoint } from '../contract/endpoint.ts';
import type { ErrorCode } from '../errors/catalogue.ts';

/** How somebody acts as another: what he may do, by which way he came in, and until when (BEHAVIOUR 8 and 13). */
export type Reach = 'view' | 'act';
export type Via = 'remote' | 'view' | 'partner';
export type Acting = { reach: Reach; via: Via; until: number };

export const isReach = (value: unknown): value is Reach => value === 'view' || value === 'act';
export const isVia = (value: unknown): value is Via => value === 'remote' || value === 'view' || value === 'partner';

// Ways out of the tenant: its own server vouches for its people here, and nowhere else.
const leadsElsewhere = (path: string) => path.startsWith('/api/auth/change/');

/** What an endpoint answers in a session that the tenant's own server began: what is the person's own, and the way to other tenants, stay closed. */
export const preventedEmbedded = ({ path, personal }: Pick<Endpoint, 'path' | 'personal'>): ErrorCode | null =>
  personal || leadsElsewhere(path) ? 'embedded_closed' : null;

/**
 * What an endpoint answers to somebody who acts as another: what is the person's own stays closed whatever was allowed, and
 * who may only look changes nothing. Null where he may.
 */
export function preventedActing(
  { method, personal, reads }: Pick<Endpoint, 'method' | 'personal' | 'reads'>,
  acting: Acting,
): ErrorCode | null {
  if (personal) return 'act_as_blocked';
  return acting.reach === 'view' && method !== 'GET' && !reads ? 'view_only' : null;
}
