import { landingAt } from '../../../domain/access/screens.ts';
import type { CustomField, CustomValues } from '../../../domain/custom-fields/field.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { invalidInput } from '../../../domain/errors/invalid-input.ts';
import { buildRecord } from '../../../domain/fields/fields.ts';
import { ownPath } from '../../../domain/session/intended.ts';
import { fold } from '../../../domain/text/fold.ts';
import { normalName } from '../../../domain/text/name.ts';
import { keptHours } from '../../../domain/users/access-hours.ts';
import type { UserFields } from '../../../domain/users/contract.ts';
import { type PersonColumns, textNames } from '../../../domain/users/fields.ts';
import { keptFlags, normalEmail, storedPosition } from '../../../domain/users/person.ts';
import { personProblems } from '../../../domain/users/problems.ts';
import type { SessionContext } from '../../request/context.ts';
import { refuseGiving } from '../../request/refuse-giving.ts';
import { checkCustom } from '../custom-fields/index.ts';

const refused = (field: string, reason = 'invalid') =>
  reason === 'required' ? new AppError('required', { name: field }, { field }) : invalidInput(field, reason);

type Identity = Pick<UserFields, 'name' | 'email' | 'phone'>;

/** Name, e-mail and telephone number as stored. The numbering plans are loaded when a number is read. */
export async function getIdentity({ name, email, phone }: Identity, profile: string, ctx: SessionContext) {
  const { getCountry, readPhone } = await import('../../../domain/users/phone.ts');
  const country = getCountry(ctx.tenant.zone);
  const rules = { kind: ctx.tenant.kind, phone: (text: string) => readPhone(text, country) };
  const [problem] = Object.entries(personProblems({ name, email, phone, profile }, rules));
  if (problem) throw refused(...problem);
  return {
    name: normalName(name),
    sortKey: fold(normalName(name)),
    email: normalEmail(email),
    phone: phone ? readPhone(phone, country) : null,
  };
}

/** The fields that users change themselves (Spec 2, Edit Profile); the rest stays unchanged. */
export async function getOwnIdentity({ name, phone }: Pick<Identity, 'name' | 'phone'>, ctx: SessionContext) {
  const { getCountry, readPhone } = await import('../../../domain/users/phone.ts');
  const country = getCountry(ctx.tenant.zone);
  const rules = { kind: ctx.tenant.kind, phone: (text: string) => readPhone(text, country) };
  const problems = personProblems({ name, phone, email: '', profile: ctx.session.profile }, rules);
  if (problems.name) throw refused('name', problems.name);
  if (problems.phone) throw refused('phone', problems.phone);
  return { name: normalName(name), sortKey: fold(normalName(name)), phone: phone?.trim() ? readPhone(phone, country) : null };
}

/** The custom fields in force, and the user's values; none for a new user. */
export type Values = { fields: readonly CustomField[]; before: CustomValues | null };

/** The columns of what a user refers to; undefined leaves them as they are. */
type Given = Omit<UserFields, 'groups' | 'homeReportId' | 'themeId'> & Partial<Pick<UserFields, 'homeReportId' | 'themeId'>>;

/** A user's columns as a form writes them; those of what a user refers to are undefined where they stay as they are. */
export type Person = PersonColumns & { sortKey: string; homeReportId?: string | null | undefined; themeId?: string | null | undefined };

/** A form's user in the shape of the columns; what the contract's shapes can't express is refused at its field. */
export async function getPerson(input: Given, { fields, before }: Values, ctx: SessionContext): Promise<Person> {
  const identity = await getIdentity(input, input.profile, ctx);
  const flags = keptFlags(input.flags, input.profile);
  refuseGiving(ctx, { profile: input.profile, flags }, 'profile');
  const hours = keptHours(input.accessHours);
  if (hours === undefined) throw refused('accessHours');
  const homePage = input.homePage || null;
  if (homePage) {
    const path = (ownPath(homePage) ?? '').split(/[?#]/)[0] ?? '';
    if (!path || landingAt(path, { profile: input.profile, flags }).kind !== 'page') throw refused('homePage');
  }
  return {
    ...identity,
    profile: input.profile,
    flags,
    ...buildRecord(textNames, (name) => normalName(input[name]) || null),
    position: storedPosition(input.position, input.positionOther),
    language: input.language,
    expiresAt: input.expiresAt,
    accessHours: hours,
    ipExempt: input.ipExempt,
    allowRemote: input.allowRemote,
    homePage,
    homeReportId: input.homeReportId,
    themeId: input.themeId,
    rlsUsername: input.rlsUsername || null,
    rlsRoles: [...new Set(input.rlsRoles)],
    custom: checkCustom({ fields, input: input.custom, before, by: 'admin' }).values,
  };
}
/** An expiry in the past would sign a user out at once; use the status for that. */
export function refusePast(expiresAt: string | null, ctx: SessionContext): void {
  if (expiresAt && Date.parse(expiresAt) <= ctx.clock.now()) throw refused('expiresAt', 'past');
}
