import type { CustomField, CustomValue, CustomValues } from '../../../domain/custom-fields/field.ts';

/** Custom values in the format of their rules: empty ones are absent, numbers are text. */
export const getCustom = (values: Readonly<Record<string, unknown>>): CustomValues =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== null && value !== undefined && value !== '')
      .map(([key, value]): [string, CustomValue] => [key, Array.isArray(value) ? value.map(String) : String(value)]),
  );

/** Only the values of active fields; leftover values of other fields must not be sent. */
export const inForce = <Value>(values: Readonly<Record<string, Value>>, fields: readonly CustomField[]): Record<string, Value> =>
  Object.fromEntries(Object.entries(values).filter(([key]) => fields.some((field) => field.key === key)));
