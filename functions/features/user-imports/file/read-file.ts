import { cut } from '../../../../domain/text/cut.ts';
import { guessHeader, looksLikePassword, type Sample, sampledRows } from '../../../../domain/user-imports/columns.ts';
import { longestCell, maxColumns, maxLeadRows, maxRows } from '../../../../domain/user-imports/limits.ts';
import { readCsv } from './read-csv.ts';
import { readXlsx } from './read-xlsx.ts';
import { type FileRow, type ReadFile, refused } from './refused.ts';

export type ReadPeople = ReadFile & { headerRow: number; headers: string[] };

const startsWith = (bytes: Uint8Array, ...signs: number[]) => signs.every((sign, at) => bytes[at] === sign);
const isArchive = (bytes: Uint8Array) => startsWith(bytes, 0x50, 0x4b, 3, 4) || startsWith(bytes, 0x50, 0x4b, 5, 6);
/** Workbooks before 2007, and newer ones with a password. */
const isOldExcel = (bytes: Uint8Array) => startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0);
const others: readonly (readonly number[])[] = [
  [0x25, 0x50, 0x44, 0x46],
  [0x89, 0x50, 0x4e, 0x47],
  [0xff, 0xd8, 0xff],
  [0x47, 0x49, 0x46, 0x38],
  [0x1f, 0x8b],
  [0x52, 0x61, 0x72, 0x21],
  [0x37, 0x7a, 0xbc, 0xaf],
];
const isPage = (bytes: Uint8Array) =>
  /^\s*(?:<!doctype|<html|<\?xml|\{\\rtf)/i.test(new TextDecoder('windows-1252').decode(bytes.subarray(0, 100)));

/** Reads a file by its content and not by its name, and finds its header row. */
export async function readPeopleFile(bytes: Uint8Array, sheet?: string): Promise<ReadPeople> {
  if (bytes.length === 0) throw refused('empty');
  if (isOldExcel(bytes)) throw refused('old_excel');
  if (others.some((signs) => startsWith(bytes, ...signs)) || isPage(bytes)) throw refused('type');
  const read = isArchive(bytes) ? await readXlsx(bytes, sheet) : { rows: await readCsv(bytes), sheet: null, sheets: [] };
  const rows = tidy(read.rows);
  if (rows.length === 0) throw refused('empty');
  const at = guessHeader(rows.slice(0, maxLeadRows).map(({ cells }) => cells));
  return { ...read, rows, headerRow: rows[at]?.n ?? 1, headers: getHeaders(rows, rows[at]?.n ?? 1) };
}

/** The headings in a row; refuses a file with a column of passwords, without users, or with too many. */
export function getHeaders(rows: readonly FileRow[], headerRow: number): string[] {
  const headers = rows.find(({ n }) => n === headerRow)?.cells ?? [];
  const secret = headers.find(looksLikePassword);
  if (secret !== undefined) throw refused('password', { column: secret.trim().slice(0, 60) });
  const people = rows.filter(({ n }) => n > headerRow).length;
  if (people === 0) throw refused('no_people');
  if (people > maxRows) throw refused('too_many_rows', { count: maxRows });
  const width = Math.max(...rows.map(({ cells }) => cells.length));
  return Array.from({ length: width }, (_, at) => cut((headers[at] ?? '').trim(), 120));
}

/** The first rows below the header. */
export const getSample = (rows: readonly FileRow[], headerRow: number): Sample =>
  rows
    .filter(({ n }) => n > headerRow)
    .slice(0, sampledRows)
    .map(({ cells }) => cells);

const maxLetters = 12_000_000;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out.
const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;

/** Cells without control characters, cut to the stored length; empty columns at the right end are removed. */
function tidy(rows: readonly FileRow[]): FileRow[] {
  const clean = rows.map(({ n, cells }) => {
    const last = cells.findLastIndex((cell) => cell.trim() !== '');
    return { n, cells: cells.slice(0, last + 1).map((cell) => cut(cell.replace(control, ''), longestCell)) };
  });
  if (clean.some(({ cells }) => cells.length > maxColumns)) throw refused('too_wide', { count: maxColumns });
  // A workbook stores a long text once and points to it from every cell.
  const letters = clean.reduce((total, { cells }) => total + cells.reduce((sum, cell) => sum + cell.length, 0), 0);
  if (letters > maxLetters) throw refused('unpacked');
  return clean;
}
