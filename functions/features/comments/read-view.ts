import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { readCommentView } from '../../../domain/comments/contract.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { visible } from './rows.ts';

/** States are large; one is read when it is opened, and lists carry none. */
export const readOneView = bind(readCommentView, async ({ id }, ctx) => {
  const [result] = await ctx.database.withTenant(entryOf(ctx, 'reports.view'), (db) => [
    db.execute(
      sql`select c.page, c.bookmark from comments c where c.id = ${id}::uuid and c.deleted_at is null and ${visible(ctx, sql`c.report_id`)}`,
    ),
  ]);
  const [row] = rowsOf<{ page: string | null; bookmark: string | null }>(result);
  if (!row) throw new AppError('not_found');
  return row;
});
