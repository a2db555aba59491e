import * as z from 'zod/mini';
import { visits } from '../access/session-kinds.ts';
import { endpoint } from '../contract/endpoint.ts';
import { changed, done, id, instant, largestInteger, text, version, whole, writtenText } from '../contract/fields.ts';
import { tableFile } from '../contract/table-file.ts';
import { language } from '../session/contract.ts';
import { normalName } from '../text/name.ts';
import { readFilters } from './filters.ts';
import {
  fieldActions,
  fieldOwners,
  fieldTypes,
  keyPattern,
  maxHelpLength,
  maxKeptOptions,
  maxLabelLength,
  maxOptionLength,
  maxOptions,
  maxPatternLength,
  maxTextLength,
} from './limits.ts';

// Custom fields of users and reports (Spec 3, BEHAVIOUR 10). Values are text, or a list of options for `multiple`; numbers and days are
// text too.

const screens = ['setting'];
const words = (max: number) => z.partialRecord(language, writtenText(max));
/** Names in the languages; one may be empty. */
const names = (max: number) => z.partialRecord(language, z.string().check(z.overwrite(normalName), z.maxLength(max, 'too_long')));
const option = z.strictObject({
  value: text(maxOptionLength),
  labels: z._default(names(maxOptionLength), {}),
  retired: z._default(z.boolean(), false),
});
const decimalText = z.string().check(z.maxLength(20, 'too_long'));
const dayText = z.string().check(z.maxLength(10, 'too_long'));
const limits = z.strictObject({
  longest: z.optional(whole(0, largestInteger)),
  pattern: z.optional(z.string().check(z.maxLength(maxPatternLength, 'too_long'))),
  least: z.optional(decimalText),
  most: z.optional(decimalText),
  decimals: z.optional(whole(0, largestInteger)),
  earliest: z.optional(dayText),
  latest: z.optional(dayText),
});
const value = z.union([
  z.string().check(z.maxLength(maxTextLength, 'too_long')),
  z.array(z.string().check(z.maxLength(maxOptionLength, 'too_long'))).check(z.maxLength(maxOptions, 'too_long')),
]);
// Room for two hundred options with their labels in four languages.
const maxBytes = 512 * 1024;
const key = z.string().check(z.regex(keyPattern, 'unknown'));

/** Values as a form sends them: null or '' clears one, an absent key leaves it unchanged. */
export const customInput = z.record(key, z.nullable(value)).check(z.refine((input) => Object.keys(input).length <= 100, 'too_long'));
/** Values as rows and forms show them. */
export const customShown = z.record(z.string(), z.union([z.string(), z.array(z.string())]));
/** A list filtered by searchable fields, as one parameter. */
export const customFilter = z.string().check(
  z.maxLength(1500, 'too_long'),
  z.refine((text) => readFilters(text) !== null, 'invalid'),
);

const shape = {
  of: z.enum(fieldOwners),
  type: z.enum(fieldTypes),
  labels: names(maxLabelLength),
  helps: z._default(words(maxHelpLength), {}),
  options: z._default(z.array(option).check(z.maxLength(maxKeptOptions, 'too_long')), []),
  defaultValue: z._default(z.nullable(value), null),
  limits: z._default(limits, {}),
  required: z._default(z.boolean(), false),
  global: z._default(z.boolean(), false),
  searchable: z._default(z.boolean(), false),
  identity: z._default(z.boolean(), false),
  userVisible: z._default(z.boolean(), true),
  userEditable: z._default(z.boolean(), false),
};

const shownWords = z.partialRecord(language, z.string());
const fieldShown = z.object({
  id: z.string(),
  key: z.string(),
  of: z.enum(fieldOwners),
  type: z.enum(fieldTypes),
  labels: shownWords,
  helps: shownWords,
  options: z.array(z.object({ value: z.string(), labels: shownWords, retired: z.boolean() })),
  defaultValue: z.nullable(value),
  limits: z.object(limits.shape),
  required: z.boolean(),
  global: z.boolean(),
  searchable: z.boolean(),
  identity: z.boolean(),
  userVisible: z.boolean(),
  userEditable: z.boolean(),
});

const managedField = z.object({
  ...fieldShown.shape,
  /** Defined in this tenant; a field from a layer above is read-only. */
  mine: z.boolean(),
  state: z.enum(['active', 'disabled', 'deleted']),
  /** When a deleted field and its values are purged. */
  goneAt: z.nullable(instant),
  position: z.number(),
  version: z.number(),
  createdAt: instant,
});
export type ManagedField = z.infer<typeof managedField>;

export const listFields = endpoint({
  method: 'GET',
  path: '/api/auth/custom-fields',
  needs: 'customFields.manage',
  kinds: visits,
  screens,
  summary:
    'Lists all custom fields of users and reports, with inherited, disabled and deleted ones; not paginated, as there are at most a few hundred.',
  input: z.strictObject({}),
  output: z.object({
    items: z.array(managedField),
    room: z.object({ own: z.number(), global: z.number() }),
    /** Values of identity fields that users entered about themselves and that wait for review. */
    unreviewed: z.number(),
    /** The fallback language of every label. */
    language,
  }),
});

export const exportFields = endpoint({
  method: 'GET',
  path: '/api/auth/custom-fields/export',
  needs: 'customFields.manage',
  kinds: visits,
  screens,
  summary: 'Exports the same fields as text rows for a CSV file; formula cells are prefixed.',
  input: z.strictObject({}),
  output: tableFile,
});

export const readField = endpoint({
  method: 'GET',
  path: '/api/auth/custom-fields/{id}',
  needs: 'customFields.manage',
  kinds: visits,
  screens,
  summary:
    'Returns one field with how many values it has, how often each option is used, how many grants refer to it, and what deleting it would remove.',
  input: z.strictObject({ id }),
  output: z.object({
    ...managedField.shape,
    values: z.number(),
    used: z.array(z.object({ value: z.string(), count: z.number() })),
    grants: z.number(),
  }),
  errors: ['not_found'],
});

export const addField = endpoint({
  method: 'POST',
  path: '/api/auth/custom-fields',
  needs: 'customFields.manage',
  kinds: visits,
  screens,
  summary:
    'Adds a field at the end of the order; its key is derived from its label once and never changes. A global field also applies to the units below.',
  input: z.strictObject(shape),
  output: z.object({ id: z.string(), key: z.string(), version: z.number() }),
  errors: ['custom_field_limit'],
  maxBytes,
});

export const editField = endpoint({
  method: 'PUT',
  path: '/api/auth/custom-fields/{id}',
  needs: 'customFields.manage',
  kinds: visits,
  screens,
  summary: 'Updates a field at the given version. Options in use are retired, not removed; the type only changes where no value is lost.',
  input: z.strictObject({ id, version, ...changed(shape) }),
  output: z.object({ id: z.string(), version: z.number(), retired: z.array(z.string()) }),
  errors: ['not_found', 'changed_meanwhile', 'custom_field_type'],
  maxBytes,
});

const ids = z.array(id).check(z.minLength(1, 'required'), z.maxLength(200, 'too_long'));

export const orderFields = endpoint({
  method: 'PUT',
  path: '/api/auth/custom-fields/order',
  needs: 'customFields.manage',
  kinds: visits,
  screens,
  summary: 'Reorders the tenant’s own user or report fields; the list must be complete.',
  input: z.strictObject({ of: z.enum(fieldOwners), ids }),
  output: done,
  errors: ['changed_meanwhile'],
});

export const changeFields = endpoint({
  method: 'POST',
  path: '/api/auth/custom-fields/bulk',
  needs: 'customFields.manage',
  kinds: visits,
  screens,
  summary: 'Disables, enables, deletes or restores several fields, all or none; a deleted field can be restored for 30 days.',
  input: z.strictObject({ action: z.enum(fieldActions), ids }),
  output: z.object({ changed: z.number() }),
  errors: ['not_found', 'custom_field_limit'],
});

export const fieldsInForce = endpoint({
  method: 'GET',
  path: '/api/auth/custom-fields/in-force/{of}',
  needs: 'customFields.fill',
  kinds: visits,
  summary: 'Lists the user or report fields that forms and lists show to the caller, in order.',
  input: z.strictObject({ of: z.enum(fieldOwners) }),
  output: z.object({ fields: z.array(fieldShown), language }),
});

export const readOwnValues = endpoint({
  method: 'GET',
  path: '/api/auth/custom-fields/mine',
  needs: 'customFields.fill',
  summary: 'Returns the caller’s own values of the fields they may see, and which required ones are still empty.',
  input: z.strictObject({}),
  output: z.object({ fields: z.array(fieldShown), values: customShown, missing: z.array(z.string()), language }),
});

export const saveOwnValues = endpoint({
  method: 'PUT',
  path: '/api/auth/custom-fields/mine',
  needs: 'customFields.fill',
  summary: 'Saves the caller’s own values of the fields they may edit.',
  input: z.strictObject({ custom: customInput }),
  output: z.object({ values: customShown, missing: z.array(z.string()) }),
});
