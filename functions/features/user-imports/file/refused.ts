import { AppError, type ErrorVars } from '../../../../domain/errors/catalogue.ts';
import type { FileFault } from '../../../../domain/user-imports/limits.ts';

/** A file that is not taken, with its reason; the sentence is the reader's language's own. */
export const refused = (reason: FileFault, vars: ErrorVars = {}): AppError =>
  new AppError('import_file_refused', { ...vars, reason }, { field: 'file' });

/** The rows of a file, each with the number that a spreadsheet shows beside it; empty rows are left out. */
export type FileRow = { n: number; cells: string[] };
export type ReadFile = { rows: FileRow[]; sheet: string | null; sheets: string[] };
