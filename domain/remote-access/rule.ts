import type { Profile } from '../access/profile.ts';
import type { ErrorCode, ErrorVars } from '../errors/catalogue.ts';
import { refusals } from './limits.ts';

type Person = { profile: Profile; flags: readonly string[] };

/** Whether a user works the help desk and may ask for remote access (BEHAVIOUR 16, support agent). */
const isAgent = ({ flags }: { flags: readonly string[] }): boolean => flags.includes('support') && flags.includes('remote_access');

const ranks: Record<Profile, number> = { user: 0, admin: 2, master: 3, a2m: 4 };
const getRank = (person: Person): number => (person.profile === 'user' && isAgent(person) ? 1 : ranks[person.profile]);

/** Never into a higher or equal profile; an agent ranks above the users they help and below administrators (BEHAVIOUR 8). */
export const isBelow = (target: Person, asker: Person): boolean => getRank(target) < getRank(asker);

export type AskFacts = {
  asker: Person;
  target: Person & { name: string };
  unitAllows: boolean;
  personAllows: boolean;
  pending: boolean;
  /** When the user refused this asker within the last 24 hours, oldest first. */
  refusedAt: readonly number[];
};

/** What blocks a request, the nearest cause first; null where it may be made. */
export function prevented(facts: AskFacts): { code: ErrorCode; vars?: ErrorVars } | null {
  const person = facts.target.name;
  if (!facts.unitAllows) return { code: 'remote_off' };
  if (!isBelow(facts.target, facts.asker)) return { code: 'remote_profile' };
  if (!facts.personAllows) return { code: 'remote_not_allowed', vars: { person } };
  if (facts.pending) return { code: 'remote_pending', vars: { person } };
  const last = facts.refusedAt.at(-1);
  if (facts.refusedAt.length >= refusals.most && last !== undefined)
    return { code: 'remote_wait', vars: { person, until: new Date(last + refusals.hours * 3_600_000).toISOString() } };
  return null;
}

export type Policy = 'each' | 'none';
/**
 * Which approvals the asker needs: an administrator's unless the asker is one, and the user's unless the unit or a standing consent covers
 * it (BEHAVIOUR 17).
 */
export function getGates({ asker, policy, standingUntil }: { asker: Person; policy: Policy; standingUntil: number | null }, now: number) {
  return { admin: asker.profile !== 'admin', person: policy === 'each' && !(standingUntil !== null && standingUntil > now) };
}

/** An approver may reduce scope and time, never extend them. */
export function lowered<R extends { reach: 'view' | 'act'; minutes: number }>(
  asked: R,
  wish: Partial<R>,
): Pick<R, 'reach' | 'minutes'> | null {
  const reach = wish.reach ?? asked.reach;
  const minutes = wish.minutes ?? asked.minutes;
  if (minutes > asked.minutes || (reach === 'act' && asked.reach === 'view')) return null;
  return { reach, minutes };
}
