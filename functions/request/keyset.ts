import { and, type SQL, sql } from 'drizzle-orm';
import type { PgSelect } from 'drizzle-orm/pg-core';
import { maxOffsetRows } from '../../domain/contract/page.ts';
import { AppError } from '../../domain/errors/catalogue.ts';
import { fromBase64, toBase64Url } from '../services/ids.ts';

/** A sortable column: its SQL, and how a cursor's text is cast back. Each needs an index (tenant_id, column, id). */
export type SortColumn = { sql: SQL; cast: 'text' | 'timestamptz' | 'bigint' };
export type ListQuery = { sort?: string | undefined; page?: number | undefined; cursor?: string | undefined; size?: number | undefined };

type Cursor = { back: boolean; value: string; id: string };
export const defaultPageSize = 25;

const encode = (cursor: Cursor) => toBase64Url(new TextEncoder().encode(JSON.stringify(cursor)));
// A caller can write a cursor by hand, so values that the database would reject are refused here.
const readable: Record<SortColumn['cast'], (value: string) => boolean> = {
  text: () => true,
  bigint: (value) => /^-?\d{1,18}$/.test(value),
  timestamptz: (value) => /^-?infinity$/.test(value) || isInstant(value),
};

/** An instant as the database writes it. `2026-02-31` is refused, though JavaScript reads it as 3 March. */
function isInstant(value: string): boolean {
  const [, day = '', time = '', zone = ''] = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d(?:\.\d{1,6})?)([+-]\d\d(?::\d\d)?)$/.exec(value) ?? [];
  const midnight = Date.parse(`${day}T00:00:00Z`);
  const isDay = !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(day);
  return isDay && !Number.isNaN(Date.parse(`${day}T${time}${zone.length === 3 ? `${zone}:00` : zone}`));
}

function decode(text: string, cast: SortColumn['cast']): Cursor {
  try {
    const cursor = JSON.parse(new TextDecoder().decode(fromBase64(text))) as Cursor; // because the checks below look at every part
    if (
      typeof cursor.back === 'boolean' &&
      typeof cursor.value === 'string' &&
      !cursor.value.includes('\u0000') &&
      cursor.value.isWellFormed() &&
      readable[cast](cursor.value) &&
      /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/.test(cursor.id)
    )
      return cursor;
  } catch {
    // Falls through to the throw below.
  }
  throw new AppError('invalid_input', { reason: 'invalid' }, { field: 'cursor' });
}

/**
 * Keyset pagination with numbered pages: next and previous by cursor, a page number by offset up to 10,000 rows. `id` is the tie-breaker;
 * rows carry `sort_value` (the column as text) and `id`.
 */
export function keyset(query: ListQuery, columns: Record<string, SortColumn>, fallback: string, id: SQL) {
  const wanted = query.sort ?? fallback;
  const down = wanted.startsWith('-');
  const column = columns[wanted.replace(/^-/, '')];
  if (!column) throw new AppError('invalid_input', { reason: 'invalid' }, { field: 'sort' });
  const size = query.size ?? defaultPageSize;
  const cursor = query.cursor ? decode(query.cursor, column.cast) : null;
  const page = cursor ? null : (query.page ?? 1);
  const offset = page ? (page - 1) * size : 0;
  if (offset >= maxOffsetRows && offset > 0) throw new AppError('invalid_input', { reason: 'refine' }, { field: 'page' });
  const backwards = cursor?.back ?? false;
  const descending = down !== backwards;
  const direction = sql.raw(descending ? 'desc' : 'asc');
  const comparison = sql.raw(descending ? '<' : '>');
  const after = cursor
    ? sql`(${column.sql}, ${id}) ${comparison} (${cursor.value}::${sql.raw(column.cast)}, ${cursor.id}::uuid)`
    : sql`true`;
  return {
    where: after,
    orderBy: sql`${column.sql} ${direction}, ${id} ${direction}`,
    sortValue: sql<string>`(${column.sql})::text`,
    /** Fetches one extra row, which shows whether there is a next page. */
    take: size + 1,
    skip: offset,
    /** The page of what `query` finds and `where` keeps, in order; the query also selects `sortValue` as `sort_value`. */
    page: <Q extends PgSelect>(query: Q, where: SQL | undefined) =>
      query
        .where(and(where, after))
        .orderBy(sql`${column.sql} ${direction}, ${id} ${direction}`)
        .limit(size + 1)
        .offset(offset),
    limit: sql`limit ${size + 1} offset ${offset}`,
    /** Builds the answer's paging from the rows read (one more than requested) and the count. */
    answer<T extends { id: string; sort_value: string }>(rows: T[], total: number, totalIsExact = true) {
      const more = rows.length > size;
      const kept = rows.slice(0, size);
      const items = backwards ? kept.reverse() : kept;
      const first = items[0];
      const last = items.at(-1);
      const hasNext = backwards ? true : more;
      const hasPrev = backwards ? more : cursor !== null || (page ?? 1) > 1;
      return {
        rows: items,
        page,
        pages: Math.max(1, Math.ceil(total / size)),
        total,
        totalIsExact,
        next: hasNext && last ? encode({ back: false, value: last.sort_value, id: last.id }) : null,
        prev: hasPrev && first ? encode({ back: true, value: first.sort_value, id: first.id }) : null,
      };
    },
  };
}
