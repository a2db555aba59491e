import { sql } from 'drizzle-orm';
import { type Database, rowsOf } from '../../../db/client.ts';
import { tell } from '../notifications/index.ts';

const perTick = 100;

/**
 * Tells the administrators of each unit what its partners did in the months that are over in the unit's zone: how many sessions and for
 * how many minutes. The mark on the sessions and the notice are one statement, so that nobody hears of a session twice.
 */
export async function tellPartnerMonths(database: Database): Promise<Record<string, number>> {
  const [found] = await database.withJob(null, (db) => [db.execute(sql`select tenant_id, begins from app.due_partner_months(${perTick})`)]);
  const due = rowsOf<{ tenant_id: string; begins: string }>(found);
  for (const { tenant_id, begins } of due)
    await database.withJob(tenant_id, (db) => [
      db.execute(sql`with w as (update remote_requests q set digest_at = app.now() where q.kind = 'partner' and q.started_at < ${begins}::timestamptz and q.digest_at is null returning q.*),
        m as (select count(*)::int as n, ceil(sum(extract(epoch from coalesce(w.ended_at, w.ends_at, w.started_at) - w.started_at)) / 60)::int as minutes, string_agg(distinct w.asker_from, ', ') as partners,
          to_char(max(w.started_at at time zone t.zone), 'YYYY-MM') as month from w, tenants t where t.id = (select app.tenant_id()) having count(*) > 0),
        ${tell('told', {
          people: sql`select u.id as user_id from users u, m where u.profile = 'admin' and u.seat is null and u.deleted_at is null`,
          kind: 'partner_month',
          vars: sql`(select jsonb_build_object('partners', m.partners, 'month', m.month, 'count', m.n, 'minutes', m.minutes) from m)`,
          link: sql`'/remote/authorization'`,
        })} select 1`),
    ]);
  return { due: due.length };
}
