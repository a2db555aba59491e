import type { Database } from '../../../db/client.ts';
import { dropRequest, endGrant, expireRequest, readDue, remindDeciders } from './settle.sql.ts';

const perTick = 50;

/**
 * The time-based steps of requests: reminders, expiry, the end of access granted until a date, and the cancellation of requests of users
 * who were blocked or removed.
 */
export async function settleDueRequests(database: Database): Promise<{ due: number }> {
  const [{ rows: due }] = await database.withJob(null, (db) => [readDue(db, perTick)]);
  for (const { tenant_id: tenantId, id } of due)
    await database.withJob(tenantId, (db) => [dropRequest(db, id), expireRequest(db, id), remindDeciders(db, id), endGrant(db, id)]);
  return { due: due.length };
}
