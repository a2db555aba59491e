import type { CustomField, CustomValue, CustomValues } from '../../../domain/custom-fields/field.ts';

/** The values of custom fields as their rules know them: what is empty is absent, a number is its text. */
export const customOf = (values: Readonly<Record<string, unknown>>): CustomValues =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== null && value !== undefined && value !== '')
      .map(([key, value]): [string, CustomValue] => [key, Array.isArray(value) ? value.map(String) : String(value)]),
  );

/** Only the values of fields in force: what other fields left behind is nobody's to send. */
export const inForce = <Value>(values: Readonly<Record<string, Value>>, fields: readonly CustomField[]): Record<string, Value> =>
  Object.fromEntries(Object.entries(values).filter(([key]) => fields.some((field) => field.key === key)));
