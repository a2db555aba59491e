import { type Giver, mayGive } from '../access/giving.ts';
import type { Profile } from '../access/profile.ts';
import type { Refusal } from '../errors/refusal.ts';
import { flagsFor } from './person.ts';

type Original = { version: number; profile: Profile; flags: readonly string[] };

/** A copy has the profile and the flags of the original, so copying needs the permission to give them. */
export function decideDuplicate(giver: Giver, original: Original | undefined): { version: number } | Refusal {
  if (!original) return { refused: 'not_found' };
  const { version, profile, flags } = original;
  const known: readonly string[] = flagsFor(profile);
  const fits = flags.every((flag) => known.includes(flag)) && mayGive(giver, { profile, flags });
  return fits ? { version } : { refused: 'gives_more', field: 'profile' };
}
