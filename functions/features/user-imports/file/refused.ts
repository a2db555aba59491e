import { AppError, type ErrorVars } from '../../../../domain/errors/catalogue.ts';
import type { FileFault } from '../../../../domain/user-imports/limits.ts';

/** A refused file, with its reason; the sentence is in the user's language. */
export const refused = (reason: FileFault, vars: ErrorVars = {}): AppError =>
  new AppError('import_file_refused', { ...vars, reason }, { field: 'file' });

/** The rows of a file, each with its row number in a spreadsheet; empty rows are left out. */
export type FileRow = { n: number; cells: string[] };
export type ReadFile = { rows: FileRow[]; sheet: string | null; sheets: string[] };
