import { sql } from 'drizzle-orm';
import { rowsOf } from '../../db/client.ts';
import { tell } from '../../functions/features/notifications/tell.ts';
import type { Tick } from '../tick.ts';

const perTick = 100;
type Claim = { tenant_id: string; parent_id: string | null; level: number; told: number; used: number; user_limit: number; name: string };

/** Tells administrators and the partner that a unit has come to 80 or 100 % of its people; the mark and the unit's notice are one statement. */
export async function warnOfLimits({ database }: Tick): Promise<Record<string, number>> {
  const [claimed] = await database.withJob(null, (db) => [db.execute(sql`select * from app.due_limits(${perTick})`)]);
  const claims = rowsOf<Claim>(claimed);
  for (const claim of claims) {
    const { tenant_id: tenant, parent_id: parent, level, told } = claim;
    const isNews = level > told;
    const vars = sql`jsonb_build_object('unit', ${claim.name}::text, 'percent', ${level}::int, 'used', ${claim.used}::int, 'limit', ${claim.user_limit}::int)`;
    // The partner first: cut off between the two, the next tick finds the notice of this hour and does not repeat it.
    if (isNews && parent)
      await database.withJob(parent, (db) => [
        db.execute(
          sql`with ${tell('told', {
            people: sql`select u.id as user_id from users u where u.profile = 'master' and u.status in ('A','T') and not exists (select from notifications n
            where n.user_id = u.id and n.kind = 'people_limit' and n.vars->>'unit' = ${claim.name} and n.vars->>'percent' = ${String(level)} and n.created_at > app.now() - interval '1 hour')`,
            kind: 'people_limit',
            vars,
            link: sql`'/companies'`,
          })} select 1`,
        ),
      ]);
    const news = tell('told', {
      people: sql`select u.id as user_id from users u, w where u.profile in ('a2m','master','admin') and u.status in ('A','T')`,
      kind: 'people_limit',
      vars,
      link: sql`case when u.profile = 'a2m' then '/partners?area=users' else '/user' end`,
    });
    await database.withJob(tenant, (db) => [
      db.execute(
        sql`with w as (update tenants t set users_told = ${level} where t.id = (select app.tenant_id()) and t.users_told = ${told} returning t.id)${isNews ? sql`, ${news}` : sql``} select id from w`,
      ),
    ]);
  }
  return { claimed: claims.length };
}
