import { sql } from 'drizzle-orm';
import type { Tick } from '../tick.ts';

/** Removes what has run out: counters, tokens, old sessions, groups and custom fields deleted thirty days ago, news, mail and sign-ins of half a year. */
export async function sweep({ database }: Tick): Promise<Record<string, number>> {
  await database.withJob(null, (db) => [
    db.execute(sql`select app.sweep()`),
    db.execute(sql`select app.sweep_news()`),
    db.execute(sql`select app.sweep_ways_in()`),
    db.execute(sql`select app.sweep_embedded()`),
    db.execute(sql`select app.purge_custom_fields()`),
  ]);
  return {};
}
