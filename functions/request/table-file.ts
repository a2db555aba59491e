import { type SQL, sql } from 'drizzle-orm';
import { partRows } from '../../domain/contract/table-file.ts';
import { formatDate, formatDateTime, formatIsoDay } from '../../domain/format/date.ts';
import type { Language } from '../../domain/session/languages.ts';
import { formula } from '../../domain/text/formula.ts';
import type { SessionContext } from './context.ts';

type Part = { part?: number | undefined };
type Cell = string | number | null | undefined;
/** A column of a file: its heading and its value for a row. */
export type FileColumn<Row> = readonly [header: string, value: (row: Row) => Cell];

/** The language in which this user reads and exports. */
export const getLanguage = (ctx: SessionContext): Language => ctx.language ?? ctx.tenant.language;

/** The rows of one part of the list, plus one that shows whether another part follows. */
export const partRange = ({ part = 1 }: Part) => ({ take: partRows + 1, skip: (part - 1) * partRows });

/** The same range as SQL. */
export function getPart(input: Part): SQL {
  const { take, skip } = partRange(input);
  return sql`limit ${take} offset ${skip}`;
}

/** A civil day, or the day of an instant in the unit's zone, as the reader's language writes it. */
export function getDay(ctx: SessionContext, at: string | null | undefined): string {
  if (!at) return '';
  const language = getLanguage(ctx);
  return at.length === 10 ? formatIsoDay(language, at) : formatDate(language, new Date(at), ctx.tenant.zone);
}

/** An instant in the unit's zone, as the reader's language writes it. */
export const toTime = (ctx: SessionContext, at: string | null | undefined): string =>
  at ? formatDateTime(getLanguage(ctx), new Date(at), ctx.tenant.zone) : '';

/** The last day before an end, which is the midnight after it. */
export const getLastDay = (ctx: SessionContext, end: string | null | undefined): string =>
  getDay(ctx, end ? new Date(Date.parse(end) - 1).toISOString() : null);

/**
 * Makes the file of a list that was read with `getPart`. `columns` uses the column keys of the list on the screen, so a column hidden there
 * is left out here; keys unknown to the list appear in the file only. Values that a spreadsheet would run as a formula are made harmless.
 */
export async function tableFile<Row>(ctx: SessionContext, name: string, items: readonly Row[], columns: Record<string, FileColumn<Row>>) {
  const { default: papa } = await import('papaparse');
  const rows = items.slice(0, partRows);
  const entries = Object.entries(columns);
  const cells = rows.map((row) => entries.map(([, [, value]]) => value(row) ?? ''));
  const delimiter = getLanguage(ctx) === 'en-US' ? ',' : ';';
  const csv = papa.unparse({ fields: entries.map(([, [header]]) => header), data: cells }, { delimiter, escapeFormulae: formula });
  return {
    filename: `${name}.csv`,
    csv: `\ufeff${csv}`,
    rows: rows.length,
    columns: entries.map(([id], at) => ({ id, number: cells.length > 0 && cells.every((row) => typeof row[at] === 'number') })),
    more: items.length > partRows,
  };
}
