import { maxColumns, maxLeadRows, maxRows } from '../../../../domain/user-imports/limits.ts';
import { decodeText } from './decode-text.ts';
import { guessDelimiter } from './guess-delimiter.ts';
import { type FileRow, refused } from './refused.ts';

/**
 * Empty rows between users count for the row number and not for the limit; a file with more rows than this in total isn't a list of users.
 */
const maxLines = 20_000;
/** Cells may contain line breaks and commas: these are limits for what a Worker can hold, far above any list of users. */
const maxLineEnds = 200_000;
const maxCells = 2 * (maxRows + maxLeadRows) * maxColumns;
const maxStrayQuotes = 10_000;

/** Reads a CSV file; the delimiter is what splits its first rows most evenly, or what its first line says (`sep=;`). */
export async function readCsv(bytes: Uint8Array): Promise<FileRow[]> {
  const whole = decodeText(bytes);
  const [line, said] = /^sep=([;,\t|:~^])(?:\r\n?|\n)/i.exec(whole) ?? [];
  if (['\n', '\r'].some((end) => getCount(whole, end, maxLineEnds) > maxLineEnds)) throw refused('too_many_rows', { count: maxRows });
  // Concatenated files have several kinds of line ends: the library handles one, and would join the rows of the others.
  const text = whole.slice(line?.length ?? 0).replace(/\r\n?/g, '\n');
  const { default: papa } = await import('papaparse');
  const delimiter = said ?? guessDelimiter(text, papa);
  if (getCount(text, delimiter, maxCells) > maxCells) throw refused('too_wide', { count: maxColumns });
  if (hasStrayQuotes(text, delimiter)) throw refused('quotes', { n: 1 });
  const parsed = papa.parse<string[]>(text, { delimiter, newline: '\n', preview: maxLines + 1, skipEmptyLines: false });
  // A quotation mark that is never closed swallows the rest of the file: the error names the row where it opens.
  const open = parsed.errors.find(({ code }) => code === 'MissingQuotes');
  if (open) throw refused('quotes', { n: (open.row ?? 0) + 1 });
  if (parsed.data.length > maxLines) throw refused('too_many_rows', { count: maxRows });
  const first = line ? 2 : 1;
  const rows = parsed.data.map((cells, at) => ({ n: at + first, cells })).filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  if (rows.length > maxRows + maxLeadRows) throw refused('too_many_rows', { count: maxRows });
  return rows;
}

/** How often a character occurs; stops counting one beyond the limit. */
function getCount(text: string, sign: string, most: number): number {
  let count = 0;
  for (let at = text.indexOf(sign); at >= 0 && count <= most; at = text.indexOf(sign, at + 1)) count += 1;
  return count;
}

/** Quotation marks within quoted cells: the library stores an error for each, and a file can have millions of them. */
function hasStrayQuotes(text: string, delimiter: string): boolean {
  const isEnd = (sign: string | undefined) => sign === undefined || sign === delimiter || sign === '\n';
  let stray = 0;
  for (let at = text.indexOf('"'); at >= 0; at = text.indexOf('"', at)) {
    const begin = at;
    while (text[at] === '"') at += 1;
    if ((at - begin) % 2 === 1 && !isEnd(text[begin - 1]) && !isEnd(text[at])) stray += 1;
    if (stray > maxStrayQuotes) return true;
  }
  return false;
}
