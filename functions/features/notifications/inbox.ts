import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import {
  changeNotifications,
  countNotifications,
  listNotifications,
  readAllNotifications,
} from '../../../domain/notifications/contract.ts';
import { kindsOf } from '../../../domain/notifications/families.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { idRows } from '../../http/id-rows.ts';
import { keyset } from '../../http/keyset.ts';
import { isLive } from '../remote-access/index.ts';

type Row = {
  id: string;
  kind: string;
  vars: Record<string, unknown>;
  link: string | null;
  created_at: string;
  read: boolean;
  deleted: boolean;
  sort_value: string;
};
type Counts = { all: number; unread: number; deleted: number };
const own = sql`n.user_id = (select app.user_id())`;
const views = {
  all: sql`n.deleted_at is null`,
  unread: sql`n.deleted_at is null and n.read_at is null`,
  deleted: sql`n.deleted_at is not null`,
};

export const findNotifications = bind(listNotifications, async ({ view, family, cursor, size }, ctx) => {
  const list = keyset({ cursor, size }, { at: { sql: sql`n.created_at`, cast: 'timestamptz' } }, '-at', sql`n.id`);
  const about = family ? sql`n.kind in (select jsonb_array_elements_text(${JSON.stringify(kindsOf(family))}::jsonb))` : sql`true`;
  const [rows, counted] = await ctx.database.withTenant(entryOf(ctx, 'notifications.read'), (db) => [
    db.execute(sql`select n.id, n.kind, n.vars, n.link, n.created_at, n.read_at is not null as read, n.deleted_at is not null as deleted, ${list.sortValue} as sort_value
      from notifications n where ${own} and ${views[view]} and ${about} and ${list.where} order by ${list.orderBy} ${list.limit}`),
    db.execute(sql`select count(*) filter (where ${views.all})::int as "all", count(*) filter (where ${views.unread})::int as unread, count(*) filter (where ${views.deleted})::int as deleted
      from notifications n where ${own}`),
  ]);
  const counts = rowsOf<Counts>(counted)[0] ?? { all: 0, unread: 0, deleted: 0 };
  const { rows: kept, next } = list.answer(rowsOf<Row>(rows), counts[view]);
  const items = kept.map(({ id, kind, vars, link, created_at, read, deleted }) => ({
    ...{ id, kind, vars, link, read, deleted },
    at: new Date(created_at).toISOString(),
  }));
  return { items, next, counts };
});

export const countUnread = bind(countNotifications, async (_input, ctx) => {
  const [counted] = await ctx.database.withTenant(entryOf(ctx, 'notifications.read'), (db) => [
    db.execute(
      sql`select count(*)::int as unread, exists (select from remote_requests q where ${isLive(ctx)}) as remote from notifications n where ${own} and ${views.unread}`,
    ),
  ]);
  return rowsOf<{ unread: number; remote: boolean }>(counted)[0] ?? { unread: 0, remote: false };
});

const changes = {
  read: sql`read_at = coalesce(n.read_at, app.now())`,
  unread: sql`read_at = null`,
  // What was put away counts as seen.
  delete: sql`deleted_at = coalesce(n.deleted_at, app.now()), read_at = coalesce(n.read_at, app.now())`,
  restore: sql`deleted_at = null`,
};

/** All of them are the person's own, or nothing happens: somebody else's looks the same as none. */
export const changeInbox = bind(changeNotifications, async ({ action, ids }, ctx) => {
  const wanted = [...new Set(ids)];
  const [result] = await ctx.database.withTenant(entryOf(ctx, 'notifications.read'), (db) => [
    db.execute(sql`with wanted as ${idRows(wanted)}, known as (select count(*)::int as n from notifications n join wanted w on w.id = n.id where ${own}),
        c as (update notifications n set ${changes[action]} from wanted w, known where n.id = w.id and ${own} and known.n = ${wanted.length} returning n.id)
      select known.n as known, (select count(*)::int from c) as changed from known`),
  ]);
  const outcome = rowsOf<{ known: number; changed: number }>(result)[0];
  if (outcome?.known !== wanted.length) throw new AppError('not_found');
  return { changed: outcome.changed };
});

export const readAll = bind(readAllNotifications, async (_input, ctx) => {
  const [result] = await ctx.database.withTenant(entryOf(ctx, 'notifications.read'), (db) => [
    db.execute(sql`update notifications n set read_at = app.now() where ${own} and ${views.unread} returning n.id`),
  ]);
  return { ids: rowsOf<{ id: string }>(result).map((row) => row.id) };
});
