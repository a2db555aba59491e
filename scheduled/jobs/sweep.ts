import { sql } from 'drizzle-orm';
import { raw } from '../../db/raw.ts';
import type { Tick } from '../tick.ts';

const sweepRows = raw('scheduled.sweep', { done: 'bool' });
const sweepNews = raw('scheduled.sweep_news', { done: 'bool' });
const sweepWaysIn = raw('scheduled.sweep_ways_in', { done: 'bool' });
const sweepEmbedded = raw('scheduled.sweep_embedded', { done: 'bool' });
const sweepCapacities = raw('scheduled.sweep_capacities', { done: 'bool' });
const purgeFields = raw('scheduled.purge_custom_fields', { n: 'int4' });

/**
 * Removes expired rows: counters, tokens, old sessions, groups and custom fields deleted thirty days ago, and notifications, mail and
 * sign-ins older than half a year.
 */
export async function sweep({ database }: Tick): Promise<Record<string, number>> {
  await database.withJob(null, (db) => [
    sweepRows(db, sql`select true as done from app.sweep()`),
    sweepNews(db, sql`select true as done from app.sweep_news()`),
    sweepWaysIn(db, sql`select true as done from app.sweep_ways_in()`),
    sweepEmbedded(db, sql`select true as done from app.sweep_embedded()`),
    sweepCapacities(db, sql`select true as done from app.sweep_capacities()`),
    purgeFields(db, sql`select app.purge_custom_fields() as n`),
  ]);
  return {};
}
