import * as z from 'zod/mini';
import { givenInstant, id, optionalText, text } from '../contract/fields.ts';
import { reportFilter } from '../reports/filters.ts';
import { fitsItsOperator } from './grant-rule.ts';
import { maxFilters, maxNoteLength, maxRoleLength, maxRoles, maxUsernameLength, subjectKinds } from './limits.ts';

// What a grant is made of on the wire; grants by hand and the catalog's decision share it.

const role = text(maxRoleLength);
/** The same role twice is one role. */
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
  /** The second confirmation of a grant that shows more than its author meant to show. */
  confirmed: z._default(z.boolean(), false),
};

export const grantSubject = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('everyone') }),
  z.strictObject({ kind: z.literal('user'), id }),
  z.strictObject({ kind: z.literal('group'), id }),
]);

/** What a form of a grant must know of the report. */
export const grantedReport = {
  needsIdentity: z.boolean(),
  needsRoles: z.boolean(),
  ignoresRls: z.boolean(),
  restriction: z.enum(['none', 'filters', 'rls']),
};

/** Who has a grant, as lists show it; `id` is null for everyone. */
export const subjectShown = z.object({
  kind: z.enum(subjectKinds),
  id: z.nullable(z.string()),
  name: z.nullable(z.string()),
  detail: z.nullable(z.string()),
});
export type SubjectShown = z.infer<typeof subjectShown>;

/** What a form of an identity offers, the same wherever one is set: roles, with those of the model where the service told them, and values. */
export const identityOptions = z.object({
  roles: z.array(
    z.object({
      name: z.string(),
      /** Without a filter: it shows everything. Null: the model was not read. */ open: z.nullable(z.boolean()),
    }),
  ),
  /** The roles are those of the model, all of them; otherwise those in use here. */
  listed: z.boolean(),
  /** What identities compare here: options of fields that may stand in one, and values in use. */
  values: z.array(z.string()),
  /** The roles that most values have here. */
  usual: z.array(z.string()),
});
export type IdentityOptions = z.infer<typeof identityOptions>;
