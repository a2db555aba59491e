import { type SQL, sql } from 'drizzle-orm';
import { type RowOf, typed } from '../../../db/raw.ts';
import type { Comment, CommentThread } from '../../../domain/comments/contract.ts';
import { editableUntil } from '../../../domain/comments/decide.ts';
import { isoOrNull, toIso } from '../../../domain/format/iso.ts';
import type { SessionContext } from '../../request/context.ts';
import { getViewer, reportsWithPlace, visibleReport } from '../reports/index.ts';

const rowShape = {
  id: 'uuid',
  author_id: 'uuid',
  author: 'text',
  text: 'text',
  mentions: typed<{ id: string; name: string }[]>('jsonb'),
  page: 'text?',
  page_title: 'text?',
  has_view: 'bool',
  created_at: 'timestamptz',
  edited_at: 'timestamptz?',
  deleted_at: 'timestamptz?',
  unread: 'bool',
} as const;
type Row = RowOf<typeof rowShape>;
/** A comment with its answers, as `getColumns` gives them. */
export const threadShape = { ...rowShape, answers: typed<Row[]>('jsonb'), sort_value: 'text' } as const;

const isMentioned = (c: SQL) => sql`n.tenant_id = ${c}.tenant_id and n.comment_id = ${c}.id`;
const getAuthor = (c: SQL) => sql`(select u.name from users u where u.tenant_id = ${c}.tenant_id and u.id = ${c}.author_id)`;

/** The columns of a comment c, and whether it is unread for this user. */
export const getColumns = (c: SQL): SQL =>
  sql`${c}.id, ${c}.author_id, ${getAuthor(c)} as author, ${c}.text,
    coalesce((select jsonb_agg(jsonb_build_object('id', u.id, 'name', u.name) order by u.sort_key, u.id)
      from comment_mentions n join users u on u.tenant_id = n.tenant_id and u.id = n.user_id where ${isMentioned(c)}), '[]') as mentions,
    ${c}.page, ${c}.page_title, ${c}.bookmark is not null or ${c}.page is not null as has_view,
    ${c}.created_at, ${c}.edited_at, ${c}.deleted_at, ${isUnread(c)} as unread`;

/** Comments by others, newer than the reader's last visit. Before the first visit, all of them are unread. */
export const isUnread = (c: SQL): SQL =>
  sql`(${c}.author_id <> (select app.user_id()) and ${c}.deleted_at is null and ${c}.created_at > coalesce(
    (select d.read_at from comment_reads d
      where d.tenant_id = ${c}.tenant_id and d.report_id = ${c}.report_id and d.user_id = (select app.user_id())), '-infinity'))`;

/** Whether this user sees the report, and with it its comments. */
export const visible = (ctx: SessionContext, reportId: SQL): SQL =>
  sql`exists (select from ${reportsWithPlace} where r.id = ${reportId} and ${visibleReport(getViewer(ctx))})`;

function present(row: Row, ctx: SessionContext, manages: boolean): Comment {
  const own = row.author_id === ctx.session.sub;
  const deleted = row.deleted_at !== null;
  const until = editableUntil(row.created_at);
  return {
    id: row.id,
    author: { id: row.author_id, name: row.author },
    text: deleted ? '' : row.text,
    mentions: deleted ? [] : row.mentions,
    page: row.page && !deleted ? { name: row.page, title: row.page_title || row.page } : null,
    hasView: row.has_view && !deleted,
    createdAt: toIso(row.created_at),
    editedAt: deleted ? null : isoOrNull(row.edited_at),
    deleted,
    unread: row.unread,
    editableUntil: own && !deleted && until > ctx.clock.now() ? new Date(until).toISOString() : null,
    mayDelete: !deleted && (own || manages),
  };
}

export const presentThread = (row: RowOf<typeof threadShape>, ctx: SessionContext, manages: boolean): CommentThread => ({
  ...present(row, ctx, manages),
  answers: row.answers.map((answer) => present(answer, ctx, manages)),
});
