import { type SQL, sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import type { Profile } from '../../../domain/access/profile.ts';
import { fold } from '../../../domain/text/fold.ts';
import { type AnalyzeRow, exportAnalyze, listAnalyze } from '../../../domain/usage/contract.ts';
import { exportTexts } from '../../../i18n/server.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { keyset, type SortColumn } from '../../http/keyset.ts';
import { dayOf, languageOf, partOf, tableFile } from '../../http/table-file.ts';
import { asClock } from './list-usage.ts';

type Row = {
  id: string;
  kind: AnalyzeRow['kind'];
  name: string;
  parent: string | null;
  views: string;
  peak: string;
  seconds: string;
  people: string;
  user_limit: number | null;
  reports: number;
  last_day: string | null;
  trend: Record<string, number> | null;
  sort_value: string;
};
type Sums = { tenants: number; idle: number; views: string; seconds: string; before_views: string; before_seconds: string };
type Day = { day: string; views: number; viewers: number };

const sorts: Record<string, SortColumn> = {
  name: { sql: sql`x.sort_key`, cast: 'text' },
  views: { sql: sql`x.views`, cast: 'bigint' },
  peak: { sql: sql`x.peak`, cast: 'bigint' },
  time: { sql: sql`x.seconds`, cast: 'bigint' },
  people: { sql: sql`x.people`, cast: 'bigint' },
};
const mostCounted = 10_001;

// The days are those of each tenant's own clocks; the period ends with the latest of them.
const firstDay = (days: string) => sql`((app.now() at time zone 'utc')::date - (${days}::int - 1))`;
const lastDay = sql`((app.now() at time zone 'utc')::date + 1)`;

const counted = (
  days: string,
) => sql`(select d.tenant_id, sum(d.views)::bigint as views, max(d.viewers)::bigint as peak, sum(d.seconds)::bigint as seconds, max(d.day) as last_day
  from usage_days d where d.day >= ${firstDay(days)} group by 1)`;

/** A partner's units are found by their parent: its policy alone would be asked of every tenant there is. */
const below = ({ profile, tenant }: { profile: Profile; tenant: string }): SQL =>
  profile === 'a2m' ? sql`t.kind <> 'platform' and t.id <> (select app.tenant_id())` : sql`t.parent_id = ${tenant}::uuid`;

/** Every tenant x below the one that asks, with its sums of the period. */
const source = (
  days: string,
  session: { profile: Profile; tenant: string },
) => sql`(select t.id, t.kind, t.name, t.sort_key, t.parent_id, t.user_limit, coalesce(n.views, 0)::bigint as views, coalesce(n.peak, 0)::bigint as peak, coalesce(n.seconds, 0)::bigint as seconds, n.last_day,
    (select count(*) from (select 1 from users u where u.tenant_id = t.id and u.deleted_at is null limit ${mostCounted}) c)::bigint as people
  from tenants t left join ${counted(days)} n on n.tenant_id = t.id where ${below(session)}) x`;

const conditions = (input: { search?: string | undefined; idle?: '1' | undefined }): SQL =>
  sql`${input.idle ? sql`x.views = 0` : sql`true`} and ${input.search ? sql`starts_with(x.sort_key, ${fold(input.search)})` : sql`true`}`;

const columns = (
  days: string,
) => sql`x.id, x.kind, x.name, (select p.name from tenants p where p.id = x.parent_id) as parent, x.views, x.peak, x.seconds, x.people, x.user_limit, to_char(x.last_day, 'YYYY-MM-DD') as last_day,
  (select count(*)::int from (select 1 from reports r where r.tenant_id = x.id limit ${mostCounted}) c) as reports,
  (select jsonb_object_agg(to_char(d.day, 'YYYY-MM-DD'), d.views) from usage_days d where d.tenant_id = x.id and d.day >= ${firstDay(days)}) as trend`;

/** The days of the period up to today, as `yyyy-mm-dd`. */
function daysUpTo(now: number, days: string): string[] {
  return Array.from({ length: Number(days) }, (_, n) => new Date(now - (Number(days) - 1 - n) * 86_400_000).toISOString().slice(0, 10));
}

const present = (row: Row, wanted: readonly string[]): AnalyzeRow => ({
  id: row.id,
  kind: row.kind,
  name: row.name,
  parent: row.parent,
  views: Number(row.views),
  peak: Number(row.peak),
  seconds: Number(row.seconds),
  people: Number(row.people),
  userLimit: row.user_limit,
  reports: row.reports,
  lastDay: row.last_day,
  trend: wanted.map((day) => row.trend?.[day] ?? 0),
});

/** Usage over the tenants below, through the wide role: it reads across tenants and writes nothing. */
export const findAnalyze = bind(listAnalyze, async (input, ctx) => {
  const { days } = input;
  const list = keyset(input, sorts, '-views', sql`x.id`);
  const where = conditions(input);
  const [rows, total, sums, byDay] = await ctx.database.withWide(entryOf(ctx, 'analyze.read'), (db) => [
    db.execute(
      sql`select ${columns(days)}, ${list.sortValue} as sort_value from ${source(days, ctx.session)} where ${where} and ${list.where} order by ${list.orderBy} ${list.limit}`,
    ),
    db.execute(sql`select count(*)::int as n from ${source(days, ctx.session)} where ${where}`),
    db.execute(sql`select count(*)::int as tenants, count(*) filter (where x.views = 0)::int as idle, coalesce(sum(x.views), 0)::bigint as views, coalesce(sum(x.seconds), 0)::bigint as seconds,
        (select coalesce(sum(d.views), 0)::bigint from usage_days d where d.tenant_id <> (select app.tenant_id()) and d.day >= ${firstDay(days)} - ${days}::int and d.day < ${firstDay(days)}) as before_views,
        (select coalesce(sum(d.seconds), 0)::bigint from usage_days d where d.tenant_id <> (select app.tenant_id()) and d.day >= ${firstDay(days)} - ${days}::int and d.day < ${firstDay(days)}) as before_seconds
      from ${source(days, ctx.session)}`),
    db.execute(sql`select to_char(s.day, 'YYYY-MM-DD') as day, coalesce(sum(d.views), 0)::int as views, coalesce(sum(d.viewers), 0)::int as viewers
      from generate_series(${firstDay(days)}, ${lastDay} - 1, interval '1 day') s (day) left join usage_days d on d.day = s.day::date and d.tenant_id <> (select app.tenant_id()) group by s.day order by s.day`),
  ]);
  const n = rowsOf<{ n: number }>(total)[0]?.n ?? 0;
  const sum = rowsOf<Sums>(sums)[0];
  const wanted = daysUpTo(ctx.clock.now(), days);
  const { rows: kept, ...paging } = list.answer(rowsOf<Row>(rows), n);
  return {
    items: kept.map((row) => present(row, wanted)),
    ...paging,
    sums: {
      tenants: sum?.tenants ?? 0,
      idle: sum?.idle ?? 0,
      views: Number(sum?.views ?? 0),
      seconds: Number(sum?.seconds ?? 0),
      before: { views: Number(sum?.before_views ?? 0), seconds: Number(sum?.before_seconds ?? 0) },
    },
    days: rowsOf<Day>(byDay),
  };
});

export const exportAnalyzeAsCsv = bind(exportAnalyze, async (input, ctx) => {
  const list = keyset({ sort: input.sort }, sorts, '-views', sql`x.id`);
  const [rows] = await ctx.database.withWide(entryOf(ctx, 'analyze.read'), (db) => [
    db.execute(
      sql`select ${columns(input.days)} from ${source(input.days, ctx.session)} where ${conditions(input)} order by ${list.orderBy} ${partOf(input)}`,
    ),
  ]);
  const texts = exportTexts(languageOf(ctx));
  const items = rowsOf<Row>(rows).map((row) => present(row, []));
  return tableFile(ctx, texts.usageFile, items, {
    name: [texts.name, (row) => row.name],
    parent: [texts.partner, (row) => row.parent],
    views: [texts.views, (row) => row.views],
    peak: [texts.peak, (row) => row.peak],
    time: [texts.time, (row) => asClock(row.seconds)],
    people: [texts.people, (row) => row.people],
    reports: [texts.reports, (row) => row.reports],
    last: [texts.lastSeen, (row) => dayOf(row.lastDay)],
  });
});
