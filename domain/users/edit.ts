import type { Refusal } from '../errors/refusal.ts';
import { changes, sameJson } from '../fields/changes.ts';
import { getFacts } from './facts.ts';
import type { PersonColumns, PersonFacts, Places } from './fields.ts';
import { actingStatuses, type Status } from './person.ts';
import { type AskedPlaces, placesAfter, refusePlaces } from './places.ts';

export type AskedEdit = {
  version: number;
  person: PersonColumns;
  places: AskedPlaces;
  /** Administrators can't change the profile or the address of their own user. */
  isSelf: boolean;
  /** Whether a new address may unlink the account and be invited. */
  reinvite: boolean;
  now: number;
};
export type StoredUser = PersonColumns & Places & { version: number; status: Status; accepted: boolean };

export type EditPlan = {
  version: number;
  /** What happens to the invitation: a new address is invited again, or not at all. */
  invitation: 'kept' | 'sent' | 'dropped';
  /** Active sessions must reload their permissions. */
  changesRights: boolean;
  /** Notices of the expiry are sent again. */
  changesExpiry: boolean;
  change: { before: Partial<PersonFacts>; after: Partial<PersonFacts> };
};

/**
 * Decides an administrator's edit of a user, in the version that was seen. The address of an accepted account changes only with `reinvite`.
 */
export function decideEdit(asked: AskedEdit, stored: StoredUser | undefined, found: Places): EditPlan | Refusal {
  const { person, places, isSelf, reinvite, now } = asked;
  if (!stored) return { refused: 'not_found' };
  if (stored.version !== asked.version) return { refused: 'changed_meanwhile' };
  const unfit = refusePlaces(places, found);
  if (unfit) return unfit;
  const changesExpiry = toInstant(person.expiresAt) !== toInstant(stored.expiresAt);
  // An expiry in the past would sign the user out at once; changing the status is the way to do that.
  if (changesExpiry && person.expiresAt !== null && Date.parse(person.expiresAt) <= now)
    return { refused: 'invalid_input', field: 'expiresAt', vars: { name: 'expiresAt', reason: 'past' } };
  const sameEmail = person.email === stored.email;
  const sameProfile = person.profile === stored.profile;
  if (isSelf && !(sameEmail && sameProfile)) return { refused: 'own_person', field: sameEmail ? 'profile' : 'email' };
  if (!sameEmail && stored.accepted && !reinvite) return { refused: 'email_of_account', field: 'email' };
  return {
    version: stored.version + 1,
    invitation: sameEmail ? 'kept' : reinvite && actingStatuses.includes(stored.status) ? 'sent' : 'dropped',
    changesRights: !sameProfile || !sameJson(person.flags, stored.flags) || (stored.ipExempt && !person.ipExempt),
    changesExpiry,
    change: changes(getFacts(stored, getPlaces(stored)), getFacts(person, placesAfter(places, found, stored))),
  };
}

const toInstant = (text: string | null) => text && Date.parse(text);
const getPlaces = ({ groups, homeReport, theme }: Places): Places => ({ groups, homeReport, theme });
