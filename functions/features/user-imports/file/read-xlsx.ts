import { AppError } from '../../../../domain/errors/catalogue.ts';
import { mostColumns, mostLeadRows, mostRows } from '../../../../domain/user-imports/limits.ts';
import { type ReadFile, refused } from './refused.ts';
import { trimSheet } from './trim-sheet.ts';
import { unpack } from './unpack.ts';

/** Reads one sheet of a workbook: the one asked for, else the first with something in it. Of formulas the value that was last computed. */
export async function readXlsx(bytes: Uint8Array, wanted: string | undefined): Promise<ReadFile> {
  const parts = await opened(bytes);
  const [{ default: readWorkbook }, { zipSync }] = await Promise.all([import('read-excel-file/universal'), import('fflate')]);
  try {
    // Packed again without pressing: what the library gets is what was looked through.
    const packed = zipSync(trimmed(parts), { level: 0 });
    const found = await readWorkbook(packed.buffer as ArrayBuffer); // because zipSync makes a buffer of its own
    const sheets = found.map(({ sheet }) => sheet);
    if (wanted !== undefined && !sheets.includes(wanted)) throw refused('sheet', { name: wanted.slice(0, 60) });
    const chosen = found.find(({ sheet, data }) => (wanted === undefined ? data.length > 0 : sheet === wanted)) ?? found[0];
    if (!chosen) throw refused('empty');
    const rows = chosen.data
      .map((cells, at) => ({ n: at + 1, cells: cells.map(textOf) }))
      .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
    if (rows.length > mostRows + mostLeadRows) throw refused('too_many_rows', { count: mostRows });
    if (rows.some(({ cells }) => cells.length > mostColumns)) throw refused('too_wide', { count: mostColumns });
    return { rows, sheet: chosen.sheet, sheets };
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw refused('broken');
  }
}

async function opened(bytes: Uint8Array): Promise<Record<string, Uint8Array>> {
  try {
    const parts = await unpack(bytes);
    // Another archive that begins as a workbook does: a document, a presentation, a plain .zip.
    if (!parts['xl/workbook.xml']) throw refused(Object.keys(parts).length > 0 ? 'type' : 'broken');
    return parts;
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw refused('broken');
  }
}

function trimmed(parts: Record<string, Uint8Array>): Record<string, Uint8Array> {
  const [read, write] = [new TextDecoder(), new TextEncoder()];
  return Object.fromEntries(
    Object.entries(parts).map(([name, part]) => [
      name,
      /^xl\/worksheets\/[^/]+\.xml$/.test(name) ? write.encode(trimSheet(read.decode(part))) : part,
    ]),
  );
}

const midnight = 'T00:00:00.000Z';
/** A cell as text: days as `2026-12-31`, numbers as they are typed, never in powers of ten. */
function textOf(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  if (cell instanceof Date) {
    if (Number.isNaN(cell.getTime())) return '';
    const iso = cell.toISOString();
    return iso.endsWith(midnight) ? iso.slice(0, 10) : iso.slice(0, 16).replace('T', ' ');
  }
  if (typeof cell === 'number') return Number.isInteger(cell) && Math.abs(cell) < 1e21 ? BigInt(cell).toString() : String(cell);
  return String(cell).replaceAll('\u0000', '').toWellFormed();
}
