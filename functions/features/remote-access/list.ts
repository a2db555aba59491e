import { and, eq, type SQL, sql } from 'drizzle-orm';
import { tenants } from '../../../db/schema/tenants.ts';
import { can } from '../../../domain/access/permissions.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { formatDateTime } from '../../../domain/format/date.ts';
import { exportRemote, listRemote, readRemote } from '../../../domain/remote-access/contract.ts';
import { searchWords } from '../../../domain/text/fold.ts';
import { exportTexts } from '../../../i18n/server.ts';
import { bind } from '../../request/bind.ts';
import { getEntry, type SessionContext } from '../../request/context.ts';
import { keyset, type SortColumn } from '../../request/keyset.ts';
import { getLanguage, partRange, tableFile } from '../../request/table-file.ts';
import { countRequests, isMine, isOpen, present, presentOpened, q, shownRequests } from './request-row.ts';

const sorts: Record<string, SortColumn> = { asked: { sql: sql`q.created_at`, cast: 'timestamptz' } };
const views: Record<'open' | 'past' | 'all', SQL> = { open: isOpen, past: sql`not ${isOpen}`, all: sql`true` };

const noRows = { open: 0, past: 0, all: 0 };

type Input = { whose: 'unit' | 'mine' | 'asked'; kind?: string | undefined; search?: string | undefined };

const searched = sql`' ' || coalesce(u.sort_key, '') || ' ' || coalesce(k.sort_key, '') || ' ' || coalesce(q.ticket, '')`;
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
        .map((word) => sql`(${searched}) like ${`% ${word.replaceAll(/[\\%_]/g, '\\$&')}%`}`),
    ],
    sql` and `,
  );
}

export const findRemote = bind(listRemote, async (input, ctx) => {
  const list = keyset(input, sorts, '-asked', sql`q.id`);
  const where = narrowed(input, ctx);
  const [rows, [counts = noRows]] = await ctx.database.withTenant(getEntry(ctx, 'remote.read'), (db) => [
    list.page(shownRequests(db, { sort_value: list.sortValue }).$dynamic(), and(views[input.view], where)),
    countRequests(db).where(where),
  ]);
  const { rows: kept, ...paging } = list.answer(rows, counts[input.view]);
  return { items: kept.map((row) => present(row, ctx)), ...paging, counts };
});

export const readOneRemote = bind(readRemote, async ({ id }, ctx) => {
  const [[row]] = await ctx.database.withTenant(getEntry(ctx, 'remote.read'), (db) => [
    shownRequests(db, {}).where(and(eq(q.id, id), isMine(ctx))),
  ]);
  if (!row) throw new AppError('not_found');
  return { ...present(row, ctx), ...presentOpened(row) };
});

export const exportRemoteAsCsv = bind(exportRemote, async (input, ctx) => {
  const list = keyset({ sort: input.sort }, sorts, '-asked', sql`q.id`);
  const part = partRange(input);
  const [rows, zones] = await ctx.database.withTenant(getEntry(ctx, 'remote.read'), (db) => [
    shownRequests(db, {})
      .where(and(views[input.view], narrowed(input, ctx)))
      .orderBy(list.orderBy)
      .limit(part.take)
      .offset(part.skip),
    db.select({ zone: tenants.zone }).from(tenants),
  ]);
  const language = getLanguage(ctx);
  const texts = exportTexts(language);
  const zone = zones[0]?.zone ?? 'UTC';
  const at = (instant: string | null) => (instant ? formatDateTime(language, new Date(instant), zone) : '');
  const items = rows.map((row) => present(row, ctx));
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
