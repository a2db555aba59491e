import * as z from 'zod/mini';
import { givenInstant, id, optionalText, text } from '../contract/fields.ts';
import { reportFilter } from '../reports/filters.ts';
import { fitsItsOperator, ownIdentities } from './grant-rule.ts';
import { maxFilters, maxNoteLength, maxRoleLength, maxRoles, maxUsernameLength, subjectKinds } from './limits.ts';

// The parts of a grant on the wire, shared by manual grants and the catalog's decision.

const role = text(maxRoleLength);
/** Repeated roles count once. */
const roles = z.pipe(
  z.array(role).check(z.maxLength(maxRoles, 'too_long')),
  z.transform((named: string[]) => [...new Set(named)].sort()),
);
export const grantIdentity = z.discriminatedUnion('as', [
  z.strictObject({ as: z.literal('own') }),
  z.strictObject({ as: z.literal('none') }),
  z.strictObject({ as: z.literal('fixed'), username: text(maxUsernameLength), roles }),
]);

export const grantFields = {
  identity: grantIdentity,
  filters: z._default(
    z
      .array(reportFilter.check(z.refine(fitsItsOperator, { error: 'too_long', path: ['values'] })))
      .check(z.maxLength(maxFilters, 'too_long')),
    [],
  ),
  validUntil: z._default(z.nullable(givenInstant), null),
  note: optionalText(maxNoteLength),
  /** The second confirmation of a grant that shows more than the report's author intended. */
  confirmed: z._default(z.boolean(), false),
};

export const grantSubject = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('everyone') }),
  z.strictObject({ kind: z.literal('user'), id }),
  z.strictObject({ kind: z.literal('group'), id }),
]);

/** What a grant's form must know about the report. */
export const grantedReport = {
  needsIdentity: z.boolean(),
  needsRoles: z.boolean(),
  ignoresRls: z.boolean(),
  restriction: z.enum(['none', 'filters', 'rls']),
};

/** The holder of a grant, as lists show it; `id` is null for everyone. */
export const subjectShown = z.object({
  kind: z.enum(subjectKinds),
  id: z.nullable(z.string()),
  name: z.nullable(z.string()),
  detail: z.nullable(z.string()),
});

/** A subject that a search found; `own` is what a user's own RLS identity has, null for a group. */
export const subjectFound = z.extend(subjectShown, { own: z.nullable(z.enum(ownIdentities)) });

/** The choices of every form for an identity: roles, including the model's if the service listed them, and values. */
export const identityOptions = z.object({
  roles: z.array(
    z.object({
      name: z.string(),
      /** Without a filter: it shows everything. Null: the model was not read. */ open: z.nullable(z.boolean()),
    }),
  ),
  /** True if the roles are all the roles of the model; otherwise they are those in use here. */
  listed: z.boolean(),
  /** The values identities compare here: options of fields that may be part of one, and values in use. */
  values: z.array(z.string()),
  /** The roles that most values have here. */
  usual: z.array(z.string()),
});
export type IdentityOptions = z.infer<typeof identityOptions>;
