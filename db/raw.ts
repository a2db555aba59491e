import { type SQL, sql } from 'drizzle-orm';
import type { Db } from './client.ts';

/** Postgres types by name, and the JavaScript type that the driver returns. */
type Types = {
  bool: boolean;
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
  'text[]': string[];
  'uuid[]': string[];
};
/** The type of a result column; `?` = nullable. */
type ColumnType = keyof Types | `${keyof Types}?`;
export type Shape = Readonly<Record<string, ColumnType>>;
export type RowOf<S extends Shape> = {
  -readonly [Name in keyof S]: S[Name] extends keyof Types ? Types[S[Name]] : Types[NotNull<S[Name]>] | null;
};
type NotNull<C> = C extends `${infer Type extends keyof Types}?` ? Type : never;

/** Every raw statement by name. tests/guards/statements.test.ts compares these shapes with what the database describes. */
export const rawShapes = new Map<string, Shape>();

/** A hand-written statement for what the builder cannot express, with a name and the columns it returns. */
export function raw<const S extends Shape>(name: string, shape: S) {
  rawShapes.set(name, shape);
  return (db: Db, statement: SQL) => db.execute<RowOf<S>>(sql`${sql.raw(`/* ${name} */ `)}${statement}`);
}
