import { sql } from 'drizzle-orm';
import { type Database, rowsOf } from '../../../db/client.ts';
import type { Env } from '../../http/env.ts';
import { forgetHosts } from '../../http/tenant-of-host.ts';

/**
 * Tells of trials 7, 3 and 1 day(s) before their end, at the end, and 7 days before the data goes; 30 days after the end the unit is
 * deleted, to be brought back for 30 more. The mark and what is told are one transaction (migration "units are made …").
 */
export async function tellDueTrials(database: Database, env: Env): Promise<Record<string, number>> {
  const [told] = await database.withJob(null, (db) => [db.execute(sql`select tenant_id from app.tell_trials()`)]);
  const rows = rowsOf<{ tenant_id: string }>(told);
  let deleted = 0;
  for (const { tenant_id } of rows) {
    const [gone] = await database.withJob(tenant_id, (db) => [
      db.execute(sql`select d.host from domains d join tenants t on t.id = d.tenant_id where t.deleted_at is not null`),
    ]);
    const hosts = rowsOf<{ host: string }>(gone).map(({ host }) => host);
    if (hosts.length === 0) continue;
    deleted += 1;
    await forgetHosts(hosts, env);
  }
  return { told: rows.length, deleted };
}
