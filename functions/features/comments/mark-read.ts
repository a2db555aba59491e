import { sql } from 'drizzle-orm';
import { raw } from '../../../db/raw.ts';
import { markCommentsRead } from '../../../domain/comments/contract.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { visible } from './rows.ts';

const writeRead = raw('comments.mark_read', { report_id: 'uuid' });

export const markRead = bind(markCommentsRead, async ({ id }, ctx) => {
  const [{ rows }] = await ctx.database.withTenant(getEntry(ctx, 'reports.view'), (db) => [
    writeRead(
      db,
      sql`insert into comment_reads (report_id) select ${id}::uuid where ${visible(ctx, sql`${id}::uuid`)}
        on conflict (tenant_id, report_id, user_id) do update set read_at = app.now() returning report_id`,
    ),
  ]);
  if (rows.length !== 1) throw new AppError('not_found');
  return { status: 'ok' as const };
});
