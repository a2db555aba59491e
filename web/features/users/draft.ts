import type { Profile } from '../../../domain/access/profile.ts';
import { buildRecord } from '../../../domain/fields/fields.ts';
import { keptHours } from '../../../domain/users/access-hours.ts';
import { textNames, type UserDraft, type UserField, userFields } from '../../../domain/users/fields.ts';
import type { TenantKind } from '../../../domain/users/person.ts';
import { personProblems } from '../../../domain/users/problems.ts';
import type { OneUser } from './queries.ts';

export const userTabs = ['data', 'access', 'groups', 'custom', 'look', 'security', 'history'] as const;
export type UserTab = (typeof userTabs)[number];

const tabs = {
  name: 'data',
  email: 'data',
  phone: 'data',
  profile: 'data',
  ...buildRecord(textNames, () => 'data' as const),
  position: 'data',
  positionOther: 'data',
  flags: 'access',
  allowRemote: 'access',
  expiresAt: 'access',
  accessHours: 'access',
  ipExempt: 'access',
  groups: 'groups',
  rlsUsername: 'groups',
  rlsRoles: 'groups',
  custom: 'custom',
  language: 'look',
  themeId: 'look',
  homePage: 'look',
  homeReportId: 'look',
} as const satisfies Record<UserField, UserTab>;
export type FieldOf<Tab extends UserTab> = { [Field in UserField]: (typeof tabs)[Field] extends Tab ? Field : never }[UserField];
/** The fields of a tab, in the order of the form. */
export const getFields = <Tab extends UserTab>(tab: Tab) => userFields.filter((field): field is FieldOf<Tab> => tabs[field] === tab);

/** The tab of a field; a custom field is named by its key. */
// Any other name falls back to 'data'.
export const getTab = (field: string): UserTab => (field.startsWith('custom.') ? 'custom' : (tabs[field as UserField] ?? 'data'));

export const toDraft = (user: OneUser): UserDraft => ({
  name: user.name,
  email: user.email,
  phone: user.phone,
  profile: user.profile,
  ...buildRecord(textNames, (name) => user[name] ?? ''),
  position: user.position,
  positionOther: user.positionOther ?? '',
  language: user.language,
  flags: user.flags,
  groups: user.groups.map(({ id }) => id),
  expiresAt: user.expiresAt,
  accessHours: user.accessHours,
  ipExempt: user.ipExempt,
  allowRemote: user.allowRemote,
  homePage: user.homePage,
  homeReportId: user.homeReport?.id ?? null,
  themeId: user.theme?.id ?? null,
  rlsUsername: user.rlsUsername,
  rlsRoles: user.rlsRoles,
  custom: user.custom,
});

const asText = (value: unknown): string => {
  if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) return '';
  if (Array.isArray(value) && value.every((each) => typeof each === 'string')) return JSON.stringify([...value].sort());
  if (typeof value === 'object') {
    const entries = Object.entries(value as object).filter(([, each]) => asText(each) !== ''); // because it is neither an array nor null
    return Array.isArray(value) ? JSON.stringify(value) : JSON.stringify(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
  }
  return JSON.stringify(value);
};

/** Whether a field of two drafts is equal; the order of groups and permissions does not matter. */
export const sameField = (field: UserField, one: UserDraft, other: UserDraft): boolean => asText(one[field]) === asText(other[field]);

const kinds: Record<Profile, TenantKind> = { a2m: 'platform', master: 'partner', admin: 'unit', user: 'unit' };
export type Problem = 'required' | 'invalid' | 'too_long';

/** The errors of a draft, by field. A phone number is validated once its parser has loaded. */
export function draftProblems(draft: UserDraft, who: Profile, phone: (text: string) => string | null): Partial<Record<UserField, Problem>> {
  const problems: Partial<Record<UserField, Problem>> = personProblems(draft, { kind: kinds[who], phone });
  if (draft.position === 'other' && !draft.positionOther.trim()) problems.positionOther = 'required';
  if (keptHours(draft.accessHours) === undefined) problems.accessHours = 'invalid';
  if (draft.rlsRoles.length > 0 && !draft.rlsUsername?.trim()) problems.rlsUsername = 'required';
  return problems;
}
