import type { Database } from '../../../db/client.ts';
import { readDueMonths, tellSessionsBefore } from './partner-switch.sql.ts';

const perTick = 100;

/**
 * Tells the administrators of each unit what its partners did in the months that are over in the unit's zone: how many sessions and for
 * how many minutes. The mark on the sessions and the notice are one statement, so that no session is told of twice.
 */
export async function tellPartnerMonths(database: Database): Promise<Record<string, number>> {
  const [{ rows: due }] = await database.withJob(null, (db) => [readDueMonths(db, perTick)]);
  for (const { tenant_id: tenantId, begins } of due) await database.withJob(tenantId, (db) => [tellSessionsBefore(db, begins)]);
  return { due: due.length };
}
