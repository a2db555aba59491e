import type { Database } from '../../../db/client.ts';
import { readDueMonths, tellSessionsBefore } from './partner-access.sql.ts';

const perTick = 100;

/**
 * Notifies the administrators of each unit what its partners did in the months that are over in the unit's time zone: how many sessions,
 * and how many minutes. The mark on the sessions and the notification are one statement, so that no session is reported twice.
 */
export async function tellPartnerMonths(database: Database): Promise<Record<string, number>> {
  const [{ rows: due }] = await database.withJob(null, (db) => [readDueMonths(db, perTick)]);
  for (const { tenant_id: tenantId, begins } of due) await database.withJob(tenantId, (db) => [tellSessionsBefore(db, begins)]);
  return { due: due.length };
}
