import type { CustomField, CustomValue, CustomValues } from './field.ts';
import { isEmpty } from './field.ts';
import { checkValue, type ValueProblem } from './value.ts';

/** Who gives the values: an administrator, the user, a file, or a directory (SCIM). */
type GivenBy = 'admin' | 'self' | 'import' | 'scim';

export type CustomWish = {
  fields: readonly CustomField[];
  /** By key; null or '' clears a value; an absent key leaves it unchanged. */
  input: Readonly<Record<string, unknown>>;
  /** The stored values; null for a new user or report, which then gets the defaults. */
  before: CustomValues | null;
  by: GivenBy;
  /** The form with these fields is being saved, whether or not they changed. */
  saved?: boolean;
};
export type CustomOutcome = {
  /** Everything to store, including values of fields that are no longer in force. */
  values: CustomValues;
  problems: Record<string, ValueProblem>;
  changed: string[];
  /** Required fields without a value, where that isn't an error: users from a directory are only flagged. */
  incomplete: string[];
};

const sameValue = (one: CustomValue | undefined, other: CustomValue | undefined) => JSON.stringify(one) === JSON.stringify(other);

/** Whether users may change a field of their own; never one that is part of an RLS identity. */
export const isOwnToEdit = (field: Pick<CustomField, 'userVisible' | 'userEditable' | 'identity'>): boolean =>
  field.userVisible && field.userEditable && !field.identity;

/**
 * Checks the values of a form, a file or a directory against the fields in force. A required field is enforced the next time these fields
 * are saved, so changing something else about a user or report isn't blocked by a field that was added later (BEHAVIOUR 10).
 */
export function checkValues({ fields, input, before, by, saved }: CustomWish): CustomOutcome {
  const values: CustomValues = { ...before };
  const problems: Record<string, ValueProblem> = {};
  const incomplete: string[] = [];
  const known = new Map(fields.map((field) => [field.key, field]));
  for (const key of Object.keys(input)) if (!known.has(key)) problems[key] = 'unknown';
  for (const field of fields) {
    const { key } = field;
    const mine = by !== 'self' || isOwnToEdit(field);
    if (Object.hasOwn(input, key)) {
      const checked = checkValue(field, input[key], before?.[key]);
      if ('problem' in checked) problems[key] = checked.problem;
      else if (!mine && !sameValue(checked.value ?? undefined, before?.[key])) problems[key] = 'not_editable';
      else if (checked.value === null) delete values[key];
      else values[key] = checked.value;
    } else if (before === null && field.defaultValue !== null) values[key] = field.defaultValue;
  }
  const changed = [...known.keys()].filter((key) => !sameValue(values[key], before?.[key]));
  // A refused value counts as a change, so that every error is reported at once.
  const asked = saved ?? (before === null || by !== 'admin' || changed.length > 0 || Object.keys(problems).length > 0);
  for (const field of fields) {
    const { key } = field;
    if (!field.required || problems[key] || !isEmpty(values[key]) || (by === 'self' && !isOwnToEdit(field))) continue;
    if (by === 'scim') incomplete.push(key);
    else if (asked) problems[key] = 'required';
  }
  return { values, problems, changed, incomplete };
}

/** The required fields without a value; with `own` only those the user can fill in. */
export function missingFields(fields: readonly CustomField[], values: CustomValues, { own = false } = {}): CustomField[] {
  return fields.filter((field) => field.required && (!own || isOwnToEdit(field)) && isEmpty(values[field.key]));
}
