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
import { entryOf } from '../../request/context.ts';
import { keyset, type SortColumn } from '../../request/keyset.ts';
import { languageOf, partOf, tableFile } from '../../request/table-file.ts';
import { n } from './rows.ts';
import { isFor } from './shown.sql.ts';

type Filters = { id: string; view: ReaderView; search?: string | undefined };

const readerRows = raw('notices.readers', {
  id: 'uuid?',
  name: 'text?',
  email: 'text?',
  unit: 'text?',
  at: 'timestamptz?',
  sort_value: 'text?',
});
const readerCounts = raw('notices.count_readers', { n: 'int4' });
const at: Record<ReaderView, SQL> = {
  acknowledged: sql`r.acknowledged_at`,
  dismissed: sql`r.dismissed_at`,
  missing: sql`null::timestamptz`,
};
const byName: SortColumn = { sql: sql`r.sort_key`, cast: 'text' };
/** Those who haven't answered have no moment, so they are in the order of their names. */
const columnsOf = (view: ReaderView): Record<string, SortColumn> => ({
  name: byName,
  unit: { sql: sql`lower(r.unit)`, cast: 'text' },
  at: view === 'missing' ? byName : { sql: at[view], cast: 'timestamptz' },
});

function found({ id, view, search }: Filters): SQL {
  const text = search?.trim();
  const lower = text?.toLowerCase();
  const narrowed = text
    ? sql` and (position(${fold(text)} in r.sort_key) > 0 or starts_with(r.email, ${lower}) or position(${lower} in lower(r.unit)) > 0)`
    : sql``;
  return view === 'missing'
    ? sql`from app.notice_missing(${id}::uuid) r where true${narrowed}`
    : sql`from app.notice_readers(${id}::uuid) r where ${at[view]} is not null${narrowed}`;
}
const listOf = (filters: Filters, query: Parameters<typeof keyset>[0]) =>
  keyset(query, columnsOf(filters.view), filters.view === 'missing' ? 'name' : '-at', sql`r.id`);
const selected = (view: ReaderView, sortValue: SQL) =>
  sql`select r.id, r.name, r.email, r.unit, ${at[view]} as at, ${sortValue} as sort_value`;

type Row = Awaited<ReturnType<typeof readerRows>>['rows'][number];
const present = (row: Row): ReaderRow => ({
  ...{ id: row.id ?? '', name: row.name ?? '', email: row.email ?? '', unit: row.unit ?? '' },
  at: isoOrNull(row.at),
});

/** The notice with its counts, and how many people of the own tenant it is for. */
const readNotice = (db: Db, id: string) =>
  db
    .select({
      counts: sql<{ acknowledged: number; dismissed: number; missing: number }>`app.notice_reads(n.id) || jsonb_build_object('missing',
        (select count(*) from app.notice_missing(n.id)))`,
      addressed: sql<number>`(select count(*)::int from users u
        where u.status in ('A','T') and u.seat is null and u.deleted_at is null and ${isFor(sql`u.profile`, sql`u.id`)})`,
    })
    .from(n)
    .where(eq(n.id, id));

export const findReaders = bind(listReaders, async (input, ctx) => {
  const list = listOf(input, input);
  const [{ rows }, { rows: counted }, [notice]] = await ctx.database.withTenant(entryOf(ctx, 'notices.manage'), (db) => [
    readerRows(db, sql`${selected(input.view, list.sortValue)} ${found(input)} and ${list.where} order by ${list.orderBy} ${list.limit}`),
    readerCounts(db, sql`select count(*)::int as n ${found(input)}`),
    readNotice(db, input.id),
  ]);
  if (!notice) throw new AppError('not_found');
  const listed = rows.map((row) => ({ ...present(row), sort_value: row.sort_value ?? '' }));
  const { rows: kept, ...paging } = list.answer(listed, counted[0]?.n ?? 0);
  return { items: kept.map(({ sort_value: _, ...row }) => row), ...paging, ...notice };
});

export const exportReadersAsFile = bind(exportReaders, async (input, ctx) => {
  const list = listOf(input, { sort: input.sort });
  const [{ rows }, [notice]] = await ctx.database.withTenant(entryOf(ctx, 'notices.manage'), (db) => [
    readerRows(db, sql`${selected(input.view, list.sortValue)} ${found(input)} order by ${list.orderBy} ${partOf(input)}`),
    readNotice(db, input.id),
  ]);
  if (!notice) throw new AppError('not_found');
  const language = languageOf(ctx);
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
