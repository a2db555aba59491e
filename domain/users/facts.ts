import { pick } from '../fields/fields.ts';
import { recordedInstant } from '../fields/recorded-instant.ts';
import { isoOf } from '../format/iso.ts';
import { type PersonColumns, type PersonFacts, type Places, personColumns } from './fields.ts';

/** What the audit log stores about a user. */
export const factsOf = (person: PersonColumns, places: Places): PersonFacts => ({
  ...pick(person, personColumns),
  expiresAt: person.expiresAt && recordedInstant(isoOf(person.expiresAt)),
  ...places,
});
