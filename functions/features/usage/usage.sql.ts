import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { type RowOf, raw } from '../../../db/raw.ts';
import type { UsageKind } from '../../../domain/usage/periods.ts';

// Statistics about the visits of a tenant, on its own clocks.

type Asked = { days: string; zone: string; report?: string | undefined; user?: string | undefined };

/** The instant at which the first day of the period began on the tenant's clocks. */
const getSince = (days: string, zone: string) =>
  sql`(((app.now() at time zone ${zone})::date - (${days}::int - 1))::timestamp at time zone ${zone})`;

const narrowedTo = ({ report, user }: Asked) =>
  sql`${report ? sql`v.report_id = ${report}::uuid` : sql`true`} and ${user ? sql`v.user_id = ${user}::uuid` : sql`true`}`;

/** The name of the report or user that the numbers are about, and whether it exists. */
function describeAsked({ report, user }: Asked): SQL {
  if (report)
    return sql`(select r.title from reports r where r.id = ${report}::uuid) as about,
      exists (select from reports r where r.id = ${report}::uuid) as known`;
  if (user)
    return sql`(select u.name from users u where u.id = ${user}::uuid) as about,
      exists (select from users u where u.id = ${user}::uuid) as known`;
  return sql`null as about, true as known`;
}

const periodRows = raw('usage.period', {
  about: 'text?',
  known: 'bool',
  since: 'timestamptz',
  views: 'int4',
  viewers: 'int4',
  seconds: 'int8',
  opened: 'int4',
  before_views: 'int4',
  before_viewers: 'int4',
  before_seconds: 'int8',
  reports: 'int4',
  people: 'int4',
});
const secondsSeen = sql`coalesce(sum(app.visit_seconds(v.started_at, v.last_at, v.ended_at)), 0)::bigint`;
export function countPeriod(db: Db, asked: Asked) {
  const since = getSince(asked.days, asked.zone);
  const narrowed = narrowedTo(asked);
  return periodRows(
    db,
    sql`select ${describeAsked(asked)}, ${since} as since, n.*, b.*, (select count(*)::int from reports) as reports,
        (select count(*)::int from users u where u.status in ('A','T')) as people
      from (select count(*)::int as views, count(distinct v.user_id)::int as viewers, ${secondsSeen} as seconds,
            count(distinct v.report_id)::int as opened
          from visits v where v.started_at >= ${since} and ${narrowed}) n,
        (select count(*)::int as before_views, count(distinct v.user_id)::int as before_viewers, ${secondsSeen} as before_seconds
          from visits v
          where v.started_at >= ${since} - make_interval(days => ${asked.days}::int) and v.started_at < ${since} and ${narrowed}) b`,
  );
}

const dayRows = raw('usage.days', { day: 'text', views: 'int4', viewers: 'int4' });
export function readDays(db: Db, asked: Asked) {
  const { zone } = asked;
  const since = getSince(asked.days, zone);
  return dayRows(
    db,
    sql`select to_char(d.day, 'YYYY-MM-DD') as day, coalesce(n.views, 0)::int as views, coalesce(n.viewers, 0)::int as viewers
      from generate_series((${since} at time zone ${zone})::date, (app.now() at time zone ${zone})::date, interval '1 day') d (day)
      left join (select (v.started_at at time zone ${zone})::date as day, count(*) as views, count(distinct v.user_id) as viewers
        from visits v where v.started_at >= ${since} and ${narrowedTo(asked)} group by 1) n on n.day = d.day::date
      order by d.day`,
  );
}

const hourRows = raw('usage.hours', { hour: 'int4', n: 'int4' });
export const countHours = (db: Db, asked: Asked) =>
  hourRows(
    db,
    sql`select extract(hour from v.started_at at time zone ${asked.zone})::int as hour, count(*)::int as n
      from visits v where v.started_at >= ${getSince(asked.days, asked.zone)} and ${narrowedTo(asked)} group by 1`,
  );

/**
 * Every report or user x of the tenant with its counts of the period. Those of a user are looked up (`offset 0`): in a join, the planner
 * would compare each user with each visitor of a unit that has just grown, of which its statistics don't know yet.
 */
export function source(by: UsageKind, days: string, zone: string): SQL {
  const since = getSince(days, zone);
  const counted = (other: SQL) => sql`count(*) as views, count(distinct ${other}) as others,
        sum(app.visit_seconds(v.started_at, v.last_at, v.ended_at))::bigint as seconds, max(v.last_at) as last_at`;
  const counts = sql`coalesce(n.views, 0)::bigint as views, coalesce(n.others, 0)::bigint as others,
    coalesce(n.seconds, 0)::bigint as seconds, n.last_at`;
  return by === 'reports'
    ? sql`(select r.id, r.title as name, r.sort_key, g.name as place, ${counts}
        from reports r left join groups g on g.tenant_id = r.tenant_id and g.id = r.group_id
          left join (select v.report_id as id, ${counted(sql`v.user_id`)}
            from visits v where v.started_at >= ${since} group by 1) n on n.id = r.id) x`
    : sql`(select u.id, u.name, u.sort_key, u.email as place, ${counts}
        from users u cross join lateral (select ${counted(sql`v.report_id`)} from visits v
          where v.tenant_id = u.tenant_id and v.user_id = u.id and v.last_at >= ${since} and v.started_at >= ${since} offset 0) n
        where u.status in ('A','T') or n.views > 0) x`;
}

const rowShape = {
  id: 'uuid',
  name: 'text',
  place: 'text?',
  views: 'int8',
  others: 'int8',
  seconds: 'int8',
  last_at: 'timestamptz?',
} as const;
export type Row = RowOf<typeof rowShape>;
export const rowColumns = sql`x.id, x.name, x.place, x.views, x.others, x.seconds, x.last_at`;
export const readPage = raw('usage.list', { ...rowShape, sort_value: 'text' });
export const countFound = raw('usage.count', { n: 'int4' });
export const readAll = raw('usage.export', rowShape);
