import { and, eq, isNull, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { comments } from '../../../db/schema/comments.ts';
import { readCommentView } from '../../../domain/comments/contract.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { visible } from './rows.ts';

const c = alias(comments, 'c');

/** Saved states are large, so one is read only when it is opened; lists don't include them. */
export const readOneView = bind(readCommentView, async ({ id }, ctx) => {
  const [[row]] = await ctx.database.withTenant(getEntry(ctx, 'reports.view'), (db) => [
    db
      .select({ page: c.page, bookmark: c.bookmark })
      .from(c)
      .where(and(eq(c.id, id), isNull(c.deletedAt), visible(ctx, sql`${c.reportId}`))),
  ]);
  if (!row) throw new AppError('not_found');
  return row;
});
