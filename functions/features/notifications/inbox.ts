import { and, count, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import { raw } from '../../../db/raw.ts';
import { notifications } from '../../../db/schema/notifications.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { toIso } from '../../../domain/format/iso.ts';
import { getExcerpt, languageRead, type MessageTexts } from '../../../domain/messages/texts.ts';
import {
  changeNotifications,
  countNotifications,
  listNotifications,
  readAllNotifications,
} from '../../../domain/notifications/contract.ts';
import { getKinds } from '../../../domain/notifications/families.ts';
import { bind } from '../../request/bind.ts';
import { getEntry, type SessionContext } from '../../request/context.ts';
import { idRows } from '../../request/id-rows.ts';
import { keyset } from '../../request/keyset.ts';
import { getLanguage } from '../../request/table-file.ts';
import { isWaiting } from '../notices/index.ts';
import { isCurrent } from '../remote-access/index.ts';

const own = eq(notifications.userId, sql`(select app.user_id())`);
const views = {
  all: isNull(notifications.deletedAt),
  unread: and(isNull(notifications.deletedAt), isNull(notifications.readAt)),
  deleted: isNotNull(notifications.deletedAt),
};
const shown = {
  id: notifications.id,
  kind: notifications.kind,
  vars: notifications.vars,
  link: notifications.link,
  createdAt: notifications.createdAt,
  read: sql<boolean>`${notifications.readAt} is not null`,
  deleted: sql<boolean>`${notifications.deletedAt} is not null`,
  texts: sql<MessageTexts | null>`(select x.texts from messages x
    where x.tenant_id = notifications.tenant_id and x.id = notifications.message_id)`,
};
/** How the inbox shows a message to this reader. */
function messageFor(texts: MessageTexts | null, ctx: SessionContext) {
  if (!texts) return null;
  const read = languageRead(texts, getLanguage(ctx), ctx.tenant.language);
  const words = read ? texts[read] : undefined;
  return words ? { subject: words.subject, excerpt: getExcerpt(words) } : null;
}

const counted = (view: SQL | undefined) => sql<number>`count(*) filter (where ${view})::int`;

export const findNotifications = bind(listNotifications, async ({ view, family, cursor, size }, ctx) => {
  const at = { sql: sql`${notifications.createdAt}`, cast: 'timestamptz' } as const;
  const list = keyset({ cursor, size }, { at }, '-at', sql`${notifications.id}`);
  const about = family ? inArray(notifications.kind, getKinds(family)) : undefined;
  const [rows, [counts = { all: 0, unread: 0, deleted: 0 }]] = await ctx.database.withTenant(getEntry(ctx, 'notifications.read'), (db) => [
    list.page(
      db
        .select({ ...shown, sort_value: list.sortValue })
        .from(notifications)
        .$dynamic(),
      and(own, views[view], about),
    ),
    db
      .select({ all: counted(views.all), unread: counted(views.unread), deleted: counted(views.deleted) })
      .from(notifications)
      .where(own),
  ]);
  const { rows: kept, next } = list.answer(rows, counts[view]);
  const items = kept.map(({ createdAt, texts, sort_value: _, ...row }) => ({
    ...row,
    at: toIso(createdAt),
    message: messageFor(texts, ctx),
  }));
  return { items, next, counts };
});

export const countUnread = bind(countNotifications, async (_input, ctx) => {
  const [[counts]] = await ctx.database.withTenant(getEntry(ctx, 'notifications.read'), (db) => [
    db
      .select({
        unread: count(),
        remote: sql<boolean>`exists (select from remote_requests q where ${isCurrent(ctx)})`,
        notice: ctx.session.kind === 'own' ? isWaiting : sql<boolean>`false`,
      })
      .from(notifications)
      .where(and(own, views.unread)),
  ]);
  return counts ?? { unread: 0, remote: false, notice: false };
});

const changes = {
  read: sql`read_at = coalesce(n.read_at, app.now())`,
  unread: sql`read_at = null`,
  // A deleted notification counts as read.
  delete: sql`deleted_at = coalesce(n.deleted_at, app.now()), read_at = coalesce(n.read_at, app.now())`,
  restore: sql`deleted_at = null`,
};

const changeOwn = raw('notifications.change', { known: 'int4', changed: 'int4' });

/** All of the notifications must be the user's own, or nothing happens; another user's is answered like one that does not exist. */
export const changeInbox = bind(changeNotifications, async ({ action, ids }, ctx) => {
  const wanted = [...new Set(ids)];
  const mine = sql`n.user_id = (select app.user_id())`;
  const [{ rows }] = await ctx.database.withTenant(getEntry(ctx, 'notifications.read'), (db) => [
    changeOwn(
      db,
      sql`with wanted as ${idRows(wanted)},
          known as (select count(*)::int as n from notifications n join wanted w on w.id = n.id where ${mine}),
          c as (update notifications n set ${changes[action]} from wanted w, known
            where n.id = w.id and ${mine} and known.n = ${wanted.length} returning n.id)
        select known.n as known, (select count(*)::int from c) as changed from known`,
    ),
  ]);
  const [outcome] = rows;
  if (outcome?.known !== wanted.length) throw new AppError('not_found');
  return { changed: outcome.changed };
});

export const readAll = bind(readAllNotifications, async (_input, ctx) => {
  const [read] = await ctx.database.withTenant(getEntry(ctx, 'notifications.read'), (db) => [
    db.update(notifications).set({ readAt: sql`app.now()` }).where(and(own, views.unread)).returning({ id: notifications.id }),
  ]);
  return { ids: read.map(({ id }) => id) };
});
