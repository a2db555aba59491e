import { eq, isNotNull } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { domains, tenants } from '../../../db/schema/tenants.ts';
import type { Env } from '../../request/env.ts';
import { forgetHosts } from '../../request/tenant-of-host.ts';
import { tellTrials } from './tenants.sql.ts';

/**
 * Announces the end of trials 7, 3 and 1 day(s) before it, at the end, and 7 days before the data is deleted; 30 days after the end the
 * unit is deleted, and can be restored for 30 more. The mark and the notice are one transaction (`app.tell_trials`).
 */
export async function tellDueTrials(database: Database, env: Env): Promise<Record<string, number>> {
  const [{ rows }] = await database.withJob(null, (db) => [tellTrials(db)]);
  let deleted = 0;
  for (const { tenant_id } of rows) {
    const [gone] = await database.withJob(tenant_id, (db) => [
      db
        .select({ host: domains.host })
        .from(domains)
        .innerJoin(tenants, eq(tenants.id, domains.tenantId))
        .where(isNotNull(tenants.deletedAt)),
    ]);
    const hosts = gone.map(({ host }) => host);
    if (hosts.length === 0) continue;
    deleted += 1;
    await forgetHosts(hosts, env);
  }
  return { told: rows.length, deleted };
}
