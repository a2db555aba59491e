import * as z from 'zod/mini';
import { queryInt } from './fields.ts';

/** Rows up to which a page number is answered by offset; beyond it the user is asked to refine (ARCHITECTURE "Wire"). */
export const maxOffsetRows = 10_000;

/** The query of a list: search, sort (`column` or `-column`), page number or cursor. Columns are declared per endpoint. */
export function listInput<const C extends readonly string[]>(columns: C) {
  const sorts = columns.flatMap((column) => [column, `-${column}`]) as (C[number] | `-${C[number]}`)[]; // because flatMap widens the template type
  return {
    search: z.optional(z.string().check(z.trim(), z.maxLength(100, 'too_long'))),
    sort: z.optional(z.enum(sorts as [string, ...string[]])), // because zod wants a non-empty tuple
    page: z.optional(queryInt(1, 1_000_000)),
    cursor: z.optional(z.string().check(z.maxLength(300, 'too_long'))),
    size: z.optional(queryInt(1, 100)),
  };
}

/** The answer of a list (ARCHITECTURE "Wire"): numbered pages on top of cursors. */
export function page<I extends z.ZodMiniType>(item: I) {
  return z.object({
    items: z.array(item),
    page: z.nullable(z.number()),
    pages: z.number(),
    total: z.number(),
    totalIsExact: z.boolean(),
    next: z.nullable(z.string()),
    prev: z.nullable(z.string()),
  });
}
