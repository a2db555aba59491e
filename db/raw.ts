import { type SQL, sql } from 'drizzle-orm';
import type { PgRaw } from 'drizzle-orm/pg-core/query-builders/raw';
import type { Db } from './client.ts';

/** Postgres types by name, and the JavaScript type that the driver returns. */
type Types = {
  bool: boolean;
  int2: number;
  int4: number;
  // 64 bits do not fit into a JavaScript number.
  int8: string;
  numeric: string;
  float8: number;
  text: string;
  uuid: string;
  date: string;
  timestamptz: string;
  jsonb: unknown;
  'int2[]': number[];
  'text[]': string[];
  'uuid[]': string[];
  // The result of a function that returns nothing.
  void: string;
};
/** The type of a result column; `?` = nullable. */
type ColumnType = keyof Types | `${keyof Types}?`;
/** A column about which the product knows more than its Postgres type says. */
type Typed<T> = ColumnType & { readonly typed: T };
export type Shape = Readonly<Record<string, ColumnType>>;
export type RowOf<S extends Shape> = { -readonly [Name in keyof S]: ValueOf<S[Name]> };
type ValueOf<C> = C extends Typed<infer T> ? T : C extends keyof Types ? Types[C] : Types[NotNull<C>] | null;
type NotNull<C> = C extends `${infer Type extends keyof Types}?` ? Type : never;

/**
 * A text of a few words, or jsonb of a known structure: `typed<Page[]>('jsonb')`. Like `$type` of a table's column a promise, not a check;
 * `T` includes null where `column` has `?`.
 */
export const typed = <T>(column: ColumnType) => column as Typed<T>; // because the type of its values exists for the compiler only

/** The columns that several statements share. */
export const defineShape = <const S extends Shape>(columns: S): S => columns;

type Rows<S extends Shape> = { rows: RowOf<S>[]; rowCount: number };

/** Every raw statement by name. tests/guards/statements.test.ts compares these shapes with what the database describes. */
export const rawShapes = new Map<string, Shape>();

/** A hand-written statement for what the builder cannot express, with a name and the columns it returns. */
export function raw<const S extends Shape>(name: string, shape: S) {
  rawShapes.set(name, shape);
  return (db: Db, statement: SQL) => {
    const query: unknown = db.execute(sql`${sql.raw(`/* ${name} */ `)}${statement}`);
    return query as PgRaw<Rows<S>>; // because the driver's own type lets every property pass
  };
}
