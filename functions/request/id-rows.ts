import { sql } from 'drizzle-orm';

/** A list of ids as one parameter: rows `(id, n)` in the given order. */
export const idRows = (ids: readonly string[]) =>
  sql`(select i.id::uuid as id, (i.n - 1)::int as n
    from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb) with ordinality i (id, n))`;

/** The same list as a one-column query, for `in`. */
export const idsIn = (ids: readonly string[]) => sql`select i.id from ${idRows(ids)} i`;
