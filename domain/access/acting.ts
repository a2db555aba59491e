import type { Endpoint } from '../contract/endpoint.ts';
import type { ErrorCode } from '../errors/catalogue.ts';
import { ownOnly, type SessionKind } from './session-kinds.ts';

/** How somebody acts as another: what he may do, by which way he came in, and until when (BEHAVIOUR 8 and 13). */
export type Reach = 'view' | 'act';
export type Via = 'remote' | 'view' | 'partner';
export type Acting = { reach: Reach; via: Via; until: number };

export const isReach = (value: unknown): value is Reach => value === 'view' || value === 'act';
export const isVia = (value: unknown): value is Via => value === 'remote' || value === 'view' || value === 'partner';

/** The kind of session that a way in begins: to look is help too. */
export const kindOfVia = (via: Via): SessionKind => (via === 'partner' ? 'partner' : 'remote');

type Caller = { kind: SessionKind; acting?: Acting | undefined };

/**
 * What an endpoint answers to the kind of session that calls: it is closed to every kind that it does not name, and who may only look
 * changes nothing. Null where it may.
 */
export function preventedKind(
  { method, kinds = ownOnly, reads }: Pick<Endpoint, 'method' | 'kinds' | 'reads'>,
  caller: Caller,
): ErrorCode | null {
  if (!kinds.includes(caller.kind)) return caller.kind === 'embed_portal' ? 'embedded_closed' : 'act_as_blocked';
  return caller.acting?.reach === 'view' && method !== 'GET' && !reads ? 'view_only' : null;
}
