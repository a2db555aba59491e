import type { Profile } from '../access/profile.ts';
import type { CustomValues } from '../custom-fields/field.ts';
import { pick } from '../fields/fields.ts';
import { recordedInstant } from '../fields/recorded-instant.ts';
import { isoOf } from '../format/iso.ts';
import type { Window } from '../playlists/windows.ts';
import type { Language } from '../session/languages.ts';

/** What an administrator enters about a user, as it is stored. */
export type PersonColumns = {
  name: string;
  email: string;
  phone: string | null;
  profile: Profile;
  flags: string[];
  department: string | null;
  position: string | null;
  language: Language | null;
  expiresAt: string | null;
  accessHours: Window[] | null;
  ipExempt: boolean;
  allowRemote: boolean;
  homePage: string | null;
  rlsUsername: string | null;
  rlsRoles: string[];
  custom: CustomValues;
};
export const personColumns = [
  'name',
  'email',
  'phone',
  'profile',
  'flags',
  'department',
  'position',
  'language',
  'expiresAt',
  'accessHours',
  'ipExempt',
  'allowRemote',
  'homePage',
  'rlsUsername',
  'rlsRoles',
  'custom',
] as const satisfies readonly (keyof PersonColumns)[];

/** The names of what a user refers to: user groups, the report to land on and the theme. */
export type Places = { groups: string[]; homeReport: string | null; theme: string | null };

/** What the audit log stores about a user. */
export type PersonFacts = PersonColumns & Places;

export const factsOf = (person: PersonColumns, places: Places): PersonFacts => ({
  ...pick(person, personColumns),
  expiresAt: person.expiresAt && recordedInstant(isoOf(person.expiresAt)),
  ...places,
});
