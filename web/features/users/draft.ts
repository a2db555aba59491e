import type { Profile } from '../../../domain/access/profile.ts';
import { keptHours } from '../../../domain/users/access-hours.ts';
import type { UserFields } from '../../../domain/users/contract.ts';
import { personProblems, type TenantKind } from '../../../domain/users/person.ts';
import type { OneUser } from './queries.ts';

/** The form of a user: the fields as they are sent. */
export type UserDraft = UserFields;
export type DraftField = keyof UserDraft;

export const userTabs = ['data', 'access', 'groups', 'custom', 'look', 'security', 'history'] as const;
export type UserTab = (typeof userTabs)[number];

const tabs: Record<DraftField, UserTab> = {
  name: 'data',
  email: 'data',
  phone: 'data',
  profile: 'data',
  department: 'data',
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
};
export const fieldNames = Object.keys(tabs) as DraftField[]; // because Object.keys loses the literal type

/** The tab of a field; a custom field is named by its key. */
// Any other name falls back to 'data'.
export const tabOf = (field: string): UserTab => (field.startsWith('custom.') ? 'custom' : (tabs[field as DraftField] ?? 'data'));

export const emptyDraft = (profile: Profile): UserDraft => ({
  name: '',
  email: '',
  phone: null,
  profile,
  department: '',
  position: null,
  positionOther: '',
  language: null,
  flags: [],
  groups: [],
  expiresAt: null,
  accessHours: null,
  ipExempt: false,
  allowRemote: false,
  homePage: null,
  homeReportId: null,
  themeId: null,
  rlsUsername: null,
  rlsRoles: [],
  custom: {},
});

export const draftOf = (user: OneUser): UserDraft => ({
  name: user.name,
  email: user.email,
  phone: user.phone,
  profile: user.profile,
  department: user.department ?? '',
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
export const sameField = (field: DraftField, one: UserDraft, other: UserDraft): boolean => asText(one[field]) === asText(other[field]);

const kinds: Record<Profile, TenantKind> = { a2m: 'platform', master: 'partner', admin: 'unit', user: 'unit' };
export type Problem = 'required' | 'invalid' | 'too_long';

/** The errors of a draft, by field. A phone number is validated once its parser has loaded. */
export function draftProblems(
  draft: UserDraft,
  who: Profile,
  phone: (text: string) => string | null,
): Partial<Record<DraftField, Problem>> {
  const problems: Partial<Record<DraftField, Problem>> = personProblems(draft, { kind: kinds[who], phone });
  if (draft.position === 'other' && !draft.positionOther.trim()) problems.positionOther = 'required';
  if (keptHours(draft.accessHours) === undefined) problems.accessHours = 'invalid';
  if (draft.rlsRoles.length > 0 && !draft.rlsUsername?.trim()) problems.rlsUsername = 'required';
  return problems;
}
