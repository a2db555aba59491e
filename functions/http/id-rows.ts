import { sql } from 'drizzle-orm';

/** A list of ids as one parameter, each a row `(id, n)` in the order given. */
export const idRows = (ids: readonly string[]) =>
  sql`(select i.id::uuid as id, (i.n - 1)::int as n
    from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb) with ordinality i (id, n))`;

/** The same as a query of one column, for `in`. */
export const idsIn = (ids: readonly string[]) => sql`select i.id from ${idRows(ids)} i`;
