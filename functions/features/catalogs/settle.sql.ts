import { type SQL, sql } from 'drizzle-orm';
import { auditEach } from '../../../db/audited.ts';
import type { Db } from '../../../db/client.ts';
import { raw } from '../../../db/raw.ts';
import { expiryDays, reminderDays } from '../../../domain/catalogs/limits.ts';
import { tell } from '../notifications/index.ts';
import { getDeciders } from './request-row.ts';

// The time-based steps for request `id`. Each checks the state that it changes, so it happens once.

const about = sql`jsonb_build_object('report', (select r.title from reports r join w on w.report_id = r.id))`;
const record = (what: string, change: SQL) => sql`a as (${auditEach(null, { what, row: sql`w.id`, facts: change, from: sql`w` })})`;
const nothing = sql`'{}'::jsonb`;

const due = raw('catalogs.due', { tenant_id: 'uuid', id: 'uuid' });
export const readDue = (db: Db, most: number) => due(db, sql`select tenant_id, id from app.due_requests(${most})`);

const drop = raw('catalogs.drop', { id: 'uuid' });
/** Cancels the pending request of a user who was blocked or removed. */
export const dropRequest = (db: Db, id: string) =>
  drop(
    db,
    sql`with w as (update catalog_requests q set state = 'cancelled', decided_at = app.now()
        where q.id = ${id}::uuid and q.state = 'pending'
          and exists (select from users u where u.id = q.user_id and u.status not in ('A','T')) returning q.*),
      ${record('catalog.cancel', sql`'{"reason":"inactive"}'::jsonb`)}
      select id from w`,
  );

const expire = raw('catalogs.expire', { id: 'uuid' });
export const expireRequest = (db: Db, id: string) =>
  expire(
    db,
    sql`with w as (update catalog_requests q set state = 'expired', decided_at = app.now()
        where q.id = ${id}::uuid and q.state = 'pending' and q.asked_at <= app.now() - make_interval(days => ${expiryDays}) returning q.*),
      ${tell('told', { people: sql`select w.user_id from w`, kind: 'catalog_expired', vars: about, link: sql`'/catalogs?tab=mine'` })},
      ${record('catalog.expire', nothing)}
      select id from w`,
  );

const remind = raw('catalogs.remind', { id: 'uuid' });
const marks = JSON.stringify(reminderDays);
export const remindDeciders = (db: Db, id: string) =>
  remind(
    db,
    sql`with n as (select q.id, (select count(*)::int from jsonb_array_elements_text(${marks}::jsonb) d
          where q.asked_at <= app.now() - make_interval(days => d::int)) as passed
        from catalog_requests q where q.id = ${id}::uuid and q.state = 'pending'),
      w as (update catalog_requests q set reminded = n.passed from n
        where q.id = n.id and q.state = 'pending' and q.reminded < n.passed returning q.*),
      ${tell('told', {
        people: sql`select d.id as user_id from users d, w, reports r
          where r.id = w.report_id and ${getDeciders(sql`r.owner_id`)} and d.id <> w.user_id`,
        kind: 'catalog_reminder',
        vars: sql`${about} || jsonb_build_object('person', (select p.name from users p join w on w.user_id = p.id),
          'days', (select extract(day from app.now() - w.asked_at)::int from w))`,
        link: sql`(select '/catalogs?tab=requests&id=' || w.id from w)`,
      })}
      select id from w`,
  );

const end = raw('catalogs.end', { id: 'uuid' });
/** Ends access that was granted until a date. */
export const endGrant = (db: Db, id: string) =>
  end(
    db,
    sql`with w as (update catalog_requests q set state = 'ended'
        where q.id = ${id}::uuid and q.state = 'granted' and q.valid_until <= app.now() returning q.*),
      g as (delete from grants x using w
        where x.report_id = w.report_id and x.user_id = w.user_id and x.source = 'catalog' and x.valid_until <= app.now()),
      ${tell('told', { people: sql`select w.user_id from w`, kind: 'catalog_ended', vars: about, link: sql`'/catalogs'` })},
      ${record('catalog.end', nothing)}
      select id from w`,
  );
