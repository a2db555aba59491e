import type { Language } from '../../domain/session/contract.ts';

export type TableFormat = 'csv' | 'xlsx';
export type Cell = string | number | boolean | null;
export type Table = { sheet: string; headings: readonly string[]; rows: readonly (readonly Cell[])[]; widths?: readonly number[] };

export const tableTypes = {
  csv: 'text/csv;charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

/** Makes the bytes of a CSV or XLSX file; spreadsheets get no formula from us, whatever somebody wrote into a name. */
export async function tableFile(format: TableFormat, table: Table, language: Language): Promise<Uint8Array<ArrayBuffer>> {
  return format === 'csv' ? csvOf(table, language) : xlsxOf(table);
}

async function csvOf({ headings, rows }: Table, language: Language): Promise<Uint8Array<ArrayBuffer>> {
  const { default: papa } = await import('papaparse');
  const delimiter = language === 'en-US' ? ',' : ';';
  const text = papa.unparse({ fields: [...headings], data: rows.map((row) => [...row]) }, { delimiter, escapeFormulae: true });
  // The mark tells spreadsheets that it is UTF-8.
  return Uint8Array.from(new TextEncoder().encode(`\ufeff${text}\r\n`));
}

// As the CSV does; a telephone number alone cannot become anything else in a cell that is text.
const formula = /^[=+\-@\t\r]/;
const telephone = /^\+\d{6,15}$/;
const harmless = (cell: Cell): Cell => (typeof cell === 'string' && formula.test(cell) && !telephone.test(cell) ? `'${cell}` : cell);
// What XML cannot carry: unpaired halves of signs, and control characters but tab and line ends.
const unwritable = /[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu;
const writable = (text: string): string => text.toWellFormed().replaceAll('\ufffd', '').replace(unwritable, '');

async function xlsxOf({ sheet, headings, rows, widths = [] }: Table): Promise<Uint8Array<ArrayBuffer>> {
  const { default: writeWorkbook } = await import('write-excel-file/universal');
  const data = rows.map((row) =>
    row.map((cell) => {
      const value = harmless(cell);
      if (value === null || value === '') return null;
      return typeof value === 'string' ? { value: writable(value), type: String } : { value };
    }),
  );
  const made = writeWorkbook([
    {
      // What a sheet may not be called.
      sheet: sheet.replace(/[\\/?*[\]:]/g, ' ').slice(0, 31),
      data: [headings.map((value) => ({ value, fontWeight: 'bold' as const })), ...data],
      columns: headings.map((_, index) => ({ width: widths[index] ?? 20 })),
      stickyRowsCount: 1,
    },
  ]);
  return new Uint8Array(await (await made.toBlob()).arrayBuffer());
}

export function base64Of(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 8_192) text += String.fromCharCode(...bytes.subarray(at, at + 8_192));
  return btoa(text);
}
