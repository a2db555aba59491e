import { sql } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { raw } from '../../../db/raw.ts';
import type { Env } from '../../request/env.ts';
import { forgetHosts } from '../../request/tenant-of-host.ts';

const undoDue = raw('settings.undo_addresses', { hosts: 'text[]' });

/** Permanently undoes a change of the allowed addresses that wasn't confirmed in time; until then it already counts as undone. */
export async function settleDueAddresses(database: Database, env: Env): Promise<Record<string, number>> {
  const [{ rows: undone }] = await database.withJob(null, (db) => [undoDue(db, sql`select hosts from app.settle_addresses()`)]);
  await forgetHosts(
    undone.flatMap(({ hosts }) => hosts),
    env,
  );
  return { undone: undone.length };
}
