import type { CustomField, CustomValue, CustomValues } from './field.ts';
import { isEmpty } from './field.ts';
import { checkValue, type ValueProblem } from './value.ts';

/** Who gives the values: an administrator, the person himself, a file, a directory (SCIM). */
type GivenBy = 'admin' | 'self' | 'import' | 'scim';

export type CustomWish = {
  fields: readonly CustomField[];
  /** By key; null or '' takes a value away; a key that is absent stays as it was. */
  input: Readonly<Record<string, unknown>>;
  /** What is stored; null where the person or report is new, which then gets the defaults. */
  before: CustomValues | null;
  by: GivenBy;
  /** The form in which these fields stand is being saved, whatever of it was changed. */
  saved?: boolean;
};
export type CustomOutcome = {
  /** Everything that is to be stored, also what fields that are no longer in force left behind. */
  values: CustomValues;
  problems: Record<string, ValueProblem>;
  changed: string[];
  /** Required fields without a value, where that is no fault: a directory's people are flagged. */
  incomplete: string[];
};

const sameValue = (one: CustomValue | undefined, other: CustomValue | undefined) => JSON.stringify(one) === JSON.stringify(other);

/** Tells whether a person may change a field of his own; what stands in an identity is never his. */
export const isOwnToEdit = (field: Pick<CustomField, 'userVisible' | 'userEditable' | 'identity'>): boolean =>
  field.userVisible && field.userEditable && !field.identity;

/**
 * Checks the values of a form, a file or a directory against the fields in force. Required holds at the next save of these fields, not for
 * what was saved before: whoever changes something else of a person or report is not held up by a field that came later (BEHAVIOUR 10).
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
  const asked = saved ?? (before === null || by !== 'admin' || changed.length > 0);
  for (const field of fields) {
    const { key } = field;
    if (!field.required || problems[key] || !isEmpty(values[key]) || (by === 'self' && !isOwnToEdit(field))) continue;
    if (by === 'scim') incomplete.push(key);
    else if (asked) problems[key] = 'required';
  }
  return { values, problems, changed, incomplete };
}

/** The required fields that somebody has no value for; with `own` only those that he can fill in himself. */
export function missingFields(fields: readonly CustomField[], values: CustomValues, { own = false } = {}): CustomField[] {
  return fields.filter((field) => field.required && (!own || isOwnToEdit(field)) && isEmpty(values[field.key]));
}
