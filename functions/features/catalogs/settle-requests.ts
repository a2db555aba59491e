import type { Database } from '../../../db/client.ts';
import { dropRequest, endGrant, expireRequest, readDue, remindDeciders } from './settle.sql.ts';

const perTick = 50;

/**
 * What time does to requests: reminders, expiry, the end of what was granted until a day, and the end of requests of users who were
 * blocked or removed.
 */
export async function settleDueRequests(database: Database): Promise<{ due: number }> {
  const [{ rows: due }] = await database.withJob(null, (db) => [readDue(db, perTick)]);
  for (const { tenant_id: tenantId, id } of due)
    await database.withJob(tenantId, (db) => [dropRequest(db, id), expireRequest(db, id), remindDeciders(db, id), endGrant(db, id)]);
  return { due: due.length };
}
