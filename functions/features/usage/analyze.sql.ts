import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { type RowOf, raw, typed } from '../../../db/raw.ts';
import type { Profile } from '../../../domain/access/profile.ts';
import { fold } from '../../../domain/text/fold.ts';
import type { AnalyzeRow } from '../../../domain/usage/contract.ts';

type Caller = { profile: Profile; tenant: string };
type Filters = { days: string; search?: string | undefined; idle?: '1' | undefined };

// The days are those of each tenant's own clocks; the period ends with the latest of them.
const firstDay = (days: string) => sql`((app.now() at time zone 'utc')::date - (${days}::int - 1))`;
const lastDay = sql`((app.now() at time zone 'utc')::date + 1)`;
const inPeriod = (days: string) => sql`d.day >= ${firstDay(days)}`;
const inPeriodBefore = (days: string) => sql`d.day >= ${firstDay(days)} - ${days}::int and d.day < ${firstDay(days)}`;

const isPlatform = ({ profile }: Caller) => profile === 'a2m';
/** A partner's units are found by their parent: the policy alone would be evaluated for every tenant. */
const below = (caller: Caller): SQL => (isPlatform(caller) ? sql`t.kind <> 'platform'` : sql`t.parent_id = ${caller.tenant}::uuid`);

/**
 * Every tenant x below the caller, with its sums of the period. For the whole platform both tables are joined in index order; for few
 * tenants the sums are looked up one by one.
 */
export function source({ days, search }: Filters, caller: Caller): SQL {
  const summed = sql`select n.tenant_id, n.views, n.peak, n.seconds, n.last_day from usage_sums n where n.days = ${days}::int`;
  const few = sql`cross join lateral (${summed} and n.tenant_id = t.id offset 0) n`;
  return sql`(select t.id, t.kind, t.name, t.sort_key, t.parent_id, t.user_limit, t.users_used,
      n.views, n.peak, n.seconds, n.last_day
    from tenants t ${search || !isPlatform(caller) ? few : sql`join (${summed}) n on n.tenant_id = t.id`} where ${below(caller)}) x`;
}

/** Comparisons instead of starts_with(), for which row-level security prevents the index. */
export function conditions({ search, idle }: Filters): SQL {
  const found = search ? sql`x.sort_key >= ${fold(search)} and x.sort_key < ${`${fold(search)}\u{10ffff}`}` : sql`true`;
  return sql`${idle ? sql`x.views = 0` : sql`true`} and ${found}`;
}

const allTenants = sql`(select coalesce(sum(c.n), 0)::int from tenant_counts c where c.kind <> 'platform')`;
const usedTenants = (days: string) => sql`(select coalesce(sum(d.last_used), 0)::int from usage_totals d where ${inPeriod(days)})`;

const totalRows = raw('analyze.count', { n: 'int4' });
/** How many rows the list has. The platform's without a search comes from the existing counters, without reading every tenant. */
export function countRows(db: Db, input: Filters, caller: Caller) {
  if (isPlatform(caller) && !input.search)
    return totalRows(db, sql`select ${allTenants} - ${input.idle ? usedTenants(input.days) : sql`0`} as n`);
  return totalRows(db, sql`select count(*)::int as n from ${source(input, caller)} where ${conditions(input)}`);
}

/** The days of the caller's own units, found by each unit's key. */
const daysBelow = ({ tenant }: Caller, where: SQL): SQL =>
  sql`(select d.day, d.views, d.viewers, d.seconds from tenants t
    cross join lateral (select d.day, d.views, d.viewers, d.seconds from usage_days d where d.tenant_id = t.id and ${where} offset 0) d
    where t.parent_id = ${tenant}::uuid)`;
const getDays = (caller: Caller, where: SQL): SQL =>
  isPlatform(caller) ? sql`(select d.day, d.views, d.viewers, d.seconds from usage_totals d where ${where})` : daysBelow(caller, where);

const sumRows = raw('analyze.sums', {
  tenants: 'int4',
  idle: 'int4',
  views: 'int8',
  seconds: 'int8',
  before_views: 'int8',
  before_seconds: 'int8',
});
export const readSums = (db: Db, days: string, caller: Caller) => sumRows(db, sums(days, caller));
function sums(days: string, caller: Caller): SQL {
  const before = sql`coalesce(b.views, 0)::bigint as before_views, coalesce(b.seconds, 0)::bigint as before_seconds
    from (select sum(d.views) as views, sum(d.seconds) as seconds from ${getDays(caller, inPeriodBefore(days))} d) b`;
  return isPlatform(caller)
    ? sql`select ${allTenants} as tenants, ${allTenants} - ${usedTenants(days)} as idle,
        coalesce(n.views, 0)::bigint as views, coalesce(n.seconds, 0)::bigint as seconds, ${before},
        (select sum(d.views) as views, sum(d.seconds) as seconds from usage_totals d where ${inPeriod(days)}) n`
    : sql`select n.tenants, n.idle, n.views, n.seconds, ${before},
        (select count(*)::int as tenants, count(*) filter (where x.views = 0)::int as idle,
            coalesce(sum(x.views), 0)::bigint as views, coalesce(sum(x.seconds), 0)::bigint as seconds
          from ${source({ days }, caller)}) n`;
}

const dayRows = raw('analyze.days', { day: 'text', views: 'int4', viewers: 'int4' });
export const readDays = (db: Db, days: string, caller: Caller) => dayRows(db, byDay(days, caller));
const byDay = (days: string, caller: Caller): SQL =>
  sql`select to_char(s.day, 'YYYY-MM-DD') as day, coalesce(n.views, 0)::int as views, coalesce(n.viewers, 0)::int as viewers
    from generate_series(${firstDay(days)}, ${lastDay} - 1, interval '1 day') s (day)
    left join (select d.day, sum(d.views) as views, sum(d.viewers) as viewers from ${getDays(caller, inPeriod(days))} d group by 1) n
      on n.day = s.day::date
    order by s.day`;

const rowShape = {
  id: 'uuid',
  kind: typed<AnalyzeRow['kind']>('text'),
  name: 'text',
  parent: 'text?',
  views: 'int8',
  peak: 'int4',
  seconds: 'int8',
  people: 'int4',
  user_limit: 'int4?',
  last_day: 'text?',
  reports: 'int4',
} as const;
/** The days of the period with visits: only the list draws them. */
type Trend = Record<string, number> | null;
export type Row = RowOf<typeof rowShape> & { trend?: Trend };

const maxCounted = 10_001;
export const rowColumns = sql`x.id, x.kind, x.name, (select p.name from tenants p where p.id = x.parent_id) as parent,
  x.views, x.peak, x.seconds, x.users_used as people, x.user_limit, to_char(x.last_day, 'YYYY-MM-DD') as last_day,
  (select count(*)::int from (select 1 from reports r where r.tenant_id = x.id limit ${maxCounted}) c) as reports`;
export const getTrend = (days: string) =>
  sql`(select jsonb_object_agg(to_char(d.day, 'YYYY-MM-DD'), d.views)
    from usage_days d where d.tenant_id = x.id and d.day >= ${firstDay(days)}) as trend`;
export const readPage = raw('analyze.list', { ...rowShape, trend: typed<Trend>('jsonb?'), sort_value: 'text' });
export const readAll = raw('analyze.export', rowShape);
