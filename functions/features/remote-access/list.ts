import { type SQL, sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { can } from '../../../domain/access/permissions.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { formatDateTime } from '../../../domain/format/date.ts';
import { exportRemote, listRemote, readRemote } from '../../../domain/remote-access/contract.ts';
import { searchWords } from '../../../domain/text/fold.ts';
import { exportTexts } from '../../../i18n/server.ts';
import { bind } from '../../http/bind.ts';
import { entryOf, type SessionContext } from '../../http/context.ts';
import { keyset, type SortColumn } from '../../http/keyset.ts';
import { languageOf, partOf, tableFile } from '../../http/table-file.ts';
import { columns, isMine, isOpen, present, presentOpened, type Row, requests } from './request-row.ts';

const sorts: Record<string, SortColumn> = { asked: { sql: sql`q.created_at`, cast: 'timestamptz' } };
const views: Record<'open' | 'past' | 'all', SQL> = { open: isOpen, past: sql`not ${isOpen}`, all: sql`true` };

type Input = { whose: 'unit' | 'mine' | 'asked'; kind?: string | undefined; search?: string | undefined };

function narrowed({ whose, kind, search }: Input, ctx: SessionContext): SQL {
  if (whose === 'unit' && !can(ctx.session, 'remote.decide')) throw new AppError('not_permitted', { action: 'remote.decide' });
  const me = sql`${ctx.session.sub}::uuid`;
  const owners: Record<Input['whose'], SQL> = { unit: sql`true`, mine: sql`q.user_id = ${me}`, asked: sql`q.asker_id = ${me}` };
  return sql.join(
    [
      owners[whose],
      kind ? sql`q.kind = ${kind}` : sql`true`,
      ...searchWords(search ?? '')
        .slice(0, 8)
        .map(
          (word) =>
            sql`(' ' || coalesce(u.sort_key, '') || ' ' || coalesce(k.sort_key, '') || ' ' || coalesce(q.ticket, '')) like ${`% ${word.replaceAll(/[\\%_]/g, '\\$&')}%`}`,
        ),
    ],
    sql` and `,
  );
}

export const findRemote = bind(listRemote, async (input, ctx) => {
  const list = keyset(input, sorts, '-asked', sql`q.id`);
  const where = narrowed(input, ctx);
  const [rows, counted] = await ctx.database.withTenant(entryOf(ctx, 'remote.read'), (db) => [
    db.execute(
      sql`select ${columns}, ${list.sortValue} as sort_value from ${requests} where ${views[input.view]} and ${where} and ${list.where} order by ${list.orderBy} ${list.limit}`,
    ),
    db.execute(
      sql`select count(*) filter (where ${isOpen})::int as open, count(*) filter (where not ${isOpen})::int as past, count(*)::int as all from ${requests} where ${where}`,
    ),
  ]);
  const counts = rowsOf<{ open: number; past: number; all: number }>(counted)[0] ?? { open: 0, past: 0, all: 0 };
  const { rows: kept, ...paging } = list.answer(rowsOf<Row & { sort_value: string }>(rows), counts[input.view]);
  return { items: kept.map((row) => present(row, ctx)), ...paging, counts };
});

export const readOneRemote = bind(readRemote, async ({ id }, ctx) => {
  const [found] = await ctx.database.withTenant(entryOf(ctx, 'remote.read'), (db) => [
    db.execute(sql`select ${columns} from ${requests} where q.id = ${id}::uuid and ${isMine(ctx)}`),
  ]);
  const [row] = rowsOf<Row>(found);
  if (!row) throw new AppError('not_found');
  return { ...present(row, ctx), ...presentOpened(row) };
});

export const exportRemoteAsCsv = bind(exportRemote, async (input, ctx) => {
  const list = keyset({ sort: input.sort }, sorts, '-asked', sql`q.id`);
  const [rows, zones] = await ctx.database.withTenant(entryOf(ctx, 'remote.read'), (db) => [
    db.execute(
      sql`select ${columns} from ${requests} where ${views[input.view]} and ${narrowed(input, ctx)} order by ${list.orderBy} ${partOf(input)}`,
    ),
    db.execute(sql`select t.zone from tenants t`),
  ]);
  const language = languageOf(ctx);
  const texts = exportTexts(language);
  const zone = rowsOf<{ zone: string }>(zones)[0]?.zone ?? 'UTC';
  const at = (instant: string | null) => (instant ? formatDateTime(language, new Date(instant), zone) : '');
  const items = rowsOf<Row>(rows).map((row) => present(row, ctx));
  return tableFile(ctx, texts.remoteFile, items, {
    who: [texts.remoteAsker, (row) => row.asker.name],
    person: [texts.person, (row) => row.person?.name],
    kind: [texts.remoteKind, (row) => texts[`remote_${row.kind}`]],
    state: [texts.state, (row) => texts[`remote_state_${row.state}`]],
    reach: [texts.remoteReach, (row) => texts[`remote_reach_${row.reach}`]],
    reason: [texts.reason, (row) => row.reason],
    ticket: [texts.remoteTicket, (row) => row.ticket],
    asked: [texts.askedOn, (row) => at(row.askedAt)],
    started: [texts.remoteStarted, (row) => at(row.startedAt)],
    ended: [texts.remoteEnded, (row) => at(row.endedAt)],
    pages: [texts.remotePages, (row) => row.pages],
    changes: [texts.remoteChanges, (row) => row.changes],
  });
});
