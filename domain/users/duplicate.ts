import { type Giver, mayGive } from '../access/giving.ts';
import type { Profile } from '../access/profile.ts';
import type { Refusal } from '../errors/refusal.ts';
import { flagsFor, type Status } from './person.ts';

type Original = { version: number; profile: Profile; flags: readonly string[]; status: Status; expiresAt: string | null };
/** `invite`: whether the copy is invited; null follows the setting. */
type Asked = { invite: boolean | null; now: number };
export type DuplicatePlan = { version: number; status: Status; invited: boolean; keepsExpiry: boolean };

/**
 * A copy has the profile and the flags of the original, so copying needs the permission to give them. It can sign in at once: only a test
 * user stays one, and an access that has expired isn't copied.
 */
export function decideDuplicate(
  giver: Giver,
  { invite, now }: Asked,
  original: Original | undefined,
  invitesByItself: boolean,
): DuplicatePlan | Refusal {
  if (!original) return { refused: 'not_found' };
  const { version, profile, flags, status, expiresAt } = original;
  const known: readonly string[] = flagsFor(profile);
  if (!flags.every((flag) => known.includes(flag)) || !mayGive(giver, { profile, flags }))
    return { refused: 'gives_more', field: 'profile' };
  return {
    version,
    status: status === 'T' ? 'T' : 'A',
    invited: invite ?? invitesByItself,
    keepsExpiry: expiresAt !== null && Date.parse(expiresAt) > now,
  };
}
