import type { Refusal } from '../errors/refusal.ts';
import type { RequestRow } from './contract.ts';
import { lowered } from './rule.ts';

type Grant = Pick<RequestRow, 'reach' | 'minutes'>;
/** A request and the user who answers it: the account's own user, or someone who may decide for the tenant. */
export type AnswerFacts = { state: RequestRow['state']; mayAnswer: boolean; isPerson: boolean; isAsker: boolean; decides: boolean };

/** Why this user can't allow or refuse the request; null if they can. */
export function refuseAnswer({ state, mayAnswer, isPerson, isAsker, decides }: AnswerFacts): Refusal | null {
  if (!isPerson && !decides) return { refused: 'not_found' };
  if (mayAnswer) return null;
  // The asker can't answer their own request; anything else has been answered already.
  if (isAsker && state === 'requested') return { refused: 'not_permitted', vars: { action: 'remote.decide' } };
  return { refused: 'remote_over', vars: { state } };
}

/** What is allowed: no more than was requested, and only while the layers above leave remote access to the tenant. */
export function decideAllow(asked: Grant, wish: Partial<Grant>, isDelegated: boolean): Grant | Refusal {
  if (!isDelegated) return { refused: 'remote_off' };
  const given = lowered(asked, wish);
  if (given) return given;
  return { refused: 'invalid_input', field: wish.minutes ? 'minutes' : 'reach', vars: { name: 'minutes', reason: 'invalid' } };
}

/** Why this user can't end the visit; null if they can. */
export function refuseEnd(state: RequestRow['state'], mayEnd: boolean): Refusal | null {
  if (mayEnd) return null;
  return state === 'active' ? { refused: 'not_found' } : { refused: 'remote_over', vars: { state } };
}
