import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { lockVersion } from '../../../db/assertions.ts';
import type { Db } from '../../../db/client.ts';
import { comments } from '../../../db/schema/comments.ts';
import { users } from '../../../db/schema/users.ts';
import type { SessionContext } from '../../request/context.ts';
import { visible } from './rows.ts';
import { seesReport } from './visible-people.ts';

const u = alias(users, 'u');

const shownTo = (ctx: SessionContext, id: string) =>
  and(eq(comments.id, id), isNull(comments.deletedAt), visible(ctx, sql`${comments.reportId}`));

/** A comment that is not deleted, on a report that this user sees. */
export const readStored = (db: Db, ctx: SessionContext, id: string) =>
  db
    .select({
      reportId: comments.reportId,
      authorId: comments.authorId,
      createdAt: comments.createdAt,
      own: sql<boolean>`(${comments.authorId} = (select app.user_id()))`,
    })
    .from(comments)
    .where(shownTo(ctx, id));

/** For each mentioned user who exists here, whether they see the report. */
export const readMentioned = (db: Db, ids: readonly string[], reportId: SQL) =>
  db
    .select({ sees: sql<boolean>`${seesReport(reportId)}` })
    .from(u)
    .where(and(inArray(u.id, [...ids]), isNull(u.deletedAt)));

/** Locks the comment against deletion during the write. */
export const holdStored = (db: Db, ctx: SessionContext, id: string) => lockVersion(db, comments, shownTo(ctx, id));
