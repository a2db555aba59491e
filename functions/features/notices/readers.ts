import { eq, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { raw } from '../../../db/raw.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { formatDateTime } from '../../../domain/format/date.ts';
import { isoOrNull } from '../../../domain/format/iso.ts';
import { exportReaders, listReaders, type ReaderRow } from '../../../domain/notices/contract.ts';
import type { ReaderView } from '../../../domain/notices/state.ts';
import { fold } from '../../../domain/text/fold.ts';
import { recordTexts } from '../../../i18n/records-server.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { foldedHas } from '../../request/folded-sql.ts';
import { keyset, type SortColumn } from '../../request/keyset.ts';
import { getLanguage, getPart, tableFile } from '../../request/table-file.ts';
import { n } from './rows.ts';
import { isFor } from './shown.sql.ts';

type Filters = { id: string; view: ReaderView; search?: string | undefined };

const who = { id: 'uuid?', name: 'text?', email: 'text?', unit: 'text?', at: 'timestamptz?' } as const;
/** A page; where it has no rows, one row without a person that carries the counts. */
const pageRows = raw('notices.readers', { ...who, sort_value: 'text?', n: 'int4', listed: 'int4' });
const fileRows = raw('notices.readers_file', who);
const at: Record<ReaderView, SQL> = {
  acknowledged: sql`r.acknowledged_at`,
  dismissed: sql`r.dismissed_at`,
  missing: sql`null::timestamptz`,
};
const byName: SortColumn = { sql: sql`r.sort_key`, cast: 'text' };
/** Those who haven't answered have no moment, so they are in the order of their names. */
const getColumns = (view: ReaderView): Record<string, SortColumn> => ({
  name: byName,
  unit: { sql: sql`lower(r.unit)`, cast: 'text' },
  at: view === 'missing' ? byName : { sql: at[view], cast: 'timestamptz' },
});

/** Everyone in a view. */
const listed = ({ id, view }: Filters): SQL =>
  view === 'missing'
    ? sql`select r.* from app.notice_missing(${id}::uuid) r`
    : sql`select r.* from app.notice_readers(${id}::uuid) r where ${at[view]} is not null`;

function matches({ search }: Filters): SQL {
  const text = search?.trim();
  if (!text) return sql`true`;
  const key = fold(text);
  return sql`(position(${key} in r.sort_key) > 0 or starts_with(r.email, ${text.toLowerCase()}) or ${foldedHas(sql`r.unit`, key)})`;
}
const getList = ({ view }: Filters, query: Parameters<typeof keyset>[0]) =>
  keyset(query, getColumns(view), view === 'missing' ? 'name' : '-at', sql`r.id`);
const columns = (view: ReaderView) => sql`r.id, r.name, r.email, r.unit, ${at[view]} as at`;

/** Rows and counts come from one call of the function, which looks at everyone that the notice is for. */
const readPage = (db: Db, filters: Filters, list: ReturnType<typeof keyset>) =>
  pageRows(
    db,
    sql`with m as materialized (${listed(filters)}),
        c as (select count(*) filter (where ${matches(filters)})::int as n, count(*)::int as listed from m r)
      select ${columns(filters.view)}, ${list.sortValue} as sort_value, c.n, c.listed
        from c left join (select r.* from m r where ${matches(filters)} and ${list.where}
          order by ${list.orderBy} ${list.limit}) r on true order by ${list.orderBy}`,
  );
const readFile = (db: Db, filters: Filters, list: ReturnType<typeof keyset>, part: SQL) =>
  fileRows(db, sql`select ${columns(filters.view)} from (${listed(filters)}) r where ${matches(filters)} order by ${list.orderBy} ${part}`);

type Row = Awaited<ReturnType<typeof fileRows>>['rows'][number];
const present = (row: Row): ReaderRow => ({
  ...{ id: row.id ?? '', name: row.name ?? '', email: row.email ?? '', unit: row.unit ?? '' },
  at: isoOrNull(row.at),
});

/** The notice with its counts, and how many people of the own tenant it is for. A page of those who are missing counts them itself. */
const readNotice = (db: Db, { id, view }: Filters) =>
  db
    .select({
      reads: sql<{ acknowledged: number; dismissed: number }>`app.notice_reads(n.id)`,
      missing: sql<number | null>`${view === 'missing' ? sql`null::int` : sql`(select count(*)::int from app.notice_missing(n.id))`}`,
      addressed: sql<number>`(select count(*)::int from users u
        where u.status in ('A','T') and u.seat is null and u.deleted_at is null and ${isFor(sql`u.profile`, sql`u.id`)})`,
    })
    .from(n)
    .where(eq(n.id, id));

export const findReaders = bind(listReaders, async (input, ctx) => {
  const list = getList(input, input);
  const [{ rows }, [notice]] = await ctx.database.withTenant(getEntry(ctx, 'notices.manage'), (db) => [
    readPage(db, input, list),
    readNotice(db, input),
  ]);
  if (!notice) throw new AppError('not_found');
  const counted = rows[0] ?? { n: 0, listed: 0 };
  const people = rows.filter((row) => row.id !== null).map((row) => ({ ...present(row), sort_value: row.sort_value ?? '' }));
  const { rows: kept, ...paging } = list.answer(people, counted.n);
  return {
    items: kept.map(({ sort_value: _, ...row }) => row),
    ...paging,
    counts: { ...notice.reads, missing: notice.missing ?? counted.listed },
    addressed: notice.addressed,
  };
});

export const exportReadersAsFile = bind(exportReaders, async (input, ctx) => {
  const list = getList(input, { sort: input.sort });
  const [{ rows }, [notice]] = await ctx.database.withTenant(getEntry(ctx, 'notices.manage'), (db) => [
    readFile(db, input, list, getPart(input)),
    db.select({ id: n.id }).from(n).where(eq(n.id, input.id)),
  ]);
  if (!notice) throw new AppError('not_found');
  const language = getLanguage(ctx);
  const t = await recordTexts(language);
  return tableFile(ctx, t(`notices.file.${input.view}`), rows.map(present), {
    name: [t('notices.reader'), (row) => row.name],
    email: [t('signIns.email'), (row) => row.email],
    unit: [t('notices.unit'), (row) => row.unit],
    ...(input.view !== 'missing' && {
      at: [t(`notices.at.${input.view}`), (row: ReaderRow) => row.at && formatDateTime(language, new Date(row.at), ctx.tenant.zone)],
    }),
  });
});
