import { sql } from 'drizzle-orm';
import { raw } from '../../../db/raw.ts';
import type { Lane } from '../../../domain/mail/lanes.ts';
import type { Delivery } from './delivery.ts';
import { platformRate } from './get-server.ts';

const perClaim = 50;
const perTenant = 5;
export const lease = '5 minutes';

const claimRows = raw('mail.claim', { tenant_id: 'uuid', id: 'uuid', lane: 'int4', wait_ms: 'int4' });
/** A row leased to this run; `waitMs` is the time until it may be sent to its server. */
export type Claim = { tenantId: string; id: string; lane: number; waitMs: number };

/** Leases due rows of these lanes, of one tenant or of all tenants in turn. */
export async function claimMail({ database, env }: Delivery, lanes: readonly Lane[], tenant: string | null): Promise<Claim[]> {
  const [{ rows }] = await database.withJob(null, (db) => [
    claimRows(
      db,
      sql`select tenant_id, id, lane, wait_ms
        from app.claim_mail(array(select x::int from jsonb_array_elements_text(${JSON.stringify(lanes)}::jsonb) x),
          ${perClaim}::int, ${perTenant}::int, ${lease}::interval, ${tenant}::uuid, ${platformRate(env)}::float8)`,
    ),
  ]);
  return rows.map(({ tenant_id: tenantId, id, lane, wait_ms: waitMs }) => ({ tenantId, id, lane, waitMs }));
}
