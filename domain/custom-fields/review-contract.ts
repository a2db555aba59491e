import * as z from 'zod/mini';
import { endpoint } from '../contract/endpoint.ts';
import { done, id, instant } from '../contract/fields.ts';
import { keyPattern, maxReviewed, maxTextLength } from './limits.ts';

// Values that users enter about themselves are part of no RLS identity until an administrator has accepted or replaced them.

const screens = ['setting'];
const key = z.string().check(z.regex(keyPattern, 'unknown'));
const value = z.string().check(z.maxLength(maxTextLength, 'too_long'));
/** The user, the field, and the value that was seen. */
const seen = { user: id, key, value };

const unreviewedValue = z.object({
  user: z.string(),
  name: z.string(),
  email: z.string(),
  field: z.string(),
  key: z.string(),
  value: z.string(),
  /** The value in words: an option by its label, a day as a day. */
  shown: z.string(),
  /** When the user entered it; null where the record is gone. */
  at: z.nullable(instant),
});
export type UnreviewedValue = z.infer<typeof unreviewedValue>;

export const listUnreviewed = endpoint({
  method: 'GET',
  path: '/api/auth/custom-fields/unreviewed',
  needs: 'customFields.manage',
  screens,
  summary:
    'Lists values of identity fields that users entered themselves and no administrator has accepted, so that RLS identities ' +
    'don’t use them yet. Returns the first hundred by user, and the total.',
  input: z.strictObject({}),
  output: z.object({ items: z.array(unreviewedValue), total: z.number() }),
});

export const acceptValues = endpoint({
  method: 'POST',
  path: '/api/auth/custom-fields/unreviewed/accept',
  needs: 'customFields.manage',
  screens,
  summary: 'Accepts values for use in RLS identities, all or none; refused if one has changed since it was read.',
  input: z.strictObject({
    values: z.array(z.strictObject(seen)).check(z.minLength(1, 'required'), z.maxLength(maxReviewed, 'too_long')),
  }),
  output: z.object({ accepted: z.number() }),
  errors: ['changed_meanwhile'],
});

export const replaceValue = endpoint({
  method: 'PUT',
  path: '/api/auth/custom-fields/unreviewed',
  needs: 'customFields.manage',
  screens,
  summary: 'Replaces a user-entered value with an administrator’s, or clears it.',
  input: z.strictObject({ ...seen, by: z.nullable(value) }),
  output: done,
  errors: ['not_found', 'changed_meanwhile'],
});
