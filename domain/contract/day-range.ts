import * as z from 'zod/mini';
import { isDay } from '../validation/day.ts';

const day = z.string().check(
  z.regex(/^\d{4}-\d\d-\d\d$/, 'invalid'),
  z.refine((text) => isDay(text.replaceAll('-', '/')), 'invalid'),
);

/** The query of a list that is narrowed to days of the tenant's own clock, `yyyy-mm-dd`, both included. */
export const dayRange = { from: z.optional(day), to: z.optional(day) };
