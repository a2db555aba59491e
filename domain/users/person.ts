import { type Profile, type UserFlag, userFlags } from '../access/profile.ts';
import { fold } from '../text/fold.ts';
import { normalName } from '../text/name.ts';
import { isEmail } from '../validation/email.ts';
import { maxDepartmentLength, maxNameLength, maxPositionLength } from './limits.ts';

export { normalEmail } from '../session/sign-in.ts';

// The fields of a user (Spec 3, User), as the form, the import and the directory all read them.

export const statuses = ['A', 'T', 'B', 'I', 'D'] as const;
export type Status = (typeof statuses)[number];
/** Who may act, and who counts against the unit's limit (BEHAVIOUR 17). */
export const actingStatuses: readonly Status[] = ['A', 'T'];

export const positions = ['director', 'supervisor', 'manager', 'analyst', 'other'] as const;
export type Position = (typeof positions)[number];

export type TenantKind = 'platform' | 'partner' | 'unit';
const profilesOf: Record<TenantKind, readonly Profile[]> = { platform: ['a2m'], partner: ['master'], unit: ['admin', 'user'] };

/** The profiles that users of such a tenant may have. */
export const profilesIn = (kind: TenantKind): readonly Profile[] => profilesOf[kind];
/** The profiles that administer their tenant: the last active one of them can't be removed. */
export const administering: readonly Profile[] = ['a2m', 'master', 'admin'];

// An action that administrators may always do isn't a flag for them.
const flagsOfAll: readonly UserFlag[] = ['billing', 'support', 'notify', 'remote_access'];

/** The flags that have an effect for a profile. */
export const flagsFor = (profile: Profile): readonly UserFlag[] => (profile === 'user' ? userFlags : flagsOfAll);

/** The flags of a user in a fixed order, without those that have no effect for the profile. */
export const keptFlags = (flags: readonly string[], profile: Profile): UserFlag[] =>
  flagsFor(profile).filter((flag) => flags.includes(flag));

/** The codes of the questionnaire's answer in the call (Spec 3, perfil_usuario). */
export const positionCodes = {
  director: 'diretor',
  supervisor: 'supervisor',
  manager: 'gerente',
  analyst: 'analista',
  other: 'outro',
} as const satisfies Record<Position, string>;

/** Reads a text as an answer to "which position": a code, a free text, or nothing. A free text that names a code is that code. */
export function readPosition(text: string | null | undefined): { position: Position | null; other: string | null } {
  const given = normalName(text ?? '');
  if (!given) return { position: null, other: null };
  const word = given.toLowerCase();
  const code = positions.find((position) => word === position || word === positionCodes[position]);
  return code ? { position: code, other: null } : { position: 'other', other: given };
}

/** One text for the column: the code, or the free text for "other". */
export function storedPosition(position: Position | null, other: string | null | undefined): string | null {
  const written = normalName(other ?? '');
  if (position !== 'other' || !written) return position;
  return readPosition(written).other ?? readPosition(written).position;
}

export type PersonField =
  | 'name'
  | 'email'
  | 'phone'
  | 'profile'
  | 'department'
  | 'position'
  | 'positionOther'
  | 'expiresAt'
  | 'accessHours';
export type PersonDraft = {
  name: string;
  email: string;
  phone?: string | null | undefined;
  profile: string;
  department?: string | null | undefined;
  position?: string | null | undefined;
  positionOther?: string | null | undefined;
};
export type PersonProblem = 'required' | 'invalid' | 'too_long';
export type PersonRules = {
  kind: TenantKind;
  /** Reads a telephone number: E.164, or null for an invalid one (domain/users/phone.ts, a separate chunk because of its size). */
  phone(text: string): string | null;
};

/** What is wrong with a user, by field; an empty object if nothing is. */
export function personProblems(draft: PersonDraft, rules: PersonRules): Partial<Record<PersonField, PersonProblem>> {
  const problems: Partial<Record<PersonField, PersonProblem>> = {};
  const [name, email, phone] = [normalName(draft.name), draft.email.normalize('NFKC').trim(), (draft.phone ?? '').trim()];
  if (!name) problems.name = 'required';
  else if (name.length > maxNameLength) problems.name = 'too_long';
  // A text that folds to nothing can neither be searched nor sorted.
  else if (!fold(name)) problems.name = 'invalid';
  if (!email) problems.email = 'required';
  else if (!isEmail(email)) problems.email = 'invalid';
  if (phone && rules.phone(phone) === null) problems.phone = 'invalid';
  if (!draft.profile) problems.profile = 'required';
  else if (!profilesIn(rules.kind).some((profile) => profile === draft.profile)) problems.profile = 'invalid';
  if (normalName(draft.department ?? '').length > maxDepartmentLength) problems.department = 'too_long';
  if (draft.position && !positions.some((position) => position === draft.position)) problems.position = 'invalid';
  if (normalName(draft.positionOther ?? '').length > maxPositionLength) problems.positionOther = 'too_long';
  return problems;
}
