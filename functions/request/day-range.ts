import { type SQL, sql } from 'drizzle-orm';

type Range = { from?: string | undefined; to?: string | undefined };

/** Filters by a range of days in the tenant's time zone, in a form that can use an index on the column. */
export const withinDays = (column: SQL, { from, to }: Range, zone: string): SQL =>
  sql`(${from ? sql`${column} >= (${from}::date)::timestamp at time zone ${zone}` : sql`true`}
    and ${to ? sql`${column} < (${to}::date + 1)::timestamp at time zone ${zone}` : sql`true`})`;
