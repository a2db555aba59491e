import * as z from 'zod/mini';
import { day } from './fields.ts';

/** The query of a list filtered by days on the tenant's clock, `yyyy-mm-dd`, both included. */
export const dayRange = { from: z.optional(day), to: z.optional(day) };
