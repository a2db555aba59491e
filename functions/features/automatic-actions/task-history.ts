import { eq } from 'drizzle-orm';
import { raw } from '../../../db/raw.ts';
import { tasks } from '../../../db/schema/automatic-actions.ts';
import { taskHistory } from '../../../domain/automatic-actions/contract.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { bind } from '../../request/bind.ts';
import { entryOf } from '../../request/context.ts';
import { historyOf, presentHistory } from '../../request/history.ts';

const pastRows = raw('tasks.history', { id: 'uuid', at: 'timestamptz', who: 'text?', what: 'text', change: 'jsonb' });

export const readTaskHistory = bind(taskHistory, async ({ id }, ctx) => {
  const [[there], rows] = await ctx.database.withTenant(entryOf(ctx, 'automation.manage'), (db) => [
    db.select({ id: tasks.id }).from(tasks).where(eq(tasks.id, id)),
    pastRows(db, historyOf(id)),
  ]);
  if (!there) throw new AppError('not_found');
  return { items: presentHistory(rows) };
});
