import type { Profile, UserFlag } from '../access/profile.ts';
import type { CustomValue, CustomValues } from '../custom-fields/field.ts';
import { buildRecord, getKeys } from '../fields/fields.ts';
import type { Window } from '../playlists/windows.ts';
import type { Language } from '../session/languages.ts';
import { maxDepartmentLength } from './limits.ts';
import type { Position } from './person.ts';

// The one list of the fields of a user that administrators enter: contract, statements, history, file, form and list derive from it, or are
// a record of all fields that doesn't compile while one is missing (docs/data.md, "Add a field").

/** `copied`: whether a duplicate of the user gets it too. */
type TextRule = { max: number; copied: boolean };

/** The optional texts of one line; a column each, null when empty. */
export const userTexts = {
  department: { max: maxDepartmentLength, copied: true },
} as const satisfies Record<string, TextRule>;

export type UserText = keyof typeof userTexts;
export const textNames = getKeys(userTexts);

/** What an administrator enters about a user, as it is stored: a column each. */
export type PersonColumns = Record<UserText, string | null> & {
  name: string;
  email: string;
  phone: string | null;
  profile: Profile;
  flags: string[];
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
export type PersonColumn = keyof PersonColumns;

/** The names of what a user refers to: user groups, the report to land on and the theme. */
export type Places = { groups: string[]; homeReport: string | null; theme: string | null };
/** What the audit log stores about a user. */
export type PersonFacts = PersonColumns & Places;

/** A user as a form holds it: an empty text is '', a job title is a code or a text of its own, and what a user refers to are ids. */
export type UserDraft = Omit<PersonColumns, UserText | 'flags' | 'position' | 'custom'> &
  Record<UserText, string> & {
    flags: UserFlag[];
    position: Position | null;
    positionOther: string;
    groups: string[];
    homeReportId: string | null;
    themeId: string | null;
    /** Null clears a value. */
    custom: { [key: string]: CustomValue | null };
  };
export type UserField = keyof UserDraft;

export const emptyDraft = (profile: Profile): UserDraft => ({
  name: '',
  email: '',
  phone: null,
  profile,
  position: null,
  positionOther: '',
  ...buildRecord(textNames, () => ''),
  language: null,
  flags: [],
  groups: [],
  expiresAt: null,
  accessHours: null,
  ipExempt: false,
  allowRemote: false,
  themeId: null,
  homePage: null,
  homeReportId: null,
  rlsUsername: null,
  rlsRoles: [],
  custom: {},
});
export const userFields = getKeys(emptyDraft('user'));

const elsewhere: readonly UserField[] = ['positionOther', 'groups', 'homeReportId', 'themeId'];
export const personColumns = userFields.filter((field): field is PersonColumn => !elsewhere.includes(field));

/** The columns of the file, in this order; the list on screen has its own. */
export const userColumns = [
  'name',
  'email',
  'phone',
  'profile',
  'status',
  ...textNames,
  'position',
  'language',
  'groups',
  'flags',
  'invitation',
  'factor',
  'expires',
  'created',
  'signedIn',
] as const;
export type UserColumn = (typeof userColumns)[number];
