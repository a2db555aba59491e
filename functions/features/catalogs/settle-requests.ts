import { sql } from 'drizzle-orm';
import { type Database, rowsOf } from '../../../db/client.ts';
import { tell } from '../notifications/index.ts';
import { decidersOf } from './request-row.ts';

type Due = { tenant_id: string; id: string };
const perTick = 50;

const about = sql`jsonb_build_object('report', (select r.title from reports r join w on w.report_id = r.id))`;

/**
 * What time does to requests: reminders after 3, 10 and 25 days, expiry after 30, the end of what was granted until a day,
 * and those of people who may act no longer. Each step is guarded by the state it leaves, so that it happens once.
 */
export async function settleDueRequests(database: Database): Promise<{ due: number }> {
  const [found] = await database.withJob(null, (db) => [db.execute(sql`select tenant_id, id from app.due_requests(${perTick})`)]);
  const due = rowsOf<Due>(found);
  for (const { tenant_id, id } of due) {
    const mine = sql`q.id = ${id}::uuid`;
    await database.withJob(tenant_id, (db) => [
      db.execute(sql`with w as (update catalog_requests q set state = 'cancelled', decided_at = app.now() where ${mine} and q.state = 'pending' and exists (select from users u where u.id = q.user_id and u.status not in ('A','T')) returning q.*),
        a as (insert into audit (what, row_id, change) select 'catalog.cancel', w.id, '{"reason":"inactive"}'::jsonb from w) select 1 from w`),
      db.execute(sql`with w as (update catalog_requests q set state = 'expired', decided_at = app.now() where ${mine} and q.state = 'pending' and q.asked_at <= app.now() - interval '30 days' returning q.*),
        ${tell('told', { people: sql`select w.user_id from w`, kind: 'catalog_expired', vars: about, link: sql`'/catalogs?tab=mine'` })},
        a as (insert into audit (what, row_id, change) select 'catalog.expire', w.id, '{}'::jsonb from w) select 1 from w`),
      db.execute(sql`with n as (select q.id, (select count(*)::int from unnest(array[3, 10, 25]) d where q.asked_at <= app.now() - make_interval(days => d)) as passed from catalog_requests q where ${mine} and q.state = 'pending'),
        w as (update catalog_requests q set reminded = n.passed from n where q.id = n.id and q.state = 'pending' and q.reminded < n.passed returning q.*),
        ${tell('told', {
          people: sql`select d.id as user_id from users d, w, reports r where r.id = w.report_id and ${decidersOf(sql`r.owner_id`)} and d.id <> w.user_id`,
          kind: 'catalog_reminder',
          vars: sql`${about} || jsonb_build_object('person', (select p.name from users p join w on w.user_id = p.id), 'days', (select extract(day from app.now() - w.asked_at)::int from w))`,
          link: sql`(select '/catalogs?tab=requests&id=' || w.id from w)`,
        })} select 1 from w`),
      db.execute(sql`with w as (update catalog_requests q set state = 'ended' where ${mine} and q.state = 'granted' and q.valid_until <= app.now() returning q.*),
        g as (delete from grants x using w where x.report_id = w.report_id and x.user_id = w.user_id and x.source = 'catalog' and x.valid_until <= app.now()),
        ${tell('told', { people: sql`select w.user_id from w`, kind: 'catalog_ended', vars: about, link: sql`'/catalogs'` })},
        a as (insert into audit (what, row_id, change) select 'catalog.end', w.id, '{}'::jsonb from w) select 1 from w`),
    ]);
  }
  return { due: due.length };
}
