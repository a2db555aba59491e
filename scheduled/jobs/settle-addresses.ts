import { sql } from 'drizzle-orm';
import { rowsOf } from '../../db/client.ts';
import { forgetHosts } from '../../functions/http/tenant-of-host.ts';
import type { Tick } from '../tick.ts';

/** A change of the allowed addresses that nobody has confirmed in time is undone; until then it counts as undone already (BEHAVIOUR 14). */
export async function settleAddresses({ database, env }: Tick): Promise<Record<string, number>> {
  const [result] = await database.withJob(null, (db) => [db.execute(sql`select hosts from app.settle_addresses()`)]);
  const undone = rowsOf<{ hosts: string[] }>(result);
  await forgetHosts(
    undone.flatMap(({ hosts }) => hosts),
    env,
  );
  return { undone: undone.length };
}
