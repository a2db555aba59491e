import { sql } from 'drizzle-orm';
import { check, foreignKey, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { at, createdAt, tenantId } from './columns.ts';
import { reports } from './reports.ts';
import { tenants } from './tenants.ts';
import { users } from './users.ts';

/** Comments on a report, each with the view its author saw; one level of replies. */
export const comments = pgTable(
  'comments',
  {
    tenantId: tenantId().references(() => tenants.id),
    id: uuid('id').notNull(),
    reportId: uuid('report_id').notNull(),
    authorId: uuid('author_id').notNull().default(sql`app.user_id()`),
    parentId: uuid('parent_id'),
    // Plain text; emptied on deletion, when the row only keeps its place in the thread.
    text: text('text').notNull(),
    page: text('page'),
    pageTitle: text('page_title'),
    bookmark: text('bookmark'),
    createdAt: createdAt(),
    editedAt: at('edited_at'),
    deletedAt: at('deleted_at'),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    foreignKey({ name: 'comments_report', columns: [t.tenantId, t.reportId], foreignColumns: [reports.tenantId, reports.id] }).onDelete(
      'cascade',
    ),
    foreignKey({ name: 'comments_author', columns: [t.tenantId, t.authorId], foreignColumns: [users.tenantId, users.id] }).onDelete(
      'cascade',
    ),
    foreignKey({ name: 'comments_parent', columns: [t.tenantId, t.parentId], foreignColumns: [t.tenantId, t.id] }).onDelete('cascade'),
    check('comments_length', sql`char_length(${t.text}) <= 2000`),
    index('comments_list').on(t.tenantId, t.reportId, t.createdAt, t.id),
    index('comments_answers').on(t.tenantId, t.parentId, t.createdAt).where(sql`parent_id is not null`),
    index('comments_author').on(t.tenantId, t.authorId, t.createdAt),
  ],
);

export const commentMentions = pgTable(
  'comment_mentions',
  {
    tenantId: tenantId().references(() => tenants.id),
    commentId: uuid('comment_id').notNull(),
    userId: uuid('user_id').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.commentId, t.userId] }),
    foreignKey({
      name: 'comment_mentions_comment',
      columns: [t.tenantId, t.commentId],
      foreignColumns: [comments.tenantId, comments.id],
    }).onDelete('cascade'),
    foreignKey({ name: 'comment_mentions_user', columns: [t.tenantId, t.userId], foreignColumns: [users.tenantId, users.id] }).onDelete(
      'cascade',
    ),
  ],
);

/** Up to when each person has read a report's comments. */
export const commentReads = pgTable(
  'comment_reads',
  {
    tenantId: tenantId().references(() => tenants.id),
    reportId: uuid('report_id').notNull(),
    userId: uuid('user_id').notNull().default(sql`app.user_id()`),
    readAt: at('read_at').notNull().default(sql`app.now()`),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.reportId, t.userId] }),
    foreignKey({
      name: 'comment_reads_report',
      columns: [t.tenantId, t.reportId],
      foreignColumns: [reports.tenantId, reports.id],
    }).onDelete('cascade'),
    foreignKey({ name: 'comment_reads_user', columns: [t.tenantId, t.userId], foreignColumns: [users.tenantId, users.id] }).onDelete(
      'cascade',
    ),
  ],
);
