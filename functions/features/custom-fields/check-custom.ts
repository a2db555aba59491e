import { type CustomOutcome, type CustomWish, checkValues } from '../../../domain/custom-fields/check-values.ts';
import type { CustomValue, CustomValues } from '../../../domain/custom-fields/field.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { invalidInput } from '../../../domain/errors/invalid-input.ts';

/** Checks the values of one person or report and returns the values to store. The first wrong value is refused at its field. */
export function checkCustom(wish: CustomWish): CustomOutcome {
  const outcome = checkValues(wish);
  const [wrong] = Object.entries(outcome.problems);
  if (!wrong) return outcome;
  const [key, reason] = wrong;
  const field = `custom.${key}`;
  if (reason === 'required') throw new AppError('required', { name: field }, { field });
  throw invalidInput(field, reason);
}

/** The changed values by key, before and after, for the audit log. */
export function customChange(before: CustomValues | null, { values, changed }: CustomOutcome) {
  const pick = (all: CustomValues | null) => Object.fromEntries(changed.map((key) => [key, all?.[key] ?? null]));
  return { before: pick(before), after: pick(values) };
}

/** A value as a cell of an exported file. */
export const customCell = (value: CustomValue | undefined): string => (Array.isArray(value) ? value.join('; ') : (value ?? ''));
