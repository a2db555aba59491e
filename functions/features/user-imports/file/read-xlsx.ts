import { AppError } from '../../../../domain/errors/catalogue.ts';
import { maxColumns, maxLeadRows, maxRows } from '../../../../domain/user-imports/limits.ts';
import { type ReadFile, refused } from './refused.ts';
import { trimSheet } from './trim-sheet.ts';
import { unpack } from './unpack.ts';

/** Reads one sheet of a workbook: the requested one, else the first that isn't empty. For formulas it reads the last computed value. */
export async function readXlsx(bytes: Uint8Array, wanted: string | undefined): Promise<ReadFile> {
  const parts = await opened(bytes);
  const [{ default: readWorkbook }, { zipSync }] = await Promise.all([import('read-excel-file/universal'), import('fflate')]);
  try {
    // Packed again without compression: the library gets exactly what was checked.
    const packed = zipSync(trimmed(parts), { level: 0 });
    const found = await readWorkbook(packed.buffer as ArrayBuffer); // because zipSync makes a buffer of its own
    const sheets = found.map(({ sheet }) => sheet);
    if (wanted !== undefined && !sheets.includes(wanted)) throw refused('sheet', { name: wanted.slice(0, 60) });
    const chosen = found.find(({ sheet, data }) => (wanted === undefined ? data.length > 0 : sheet === wanted)) ?? found[0];
    if (!chosen) throw refused('empty');
    const rows = chosen.data
      .map((cells, at) => ({ n: at + 1, cells: cells.map(getText) }))
      .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
    if (rows.length > maxRows + maxLeadRows) throw refused('too_many_rows', { count: maxRows });
    if (rows.some(({ cells }) => cells.length > maxColumns)) throw refused('too_wide', { count: maxColumns });
    return { rows, sheet: chosen.sheet, sheets };
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw refused('broken');
  }
}

async function opened(bytes: Uint8Array): Promise<Record<string, Uint8Array>> {
  try {
    if (!hasEnd(bytes)) throw refused('broken');
    const parts = await unpack(bytes);
    // Another archive that begins like a workbook: a document, a presentation, a plain .zip.
    if (!parts['xl/workbook.xml']) throw refused(Object.keys(parts).length > 0 ? 'type' : 'broken');
    return parts;
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw refused('broken');
  }
}

/** An archive ends with its table of contents; a truncated one has none. */
function hasEnd(bytes: Uint8Array): boolean {
  for (let at = bytes.length - 22; at >= Math.max(0, bytes.length - 65_557); at -= 1)
    if (bytes[at] === 0x50 && bytes[at + 1] === 0x4b && bytes[at + 2] === 5 && bytes[at + 3] === 6) return true;
  return false;
}

function trimmed(parts: Record<string, Uint8Array>): Record<string, Uint8Array> {
  const [read, write] = [new TextDecoder(), new TextEncoder()];
  return Object.fromEntries(
    Object.entries(parts).map(([name, part]) => {
      const isSheet = /^xl\/worksheets\/[^/]+\.xml$/.test(name);
      checkTags(part, isSheet ? maxTags.sheet : name.endsWith('sharedStrings.xml') ? maxTags.strings : maxTags.other);
      return [name, isSheet ? write.encode(trimSheet(read.decode(part))) : part];
    }),
  );
}

// A sheet of 5,000 rows and 100 columns has three million tags; the rest of the workbook far fewer. The library makes an object of each.
const maxTags = { sheet: 4_000_000, strings: 2_000_000, other: 250_000 };
/** The library searches all attributes of a tag for each of them. */
const longestTag = 16 * 1024;
const [tagBegin, tagEnd] = [0x3c, 0x3e];

function checkTags(part: Uint8Array, most: number): void {
  let tags = 0;
  for (let at = part.indexOf(tagBegin); at >= 0; at = part.indexOf(tagBegin, at + 1)) {
    tags += 1;
    if (tags > most) throw refused('unpacked');
    const end = part.indexOf(tagEnd, at);
    if (end < 0 || end - at > longestTag) throw refused('broken');
  }
}

const midnight = 'T00:00:00.000Z';
/** A cell as text: days as `2026-12-31`, numbers as typed, never in scientific notation. */
function getText(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  if (cell instanceof Date) {
    if (Number.isNaN(cell.getTime())) return '';
    const iso = cell.toISOString();
    return iso.endsWith(midnight) ? iso.slice(0, 10) : iso.slice(0, 16).replace('T', ' ');
  }
  if (typeof cell === 'number') return Number.isInteger(cell) && Math.abs(cell) < 1e21 ? BigInt(cell).toString() : String(cell);
  return String(cell).replaceAll('\u0000', '').toWellFormed();
}
