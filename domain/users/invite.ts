import type { Refusal } from '../errors/refusal.ts';
import { isReachable } from '../mail/reachable.ts';

/** The address to which a user is invited; refused without a deliverable address, and after acceptance. `stored` is a user who may act. */
export function decideInvitation(stored: { email: string; accepted: boolean } | undefined): { email: string } | Refusal {
  if (!stored) return { refused: 'not_found' };
  if (!isReachable(stored.email)) return { refused: 'no_address' };
  return stored.accepted ? { refused: 'already_accepted' } : { email: stored.email };
}
