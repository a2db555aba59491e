import { fold } from '../text/fold.ts';
import { normalName } from '../text/name.ts';
import { isEmail } from '../validation/email.ts';
import { textNames, type UserText, userTexts } from './fields.ts';
import { maxNameLength, maxPositionLength } from './limits.ts';
import { positions, profilesIn, type TenantKind } from './person.ts';

export type PersonField = UserText | 'name' | 'email' | 'phone' | 'profile' | 'position' | 'positionOther' | 'expiresAt' | 'accessHours';
export type PersonDraft = {
  name: string;
  email: string;
  phone?: string | null | undefined;
  profile: string;
  position?: string | null | undefined;
  positionOther?: string | null | undefined;
} & { [Name in UserText]?: string | null | undefined };
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
  for (const name of textNames) if (normalName(draft[name] ?? '').length > userTexts[name].max) problems[name] = 'too_long';
  if (draft.position && !positions.some((position) => position === draft.position)) problems.position = 'invalid';
  if (normalName(draft.positionOther ?? '').length > maxPositionLength) problems.positionOther = 'too_long';
  return problems;
}
