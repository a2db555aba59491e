import { sql } from 'drizzle-orm';
import { type Database, rowsOf } from '../../../db/client.ts';
import type { Env } from '../../http/env.ts';
import { forgetHosts } from '../../http/tenant-of-host.ts';

/** A change of the allowed addresses that nobody has confirmed in time is undone for good; until then it counts as undone already. */
export async function settleDueAddresses(database: Database, env: Env): Promise<Record<string, number>> {
  const [result] = await database.withJob(null, (db) => [db.execute(sql`select hosts from app.settle_addresses()`)]);
  const undone = rowsOf<{ hosts: string[] }>(result);
  await forgetHosts(
    undone.flatMap(({ hosts }) => hosts),
    env,
  );
  return { undone: undone.length };
}
