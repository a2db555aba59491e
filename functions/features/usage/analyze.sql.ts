import { type SQL, sql } from 'drizzle-orm';
import type { Profile } from '../../../domain/access/profile.ts';
import { fold } from '../../../domain/text/fold.ts';

type Caller = { profile: Profile; tenant: string };
type Filters = { days: string; search?: string | undefined; idle?: '1' | undefined };

// The days are those of each tenant's own clocks; the period ends with the latest of them.
export const firstDay = (days: string) => sql`((app.now() at time zone 'utc')::date - (${days}::int - 1))`;
const lastDay = sql`((app.now() at time zone 'utc')::date + 1)`;
const inPeriod = (days: string) => sql`d.day >= ${firstDay(days)}`;
const inPeriodBefore = (days: string) => sql`d.day >= ${firstDay(days)} - ${days}::int and d.day < ${firstDay(days)}`;

const isPlatform = ({ profile }: Caller) => profile === 'a2m';
/** A partner's units are found by their parent: its policy alone would be asked of every tenant there is. */
const below = (caller: Caller): SQL => (isPlatform(caller) ? sql`t.kind <> 'platform'` : sql`t.parent_id = ${caller.tenant}::uuid`);

/** Every tenant x below the caller, with its sums of the period. All of the platform are joined by either table's order; of few tenants the sums are looked up one by one. */
export function source({ days, search }: Filters, caller: Caller): SQL {
  const summed = sql`select n.tenant_id, n.views, n.peak, n.seconds, n.last_day from usage_sums n where n.days = ${days}::int`;
  const few = sql`cross join lateral (${summed} and n.tenant_id = t.id offset 0) n`;
  return sql`(select t.id, t.kind, t.name, t.sort_key, t.parent_id, t.user_limit, t.users_used, n.views, n.peak, n.seconds, n.last_day
    from tenants t ${search || !isPlatform(caller) ? few : sql`join (${summed}) n on n.tenant_id = t.id`} where ${below(caller)}) x`;
}

/** By comparisons and not starts_with(), which row-level security keeps from the index. */
export function conditions({ search, idle }: Filters): SQL {
  const found = search ? sql`x.sort_key >= ${fold(search)} and x.sort_key < ${`${fold(search)}\u{10ffff}`}` : sql`true`;
  return sql`${idle ? sql`x.views = 0` : sql`true`} and ${found}`;
}

const allTenants = sql`(select coalesce(sum(c.n), 0)::int from tenant_counts c where c.kind <> 'platform')`;
const usedTenants = (days: string) => sql`(select coalesce(sum(d.last_used), 0)::int from usage_totals d where ${inPeriod(days)})`;

/** How many rows the list has. The platform's without a search is told by what is counted anyway, not by reading every tenant. */
export function total(input: Filters, caller: Caller): SQL {
  if (!isPlatform(caller) || input.search) return sql`select count(*)::int as n from ${source(input, caller)} where ${conditions(input)}`;
  return sql`select ${allTenants} - ${input.idle ? usedTenants(input.days) : sql`0`} as n`;
}

/** The days of the caller's own units, found by each unit's key. */
const daysBelow = ({ tenant }: Caller, where: SQL): SQL =>
  sql`(select d.day, d.views, d.viewers, d.seconds from tenants t
    cross join lateral (select d.day, d.views, d.viewers, d.seconds from usage_days d where d.tenant_id = t.id and ${where} offset 0) d where t.parent_id = ${tenant}::uuid)`;
const daysOf = (caller: Caller, where: SQL): SQL =>
  isPlatform(caller) ? sql`(select d.day, d.views, d.viewers, d.seconds from usage_totals d where ${where})` : daysBelow(caller, where);

export function sums(days: string, caller: Caller): SQL {
  const before = sql`coalesce(b.views, 0)::bigint as before_views, coalesce(b.seconds, 0)::bigint as before_seconds
    from (select sum(d.views) as views, sum(d.seconds) as seconds from ${daysOf(caller, inPeriodBefore(days))} d) b`;
  return isPlatform(caller)
    ? sql`select ${allTenants} as tenants, ${allTenants} - ${usedTenants(days)} as idle, coalesce(n.views, 0)::bigint as views, coalesce(n.seconds, 0)::bigint as seconds, ${before},
        (select sum(d.views) as views, sum(d.seconds) as seconds from usage_totals d where ${inPeriod(days)}) n`
    : sql`select n.tenants, n.idle, n.views, n.seconds, ${before},
        (select count(*)::int as tenants, count(*) filter (where x.views = 0)::int as idle, coalesce(sum(x.views), 0)::bigint as views, coalesce(sum(x.seconds), 0)::bigint as seconds
          from ${source({ days }, caller)}) n`;
}

export const byDay = (days: string, caller: Caller): SQL =>
  sql`select to_char(s.day, 'YYYY-MM-DD') as day, coalesce(n.views, 0)::int as views, coalesce(n.viewers, 0)::int as viewers
    from generate_series(${firstDay(days)}, ${lastDay} - 1, interval '1 day') s (day)
    left join (select d.day, sum(d.views) as views, sum(d.viewers) as viewers from ${daysOf(caller, inPeriod(days))} d group by 1) n on n.day = s.day::date order by s.day`;
