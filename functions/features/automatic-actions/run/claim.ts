import { sql } from 'drizzle-orm';
import type { Database } from '../../../../db/client.ts';
import { raw, typed } from '../../../../db/raw.ts';
import type { Holiday } from '../../../../domain/automatic-actions/calendar-days.ts';
import { type ClaimedTrigger, keptClaim } from '../../../../domain/automatic-actions/claim.ts';
import type { StoredTrigger } from '../../../../domain/automatic-actions/trigger.ts';

const lease = '2 minutes';

const claimed = raw('tasks.claim_triggers', {
  tenant_id: 'uuid',
  id: 'uuid',
  next_at: 'timestamptz',
  task: typed<ClaimedTrigger['task']>('jsonb'),
  fields: typed<StoredTrigger>('jsonb'),
  zone: 'text',
  holidays: typed<Holiday[]>('jsonb'),
});
const kept = raw('tasks.keep_runs', { tenant_id: 'uuid', id: 'uuid' });

type Claims = { claimed: number; runs: { tenant: string; id: string }[] };

/**
 * Claims triggers that are due, writes their runs and moves them on: two trips, however many units they belong to. After a kill in between
 * the lease expires, and the same runs are computed again.
 */
export async function claimDue(database: Database, now: Date, most: number): Promise<Claims> {
  const [{ rows }] = await database.withJob(null, (db) => [
    claimed(db, sql`select tenant_id, id, next_at, task, fields, zone, holidays from app.claim_triggers(${most}::int, ${lease}::interval)`),
  ]);
  if (rows.length === 0) return { claimed: 0, runs: [] };
  const claims = rows.map(({ tenant_id, id, next_at, task, fields, zone, holidays }) =>
    keptClaim({ tenant: tenant_id, id, nextAt: next_at, task, trigger: fields, zone, holidays }, now),
  );
  const [{ rows: runs }] = await database.withJob(null, (db) => [
    kept(db, sql`select tenant_id, id from app.keep_runs(${JSON.stringify(claims)}::jsonb)`),
  ]);
  return { claimed: rows.length, runs: runs.map(({ tenant_id, id }) => ({ tenant: tenant_id, id })) };
}
