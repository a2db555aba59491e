import * as z from 'zod/mini';
import { queryInt } from './fields.ts';

/** Rows in one part of an exported list; a longer list comes in several. */
export const partRows = 5_000;
const maxParts = 200;

/** The query of an export: which part of the list, by default the first. */
export const filePart = { part: z.optional(queryInt(1, maxParts)) };

/** A list as a file: its CSV text, the heading of each column, and whether another part follows. */
export const tableFile = z.object({
  filename: z.string(),
  csv: z.string(),
  rows: z.number(),
  columns: z.array(z.object({ id: z.string(), number: z.boolean() })),
  more: z.boolean(),
});
