import { sql } from 'drizzle-orm';
import { auditEach } from '../../db/audited.ts';
import { raw } from '../../db/raw.ts';
import { expiryNoticeDays } from '../../domain/users/limits.ts';
import { tell } from '../../functions/features/notifications/tell.ts';
import { claim } from '../claim.ts';
import type { Tick } from '../tick.ts';

const perTick = 500;
const [first, last] = expiryNoticeDays;
const claimPeople = raw('scheduled.due_people', claim);
const expire = raw('scheduled.expire_people', { ended: 'int4', told: 'int4' });

const administrators = sql`u.profile in ('a2m','master','admin') and u.status in ('A','T')`;
const acting = sql`t.status in ('A','T') and t.deleted_at is null`;
/** The last active administrator never expires, because a unit without one can't recover by itself. */
const othersStay = sql`(t.profile = 'user' or exists (select from users o where o.profile in ('a2m','master','admin')
  and o.status in ('A','T') and o.deleted_at is null and o.id not in (select e.id from ended e)))`;

const tellThem = tell('told', {
  people: sql`select near.id as user_id from near`,
  kind: 'access_ending',
  vars: sql`(select jsonb_build_object('days', near.days, 'at', near.expires_at) from near where near.id = p.user_id)`,
  link: sql`'/'`,
});
const tellAdministrators = tell('told_administrators', {
  people: sql`select u.id as user_id from users u where ${administrators} and exists (select from near where near.id <> u.id)`,
  kind: 'people_ending',
  vars: sql`jsonb_build_object('count', (select count(*) from near))`,
  link: sql`case when u.profile = 'a2m' then '/partners?area=users&expiring=1' else '/user?expiring=1' end`,
});

/** Deactivates users whose access has expired. They and their administrators are notified seven days and one day before. */
export async function expirePeople({ database }: Tick): Promise<Record<string, number>> {
  const [{ rows: claimed }] = await database.withJob(null, (db) => [
    claimPeople(db, sql`select tenant_id, id from app.due_people(${perTick})`),
  ]);
  const counts = { ended: 0, told: 0 };
  for (const [tenant, claims] of Map.groupBy(claimed, ({ tenant_id }) => tenant_id)) {
    const ids = JSON.stringify(claims.map(({ id }) => id));
    const [{ rows }] = await database.withJob(tenant, (db) => [
      expire(
        db,
        sql`with due as materialized (select u.id, u.expires_at from users u
              where u.id in (select i::uuid from jsonb_array_elements_text(${ids}::jsonb) i) and u.expires_at is not null),
            ended as materialized (select d.id from due d where d.expires_at <= app.now()),
            w as (update users t set status = 'I', status_reason = 'expired', status_at = app.now(), rights = t.rights + 1,
                version = t.version + 1
              from ended d where t.id = d.id and ${acting} and ${othersStay} returning t.id),
            a as (${auditEach(null, { what: 'user.expire', row: sql`w.id`, facts: { after: { status: 'I' } }, from: sql`w` })}),
            near as (update users t set expiry_told = n.days from due d,
                lateral (select case when d.expires_at <= app.now() + make_interval(days => ${last}) then ${last}::int else ${first}::int end as days) n
              where t.id = d.id and d.expires_at > app.now() and ${acting} and t.expiry_told is distinct from n.days
              returning t.id, n.days, t.expires_at),
            ${tellThem}, ${tellAdministrators}
          select (select count(*)::int from w) as ended, (select count(*)::int from near) as told`,
      ),
    ]);
    counts.ended += rows[0]?.ended ?? 0;
    counts.told += rows[0]?.told ?? 0;
  }
  return counts;
}
