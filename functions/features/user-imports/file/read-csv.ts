import { mostLeadRows, mostRows } from '../../../../domain/user-imports/limits.ts';
import { decodeText } from './decode-text.ts';
import { type FileRow, refused } from './refused.ts';

const delimiters = [';', ',', '\t', '|'];
/** Empty rows between people count for the number of a row and not for the limit; beyond so many of all it is no list of people. */
const mostLines = 20_000;

/** Reads a CSV file; the sign between its cells is what parts its first rows most evenly, or what its first line says (`sep=;`). */
export async function readCsv(bytes: Uint8Array): Promise<FileRow[]> {
  const text = decodeText(bytes);
  const [, said] = /^sep=(.)\r?\n/i.exec(text) ?? [];
  const { default: papa } = await import('papaparse');
  const parsed = papa.parse<string[]>(said ? text.replace(/^[^\n]*\n/, '') : text, {
    ...(said ? { delimiter: said } : { delimitersToGuess: delimiters }),
    preview: mostLines + 1,
    skipEmptyLines: false,
  });
  // A quotation mark that is never closed swallows the rest of the file: the row where it opens is named.
  const open = parsed.errors.find(({ code }) => code === 'MissingQuotes');
  if (open) throw refused('quotes', { n: (open.row ?? 0) + 1 });
  if (parsed.data.length > mostLines) throw refused('too_many_rows', { count: mostRows });
  const first = said ? 2 : 1;
  const rows = parsed.data.map((cells, at) => ({ n: at + first, cells })).filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  if (rows.length > mostRows + mostLeadRows) throw refused('too_many_rows', { count: mostRows });
  return rows;
}
