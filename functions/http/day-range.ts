import { type SQL, sql } from 'drizzle-orm';

type Range = { from?: string | undefined; to?: string | undefined };

/** Keeps what happened on the days of a range as the tenant's clock counts them; an index on the column still serves. */
export const withinDays = (column: SQL, { from, to }: Range, zone: string): SQL =>
  sql`(${from ? sql`${column} >= (${from}::date)::timestamp at time zone ${zone}` : sql`true`}
    and ${to ? sql`${column} < (${to}::date + 1)::timestamp at time zone ${zone}` : sql`true`})`;
