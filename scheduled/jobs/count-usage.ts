import { sql } from 'drizzle-orm';
import { raw } from '../../db/raw.ts';
import type { Tick } from '../tick.ts';

const countDays = raw('scheduled.count_usage', { done: 'bool' });

/** Recounts the visits of the slot's day and of the day before, so that usage across many tenants is read from days instead of visits. */
export async function countUsage({ database }: Tick, slot: Date): Promise<Record<string, number>> {
  const since = new Date(slot.getTime() - 86_400_000).toISOString();
  await database.withJob(null, (db) => [countDays(db, sql`select true as done from app.count_usage(${since}::timestamptz)`)]);
  return {};
}
