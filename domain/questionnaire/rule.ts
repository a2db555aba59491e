import type { Profile } from '../access/profile.ts';

/** BEHAVIOUR 9: a free-text answer. */
export const answerLength = { least: 2, most: 60 } as const;
export const maxDeferrals = 3;
/** A second *later* within these seconds is the same one, from another tab. */
export const sameSeconds = 60;
const waitMs = 7 * 86_400_000;

type Facts = { on: boolean; profile: Profile; answered: boolean; deferred: number; deferredAt: string | null };

/** Whether to ask this user now: not after an answer, not within seven days of *later*, not after the third. */
export function isToBeAsked({ on, profile, answered, deferred, deferredAt }: Facts, now: number): boolean {
  if (!on || profile !== 'user' || answered || deferred >= maxDeferrals) return false;
  return deferredAt === null || Date.parse(deferredAt) + waitMs <= now;
}
