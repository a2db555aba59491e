import { sql } from 'drizzle-orm';
import type { Tick } from '../tick.ts';

/** Removes what has run out: counters, tokens, old sessions, groups deleted thirty days ago. */
export async function sweep({ database }: Tick): Promise<Record<string, number>> {
  await database.withJob(null, (db) => [db.execute(sql`select app.sweep()`)]);
  return {};
}
