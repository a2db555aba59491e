import { sql } from 'drizzle-orm';
import { rowsOf } from '../../db/client.ts';
import { logDays } from '../../domain/scim/limits.ts';
import type { Tick } from '../tick.ts';

/** The log of provisioning is kept for ninety days; a long one goes in several ticks. */
export async function forgetScimLog({ database }: Tick): Promise<Record<string, number>> {
  const [result] = await database.withJob(null, (db) => [db.execute(sql`select app.sweep_scim(${logDays}::int) as n`)]);
  return { forgotten: rowsOf<{ n: number }>(result)[0]?.n ?? 0 };
}
