import type { Endpoint } from '../contract/endpoint.ts';
import type { ErrorCode } from '../errors/catalogue.ts';
import { ownOnly, type SessionKind } from './session-kinds.ts';

/** How one user acts as another: what they may do, how they got in, and until when (BEHAVIOUR 8 and 13). */
export type Reach = 'view' | 'act';
export type Via = 'remote' | 'view' | 'partner';
export type Acting = { reach: Reach; via: Via; until: number };

export const isReach = (value: unknown): value is Reach => value === 'view' || value === 'act';
export const isVia = (value: unknown): value is Via => value === 'remote' || value === 'view' || value === 'partner';

/** The session kind for each entry method: a view-only visit is a help session too. */
export const kindOfVia = (via: Via): SessionKind => (via === 'partner' ? 'partner' : 'remote');

type Caller = { kind: SessionKind; acting?: Acting | undefined };

/**
 * Why an endpoint refuses this session's kind, or null. An endpoint is closed to every kind it doesn't name, and a view-only session can't
 * change anything.
 */
export function preventedKind(
  { method, kinds = ownOnly, reads }: Pick<Endpoint, 'method' | 'kinds' | 'reads'>,
  caller: Caller,
): ErrorCode | null {
  if (!kinds.includes(caller.kind)) return caller.kind === 'embed_portal' ? 'embedded_closed' : 'act_as_blocked';
  return caller.acting?.reach === 'view' && method !== 'GET' && !reads ? 'view_only' : null;
}
