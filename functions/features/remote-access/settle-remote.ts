import type { Database } from '../../../db/client.ts';
import { endActAsByJob } from './act-as.ts';
import { expireRequest, readDue } from './remote-access.sql.ts';

const perTick = 100;

/** Expires requests and ends sessions whose time or permission is over while no browser polls them. */
export async function settleDueRemote(database: Database): Promise<{ due: number }> {
  const [{ rows: due }] = await database.withJob(null, (db) => [readDue(db, perTick)]);
  for (const { tenant_id: tenantId, id, session_id: sessionId, by } of due) {
    if (sessionId) await endActAsByJob(database, sessionId, by);
    else await database.withJob(tenantId, (db) => [expireRequest(db, id)]);
  }
  return { due: due.length };
}
