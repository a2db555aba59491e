import { sql } from 'drizzle-orm';
import { raw } from '../../db/raw.ts';
import { deviceNoticeDays } from '../../domain/playlists/limits.ts';
import { tell } from '../../functions/features/notifications/index.ts';
import { claim } from '../claim.ts';
import type { Tick } from '../tick.ts';

const perTick = 50;
const claimDevices = raw('scheduled.due_devices', claim);
const warn = raw('scheduled.warn_of_displays', { n: 'int4' });
const [first, second, last] = deviceNoticeDays;
const mark = sql`case when d.expires_at <= app.now() + make_interval(days => ${last}) then ${last}::int
  when d.expires_at <= app.now() + make_interval(days => ${second}) then ${second}::int else ${first}::int end`;
const daysLeft = sql`greatest(1, ceil(extract(epoch from w.expires_at - app.now()) / 86400)::int)`;
const tellAdministrators = tell('told', {
  people: sql`select u.id as user_id from users u where u.profile = 'admin' and u.status in ('A','T') and exists (select from w)`,
  kind: 'device_ending',
  vars: sql`(select jsonb_build_object('device', w.name, 'playlist',
    coalesce((select p.name from playlists p where p.id = w.playlist_id), ''), 'days', ${daysLeft}) from w)`,
  link: sql`'/playlists?tab=devices'`,
});

/**
 * Warns administrators 30, 7 and 1 day(s) before a display's year is over (BEHAVIOUR 6). The notification also marks the warning as sent.
 */
export async function warnOfDisplays({ database }: Tick): Promise<Record<string, number>> {
  const [{ rows: due }] = await database.withJob(null, (db) => [
    claimDevices(db, sql`select tenant_id, id from app.due_devices(${perTick})`),
  ]);
  let told = 0;
  for (const { tenant_id, id } of due) {
    const [{ rows }] = await database.withJob(tenant_id, (db) => [
      warn(
        db,
        sql`with w as (update playlist_devices d set warned_days = ${mark}
            where d.id = ${id}::uuid and d.revoked_at is null and d.approved_at is not null and d.expires_at > app.now()
              and d.warned_days is distinct from ${mark} returning d.id, d.name, d.playlist_id, d.expires_at),
          ${tellAdministrators}
          select count(*)::int as n from w`,
      ),
    ]);
    told += rows[0]?.n ?? 0;
  }
  return { told };
}
