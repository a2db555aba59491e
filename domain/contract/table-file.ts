import * as z from 'zod/mini';
import { queryInt } from './fields.ts';

/** Rows of one part of an exported list; a longer list comes in several. */
export const partRows = 5_000;
const mostParts = 200;

/** The query of an export: which part of the list, the first where none is named. */
export const filePart = { part: z.optional(queryInt(1, mostParts)) };

/** A list as a file: its CSV text, what each column of it is called in the list, and whether another part follows. */
export const tableFile = z.object({
  filename: z.string(),
  csv: z.string(),
  rows: z.number(),
  columns: z.array(z.object({ id: z.string(), number: z.boolean() })),
  more: z.boolean(),
});
