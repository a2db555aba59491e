import { pick } from '../fields/fields.ts';
import { recordedInstant } from '../fields/recorded-instant.ts';
import { toIso } from '../format/iso.ts';
import { type PersonColumns, type PersonFacts, type Places, personColumns } from './fields.ts';

/** What the audit log stores about a user. */
export const getFacts = (person: PersonColumns, places: Places): PersonFacts => ({
  ...pick(person, personColumns),
  expiresAt: person.expiresAt && recordedInstant(toIso(person.expiresAt)),
  ...places,
});
