import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import type { Mapping } from '../../../domain/user-imports/columns.ts';
import { type RowFacts, readRow } from '../../../domain/user-imports/read-row.ts';
import { i, ownRows, r } from './import-row.ts';

/** A row that takes part: below the header, not removed, not imported yet. */
export const isPending = sql`(r.n > i.header_row and not r.removed and r.state = 'pending')`;
const isBad = sql`(r.problems <> '[]'::jsonb or r.clashes <> '[]'::jsonb)`;
export const isReady = sql`(${isPending} and not ${isBad})`;
export const isFaulty = sql`(${isPending} and ${isBad})`;

export const willUpdate = sql`(r.notes @> '[{"code":"will_update"}]'::jsonb)`;

export const pendingRows = (db: Db, id: string, where: SQL = isPending) =>
  db
    .select({ n: r.n, cells: r.cells, person: r.person, email: r.email, phone: r.phone, problems: r.problems, notes: r.notes })
    .from(i)
    .innerJoin(r, ownRows)
    .where(and(eq(i.id, id), where))
    .orderBy(r.n);
export type StoredRow = Awaited<ReturnType<typeof pendingRows>>[number];

/** The rows whose fresh reading differs from what is stored. */
export function readAnew(rows: readonly StoredRow[], mapping: Mapping, facts: RowFacts) {
  return rows.flatMap((row) => {
    const fresh = readRow(row.cells, mapping, facts);
    const kept = row.notes.filter(({ code }) => code === 'will_update');
    const { person, email, phone, problems } = fresh;
    const notes = [...fresh.notes, ...kept];
    const same = written([row.person, row.email, row.phone, row.problems, row.notes]) === written([person, email, phone, problems, notes]);
    return same ? [] : [{ n: row.n, person, email, phone, problems, notes }];
  });
}

/** The same text for the same value: the database orders the keys of an object differently. */
const written = (value: unknown): string =>
  JSON.stringify(value, (_, part) =>
    part && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
