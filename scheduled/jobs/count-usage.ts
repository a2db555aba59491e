import { sql } from 'drizzle-orm';
import type { Tick } from '../tick.ts';

/** Counts the visits of today and yesterday again, so that usage over many tenants is read from days and not from visits. */
export async function countUsage({ at, database }: Tick): Promise<Record<string, number>> {
  const since = new Date(at.getTime() - 86_400_000).toISOString();
  await database.withJob(null, (db) => [db.execute(sql`select app.count_usage(${since}::timestamptz)`)]);
  return {};
}
