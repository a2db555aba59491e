import type { Refusal } from '../errors/refusal.ts';
import { waitDays } from './limits.ts';

/** The life cycle of a catalog request (BEHAVIOUR 5); in days unless it says otherwise. */
export const minJustification = 10;
export const maxJustification = 1_000;
export const maxReason = 1_000;
/** Suggested durations, in days. */
export const wishedDays = [30, 90, 365] as const;
export const maxWishedDays = 3_650;

export const requestStates = ['pending', 'granted', 'denied', 'cancelled', 'expired', 'revoked', 'ended'] as const;
export type RequestState = (typeof requestStates)[number];
export const requestViews = ['pending', 'decided', 'all'] as const;
export type RequestView = (typeof requestViews)[number];
export const requestSorts = ['asked', 'report', 'person'] as const;
export const catalogSorts = ['title', 'added'] as const;

export type Standing = {
  /** The user already sees the report. */
  sees: boolean;
  pendingSince: number | null;
  /** When the last refusal was, unless an administrator lifted the waiting time. */
  deniedAt: number | null;
};

/** What a catalog card offers a user: open it, wait for an answer, wait before asking again, or ask (Spec 4, catalog request). */
export type Offer = { kind: 'open' } | { kind: 'pending'; since: number } | { kind: 'wait'; until: number } | { kind: 'ask' };

const day = 86_400_000;

export function offerFor({ sees, pendingSince, deniedAt }: Standing, now: number): Offer {
  if (sees) return { kind: 'open' };
  if (pendingSince !== null) return { kind: 'pending', since: pendingSince };
  const until = deniedAt === null ? 0 : deniedAt + waitDays * day;
  return until > now ? { kind: 'wait', until } : { kind: 'ask' };
}

/** Why a user can't ask for a report now; null if they can. */
export function refuseAsking(standing: Standing, now: number): Refusal | null {
  const offer = offerFor(standing, now);
  if (offer.kind === 'open') return { refused: 'catalog_already_seen' };
  if (offer.kind === 'pending') return { refused: 'catalog_pending' };
  if (offer.kind === 'wait') return { refused: 'catalog_wait', vars: { until: new Date(offer.until).toISOString() } };
  return null;
}

/** Why a request can't be decided: it has been decided already, or it is the decider's own and others can decide. */
export function refuseDecision(
  { state, decidedBy, allowed }: { state: RequestState; decidedBy: string | null; allowed: boolean },
  from: 'pending' | 'granted',
): Refusal | null {
  if (state !== from) return { refused: 'catalog_decided', vars: { by: decidedBy ?? '' } };
  return allowed ? null : { refused: 'catalog_own_request' };
}

/** Why a user can't withdraw their own request; null if they can. */
export function refuseWithdrawing(own: { state: RequestState } | undefined): Refusal | null {
  if (!own) return { refused: 'not_found' };
  return own.state === 'pending' ? null : { refused: 'catalog_decided', vars: { by: '' } };
}

/** Why the wait after a refusal can't be lifted: there is none, or it was lifted before. */
export function refuseLifting(stored: { state: RequestState; lifted: boolean } | undefined): Refusal | null {
  if (!stored) return { refused: 'not_found' };
  return stored.state === 'denied' && !stored.lifted ? null : { refused: 'catalog_decided', vars: { by: '' } };
}

/** A requester joins only a group that has the report. */
export const refuseJoining = (group: { hasReport: boolean } | undefined): Refusal | null =>
  group?.hasReport ? null : { refused: 'not_found', field: 'userGroup' };

/** Whether this user may decide the request: not their own, unless no one else can. */
export const mayDecide = (who: { decides: boolean; owns: boolean; asks: boolean; others: boolean }): boolean =>
  (who.decides || who.owns) && (!who.asks || !who.others);
