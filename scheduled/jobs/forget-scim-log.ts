import { sql } from 'drizzle-orm';
import { raw } from '../../db/raw.ts';
import { logDays } from '../../domain/scim/limits.ts';
import type { Tick } from '../tick.ts';

const sweepLog = raw('scheduled.sweep_scim', { n: 'int4' });

/** Keeps the provisioning log for ninety days; a long one is deleted over several ticks. */
export async function forgetScimLog({ database }: Tick): Promise<Record<string, number>> {
  const [{ rows }] = await database.withJob(null, (db) => [sweepLog(db, sql`select app.sweep_scim(${logDays}::int) as n`)]);
  return { forgotten: rows[0]?.n ?? 0 };
}
