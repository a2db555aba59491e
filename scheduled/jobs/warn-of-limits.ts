import { sql } from 'drizzle-orm';
import { raw } from '../../db/raw.ts';
import { limitNewsMinutes } from '../../domain/tenants/limits.ts';
import { tell } from '../../functions/features/notifications/tell.ts';
import type { Tick } from '../tick.ts';

const perTick = 100;
const claimLimits = raw('scheduled.due_limits', {
  ...({ tenant_id: 'uuid', parent_id: 'uuid?', name: 'text' } as const),
  ...({ level: 'int4', told: 'int4', used: 'int4', user_limit: 'int4' } as const),
});
const tellPartner = raw('scheduled.tell_partner_of_limit', { told: 'int4' });
const markLimit = raw('scheduled.mark_limit', { id: 'uuid' });

/** Warns administrators and the partner when a unit reaches 80 or 100 % of its seats. The mark and the unit's notice are one statement. */
export async function warnOfLimits({ database }: Tick): Promise<Record<string, number>> {
  const [{ rows: claims }] = await database.withJob(null, (db) => [
    claimLimits(db, sql`select tenant_id, parent_id, level, told, used, user_limit, name from app.due_limits(${perTick})`),
  ]);
  for (const { tenant_id: tenant, parent_id: parent, level, told, used, user_limit: limit, name } of claims) {
    const isNews = level > told;
    const kind = 'people_limit';
    const vars = sql`jsonb_build_object('unit', ${name}::text, 'percent', ${level}::int, 'used', ${used}::int, 'limit', ${limit}::int)`;
    const toldOfIt = sql`select from notifications n where n.user_id = u.id and n.kind = ${kind} and n.vars->>'unit' = ${name}
      and n.vars->>'percent' = ${String(level)} and n.created_at > app.now() - make_interval(mins => ${limitNewsMinutes})`;
    const masters = sql`select u.id as user_id from users u
      where u.profile = 'master' and u.status in ('A','T') and not exists (${toldOfIt})`;
    // The partner first: if the run is cut off in between, the next tick finds this hour's notice and does not repeat it.
    if (isNews && parent) {
      const news = tell('told', { people: masters, kind, vars, link: sql`'/companies'` });
      await database.withJob(parent, (db) => [tellPartner(db, sql`with ${news} select count(*)::int as told from told`)]);
    }
    const news = tell('told', {
      people: sql`select u.id as user_id from users u, w where u.profile in ('a2m','master','admin') and u.status in ('A','T')`,
      kind,
      vars,
      link: sql`case when u.profile = 'a2m' then '/partners?area=users' else '/user' end`,
    });
    await database.withJob(tenant, (db) => [
      markLimit(
        db,
        sql`with w as (update tenants t set users_told = ${level}
            where t.id = (select app.tenant_id()) and t.users_told = ${told} returning t.id)${isNews ? sql`, ${news}` : sql``}
          select id from w`,
      ),
    ]);
  }
  return { claimed: claims.length };
}
