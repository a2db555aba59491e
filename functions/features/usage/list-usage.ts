import { sql } from 'drizzle-orm';
import { isoOrNull } from '../../../domain/format/iso.ts';
import { searchWords } from '../../../domain/text/fold.ts';
import { exportUsage, listUsage, type UsageRow } from '../../../domain/usage/contract.ts';
import { exportTexts } from '../../../i18n/server.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { keyset, type SortColumn } from '../../request/keyset.ts';
import { getDay, getLanguage, getPart, tableFile } from '../../request/table-file.ts';
import { countFound, type Row, readAll, readPage, rowColumns, source } from './usage.sql.ts';

const sorts: Record<string, SortColumn> = {
  name: { sql: sql`x.sort_key`, cast: 'text' },
  views: { sql: sql`x.views`, cast: 'bigint' },
  others: { sql: sql`x.others`, cast: 'bigint' },
  time: { sql: sql`x.seconds`, cast: 'bigint' },
  last: { sql: sql`coalesce(x.last_at, '-infinity'::timestamptz)`, cast: 'timestamptz' },
};

const conditions = (input: { search?: string | undefined; never?: '1' | undefined }) =>
  sql.join(
    [
      input.never ? sql`x.views = 0` : sql`true`,
      ...searchWords(input.search ?? '')
        .slice(0, 8)
        .map((word) => sql`(' ' || x.sort_key) like ${`% ${word.replaceAll(/[\\%_]/g, '\\$&')}%`}`),
    ],
    sql` and `,
  );

const present = (row: Row): UsageRow => ({
  id: row.id,
  name: row.name,
  place: row.place,
  views: Number(row.views),
  others: Number(row.others),
  seconds: Number(row.seconds),
  lastAt: isoOrNull(row.last_at),
});

export const findUsage = bind(listUsage, async (input, ctx) => {
  const list = keyset(input, sorts, '-views', sql`x.id`);
  const from = source(input.by, input.days, ctx.tenant.zone);
  const where = conditions(input);
  const [found, counted] = await ctx.database.withTenant(getEntry(ctx, 'usage.read'), (db) => [
    readPage(
      db,
      sql`select ${rowColumns}, ${list.sortValue} as sort_value from ${from}
        where ${where} and ${list.where} order by ${list.orderBy} ${list.limit}`,
    ),
    countFound(db, sql`select count(*)::int as n from ${from} where ${where}`),
  ]);
  const { rows: kept, ...paging } = list.answer(found.rows, counted.rows[0]?.n ?? 0);
  return { items: kept.map(present), ...paging };
});

/** Hours and minutes as spreadsheets read them: 12:05:00. */
export const asClock = (seconds: number) => {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${Math.floor(seconds / 3600)}:${two(Math.floor((seconds % 3600) / 60))}:${two(seconds % 60)}`;
};

export const exportUsageAsCsv = bind(exportUsage, async (input, ctx) => {
  const list = keyset({ sort: input.sort }, sorts, '-views', sql`x.id`);
  const [{ rows }] = await ctx.database.withTenant(getEntry(ctx, 'usage.read'), (db) => [
    readAll(
      db,
      sql`select ${rowColumns} from ${source(input.by, input.days, ctx.tenant.zone)}
        where ${conditions(input)} order by ${list.orderBy} ${getPart(input)}`,
    ),
  ]);
  const texts = exportTexts(getLanguage(ctx));
  const reports = input.by === 'reports';
  return tableFile(ctx, reports ? texts.usageByReport : texts.usageByPerson, rows.map(present), {
    name: [reports ? texts.report : texts.person, (row) => row.name],
    place: [reports ? texts.group : texts.email, (row) => row.place],
    views: [texts.views, (row) => row.views],
    others: [reports ? texts.viewers : texts.reports, (row) => row.others],
    time: [texts.time, (row) => asClock(row.seconds)],
    last: [texts.lastSeen, (row) => getDay(ctx, row.lastAt)],
  });
});
