import { and, eq, ne, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Db } from '../../db/client.ts';
import type { Placed } from '../../domain/report-groups/reorder.ts';
import { idRows } from './id-rows.ts';

/** Whether the rows of an order, locked in id order, are those that were read, each in its position. */
export const samePlaces = (locked: SQLWrapper, stored: readonly Placed[]): SQL =>
  sql`(select coalesce(jsonb_object_agg(locked.id, locked.position), '{}') from ${locked} as locked) = ${JSON.stringify(
    Object.fromEntries(stored.map(({ id, position }) => [id, position])),
  )}::jsonb`;

/** Gives each row the position of its id in the list; rows that have it already stay unwritten. */
export const moveTo = (db: Db, table: PgTable & { id: PgColumn; position: PgColumn }, ids: readonly string[]) =>
  db
    .update(table)
    .set({ position: sql`w.n` })
    .from(sql`${idRows(ids)} w`)
    .where(and(eq(table.id, sql`w.id`), ne(table.position, sql`w.n`)));
