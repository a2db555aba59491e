import papa from 'papaparse';
import type { Language } from '../../../domain/session/languages.ts';
import { formula } from '../../../domain/text/formula.ts';

/** The API's response for an exported list; older lists send no column ids. */
export type TableFile = {
  filename: string;
  csv: string;
  rows: number;
  columns?: readonly { id: string; number: boolean }[] | undefined;
  more?: boolean | undefined;
};
export type Shown = { visible: readonly string[]; known: ReadonlySet<string> };

/**
 * Which columns of the file to keep, in order: the list's visible columns, then the file-only ones. A column that the list
 * knows and hides is left out.
 */
export function keptColumns(columns: readonly { id: string }[], shown: Shown | null): number[] {
  const places = columns.map((_, at) => at);
  if (!shown) return places;
  const place = (id: string) => columns.findIndex((column) => column.id === id);
  const visible = shown.visible.map(place).filter((at) => at >= 0);
  return [...visible, ...places.filter((at) => !shown.known.has(columns[at]?.id ?? ''))];
}

/** Joins the parts of a list into one table, headings first; numeric text becomes numbers. */
export function getTable(parts: readonly TableFile[], shown: Shown | null): { rows: (string | number)[][]; delimiter: string } {
  const read = parts.map(({ csv }) => papa.parse<string[]>(csv.replace(/^\ufeff/, ''), { skipEmptyLines: true }));
  const heads = read[0]?.data[0] ?? [];
  const columns = parts[0]?.columns ?? heads.map((id) => ({ id, number: false }));
  const numbers = columns.map((_, at) => parts.every((part) => part.rows === 0 || part.columns?.[at]?.number));
  const kept = keptColumns(columns, shown);
  const body = read.flatMap(({ data }) => data.slice(1));
  return {
    rows: [
      kept.map((at) => heads[at] ?? ''),
      ...body.map((row) =>
        kept.map((at) => {
          const text = row[at] ?? '';
          return numbers[at] && text !== '' ? Number(text) : text;
        }),
      ),
    ],
    delimiter: /^(?:"(?:[^"]|"")*"|[^",;]*);/.test((parts[0]?.csv ?? '').replace(/^\ufeff/, '')) ? ';' : ',',
  };
}

type LocalColumn<Row> = { id: string; header: string; value: (row: Row) => string | null };

/** A list that the page holds whole, as the API would send it. */
export function fileOfRows<Row>(name: string, language: Language, columns: readonly LocalColumn<Row>[], rows: readonly Row[]): TableFile {
  const data = rows.map((row) => columns.map(({ value }) => value(row) ?? ''));
  const delimiter = language === 'en-US' ? ',' : ';';
  return {
    filename: `${name}.csv`,
    csv: papa.unparse({ fields: columns.map(({ header }) => header), data }, { delimiter, escapeFormulae: formula }),
    rows: rows.length,
    columns: columns.map(({ id }) => ({ id, number: false })),
  };
}

/** The table as CSV text; formulas have already been neutralized. */
export const toCsv = (rows: readonly (readonly (string | number)[])[], delimiter: string): string =>
  `\ufeff${papa.unparse(rows as (string | number)[][], { delimiter })}`; // because the library's type demands mutable arrays
