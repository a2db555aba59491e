import * as z from 'zod/mini';

export const filterOperators = [
  'In',
  'NotIn',
  'Is',
  'IsNot',
  'Contains',
  'GreaterThan',
  'GreaterThanOrEqual',
  'LessThan',
  'LessThanOrEqual',
] as const;

const name = z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(200, 'too_long'));

/**
 * One fixed filter of a grant (Spec 4, catalog request): table, column, operator and values of the report's model. It shapes a view and
 * never protects.
 */
export const reportFilter = z.strictObject({
  table: name,
  column: name,
  operator: z.enum(filterOperators),
  values: z
    .array(z.union([z.string().check(z.maxLength(500, 'too_long')), z.number(), z.boolean()]))
    .check(z.minLength(1, 'required'), z.maxLength(100, 'too_long')),
});
export type ReportFilter = z.infer<typeof reportFilter>;
