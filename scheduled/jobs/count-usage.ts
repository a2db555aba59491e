import { sql } from 'drizzle-orm';
import type { Tick } from '../tick.ts';

/** Counts the visits of a slot's day and of the day before again, so that usage over many tenants is read from days and not from visits. */
export async function countUsage({ database }: Tick, slot: Date): Promise<Record<string, number>> {
  const since = new Date(slot.getTime() - 86_400_000).toISOString();
  await database.withJob(null, (db) => [db.execute(sql`select app.count_usage(${since}::timestamptz)`)]);
  return {};
}
