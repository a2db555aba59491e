import { sql } from 'drizzle-orm';
import { type AnalyzeRow, exportAnalyze, listAnalyze } from '../../../domain/usage/contract.ts';
import { exportTexts } from '../../../i18n/server.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { keyset, type SortColumn } from '../../request/keyset.ts';
import { getDay, getLanguage, getPart, tableFile } from '../../request/table-file.ts';
import { conditions, countRows, getTrend, type Row, readAll, readDays, readPage, readSums, rowColumns, source } from './analyze.sql.ts';
import { asClock } from './list-usage.ts';

const sorts: Record<string, SortColumn> = {
  name: { sql: sql`x.sort_key`, cast: 'text' },
  views: { sql: sql`x.views`, cast: 'bigint' },
  peak: { sql: sql`x.peak`, cast: 'bigint' },
  time: { sql: sql`x.seconds`, cast: 'bigint' },
  people: { sql: sql`x.users_used`, cast: 'bigint' },
};
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
  people: row.people,
  userLimit: row.user_limit,
  reports: row.reports,
  lastDay: row.last_day,
  trend: wanted.map((day) => row.trend?.[day] ?? 0),
});

/** Usage over the tenants below, through the wide role, which reads across tenants and writes nothing. */
export const findAnalyze = bind(listAnalyze, async (input, ctx) => {
  const { days } = input;
  const list = keyset(input, sorts, '-views', sql`x.id`);
  const [found, counted, summed, ofDays] = await ctx.database.withWide(getEntry(ctx, 'analyze.read'), (db) => [
    readPage(
      db,
      sql`select ${rowColumns}, ${getTrend(days)}, ${list.sortValue} as sort_value from ${source(input, ctx.session)}
        where ${conditions(input)} and ${list.where} order by ${list.orderBy} ${list.limit}`,
    ),
    countRows(db, input, ctx.session),
    readSums(db, days, ctx.session),
    readDays(db, days, ctx.session),
  ]);
  const [sum] = summed.rows;
  const wanted = daysUpTo(ctx.clock.now(), days);
  const { rows: kept, ...paging } = list.answer(found.rows, counted.rows[0]?.n ?? 0);
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
    days: ofDays.rows,
  };
});

export const exportAnalyzeAsCsv = bind(exportAnalyze, async (input, ctx) => {
  const list = keyset({ sort: input.sort }, sorts, '-views', sql`x.id`);
  const [{ rows }] = await ctx.database.withWide(getEntry(ctx, 'analyze.read'), (db) => [
    readAll(
      db,
      sql`select ${rowColumns} from ${source(input, ctx.session)} where ${conditions(input)} order by ${list.orderBy} ${getPart(input)}`,
    ),
  ]);
  const texts = exportTexts(getLanguage(ctx));
  const items = rows.map((row) => present(row, []));
  return tableFile(ctx, texts.usageFile, items, {
    name: [texts.name, (row) => row.name],
    parent: [texts.partner, (row) => row.parent],
    views: [texts.views, (row) => row.views],
    peak: [texts.peak, (row) => row.peak],
    time: [texts.time, (row) => asClock(row.seconds)],
    people: [texts.people, (row) => row.people],
    reports: [texts.reports, (row) => row.reports],
    last: [texts.lastSeen, (row) => getDay(ctx, row.lastDay)],
  });
});
