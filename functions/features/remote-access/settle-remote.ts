import { sql } from 'drizzle-orm';
import { type Database, rowsOf } from '../../../db/client.ts';
import { tell } from '../notifications/index.ts';
import { type EndedBy, endActAsByJob } from './act-as.ts';

type Due = { tenant_id: string; id: string; session_id: string | null; by: EndedBy };
const perTick = 100;

/** What time and rights do to requests and sessions when nobody is there to see it: expired, or ended and told. */
export async function settleDueRemote(database: Database): Promise<{ due: number }> {
  const [found] = await database.withJob(null, (db) => [db.execute(sql`select * from app.due_remote(${perTick})`)]);
  const due = rowsOf<Due>(found);
  for (const { tenant_id, id, session_id, by } of due) {
    if (session_id) await endActAsByJob(database, session_id, by);
    else
      await database.withJob(tenant_id, (db) => [
        db.execute(sql`with w as (update remote_requests q set state = 'expired', decided_at = app.now(), version = q.version + 1 where q.id = ${id}::uuid and ((q.state = 'requested' and q.expires_at <= app.now()) or (q.state = 'authorized' and q.enter_by <= app.now())) returning q.*),
          ${tell('told', {
            people: sql`select w.asker_id as user_id from w where w.asker_home_id = w.tenant_id`,
            kind: 'remote_expired',
            vars: sql`jsonb_build_object('person', coalesce((select u.name from users u join w on w.user_id = u.id), ''))`,
            link: sql`null::text`,
          })},
          a as (insert into audit (what, row_id) select 'remote.expire', w.id from w) select 1 from w`),
      ]);
  }
  return { due: due.length };
}
