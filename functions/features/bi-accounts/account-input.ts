import { type SQL, sql } from 'drizzle-orm';

/** The start of the day in the tenant's zone: a notice some hours early is better than a late one. */
export const endsAt = (day: string | null, zone: string): SQL =>
  day === null ? sql`null::timestamptz` : sql`(${day}::date::timestamp at time zone ${zone})`;
