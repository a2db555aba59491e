import { type SQL, sql } from 'drizzle-orm';
import type { PgTable, PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { Db } from './client.ts';

// A verb decides on the facts that it loaded; these checks abort its write if one of them has changed since (docs/data.md).

/** Aborts the transaction unless `condition` is true. Put it before the writes it guards. */
export const mustHold = (db: Db, condition: SQL) => db.execute(sql`select app.must_hold(${condition})`);

/** Counts rows, for use inside `mustHold`; doesn't lock them. */
export const countRows = (db: Db, table: PgTable, where: SQL | undefined): SQL<number> =>
  sql`(select count(*) from ${db.select({ one: sql`1` }).from(table).where(where)} as found)`;

/**
 * Locks one row in the version that was read. A concurrent writer waits here, then gets 409. Put it first: after the update, a version
 * that someone else has just saved would look like our own.
 */
export const lockVersion = (db: Db, table: PgTable, where: SQL | undefined) =>
  mustHold(db, sql`(select count(*) from ${db.select({ one: sql`1` }).from(table).where(where).for('no key update')} as locked) = 1`);

/** Makes tsc reject a key that is not a column, even from a spread or a variable; drizzle would drop it. */
export const setOf = <T extends PgTable, V extends object>(
  _table: T,
  values: V & PgUpdateSetSource<T> & Record<Exclude<keyof V, keyof PgUpdateSetSource<T>>, never>,
): PgUpdateSetSource<T> => values;
