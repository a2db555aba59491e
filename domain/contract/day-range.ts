import * as z from 'zod/mini';
import { day } from './fields.ts';

/** The query of a list that is narrowed to days of the tenant's own clock, `yyyy-mm-dd`, both included. */
export const dayRange = { from: z.optional(day), to: z.optional(day) };
