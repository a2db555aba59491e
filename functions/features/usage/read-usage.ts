import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { readUsage } from '../../../domain/usage/contract.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';

type Sums = {
  about: string | null;
  known: boolean;
  since: string;
  views: number;
  viewers: number;
  seconds: string;
  opened: number;
  reports: number;
  people: number;
  before_views: number;
  before_viewers: number;
  before_seconds: string;
};
type Day = { day: string; views: number; viewers: number };

/** The instant at which the first day of the period began for the tenant's clocks. */
export const sinceOf = (days: string, zone: string) =>
  sql`(((app.now() at time zone ${zone})::date - (${days}::int - 1))::timestamp at time zone ${zone})`;

export const readOneUsage = bind(readUsage, async ({ days, report, user }, ctx) => {
  const { zone } = ctx.tenant;
  const since = sinceOf(days, zone);
  const narrowed = sql`${report ? sql`v.report_id = ${report}::uuid` : sql`true`} and ${user ? sql`v.user_id = ${user}::uuid` : sql`true`}`;
  const seconds = sql`coalesce(sum(app.visit_seconds(v.started_at, v.last_at, v.ended_at)), 0)::bigint`;
  const [sums, byDay, byHour] = await ctx.database.withTenant(entryOf(ctx, 'usage.read'), (db) => [
    db.execute(sql`select ${report ? sql`(select r.title from reports r where r.id = ${report}::uuid)` : user ? sql`(select u.name from users u where u.id = ${user}::uuid)` : sql`null`} as about,
        ${report ? sql`exists (select from reports r where r.id = ${report}::uuid)` : user ? sql`exists (select from users u where u.id = ${user}::uuid)` : sql`true`} as known, ${since} as since,
        n.*, b.*, (select count(*)::int from reports) as reports, (select count(*)::int from users u where u.status in ('A','T')) as people
      from (select count(*)::int as views, count(distinct v.user_id)::int as viewers, ${seconds} as seconds, count(distinct v.report_id)::int as opened from visits v where v.started_at >= ${since} and ${narrowed}) n,
        (select count(*)::int as before_views, count(distinct v.user_id)::int as before_viewers, ${seconds} as before_seconds from visits v where v.started_at >= ${since} - make_interval(days => ${days}::int) and v.started_at < ${since} and ${narrowed}) b`),
    db.execute(sql`select to_char(d.day, 'YYYY-MM-DD') as day, coalesce(n.views, 0)::int as views, coalesce(n.viewers, 0)::int as viewers
      from generate_series((${since} at time zone ${zone})::date, (app.now() at time zone ${zone})::date, interval '1 day') d (day)
      left join (select (v.started_at at time zone ${zone})::date as day, count(*) as views, count(distinct v.user_id) as viewers from visits v where v.started_at >= ${since} and ${narrowed} group by 1) n on n.day = d.day::date order by d.day`),
    db.execute(
      sql`select extract(hour from v.started_at at time zone ${zone})::int as hour, count(*)::int as n from visits v where v.started_at >= ${since} and ${narrowed} group by 1`,
    ),
  ]);
  const row = rowsOf<Sums>(sums)[0];
  if (!row?.known) throw new AppError('not_found');
  const hours = new Map(rowsOf<{ hour: number; n: number }>(byHour).map(({ hour, n }) => [hour, n]));
  return {
    from: new Date(row.since).toISOString(),
    views: row.views,
    viewers: row.viewers,
    seconds: Number(row.seconds),
    opened: row.opened,
    reports: row.reports,
    people: row.people,
    before: { views: row.before_views, viewers: row.before_viewers, seconds: Number(row.before_seconds) },
    days: rowsOf<Day>(byDay),
    hours: Array.from({ length: 24 }, (_, hour) => hours.get(hour) ?? 0),
    about: row.about,
  };
});
