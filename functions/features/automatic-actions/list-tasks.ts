import { eq, sql } from 'drizzle-orm';
import { listTasks, readTask } from '../../../domain/automatic-actions/contract.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { keyset } from '../../request/keyset.ts';
import { k } from './found.ts';
import { presentFull, presentTask, rowColumns, shownTasks, taskColumns, taskConditions } from './task-rows.ts';

export const findTasks = bind(listTasks, async (input, ctx) => {
  const list = keyset(input, taskColumns, 'name', sql`${k.id}`);
  const where = taskConditions(input);
  const [rows, [counted]] = await ctx.database.withTenant(getEntry(ctx, 'automation.manage'), (db) => [
    list.page(
      db
        .select({ ...rowColumns, sort_value: list.sortValue })
        .from(k)
        .$dynamic(),
      where,
    ),
    db.select({ n: sql<number>`count(*)::int` }).from(k).where(where),
  ]);
  const { rows: kept, ...paging } = list.answer(rows, counted?.n ?? 0);
  return { items: kept.map(({ sort_value: _sort, ...row }) => presentTask(row)), ...paging };
});

export const readOneTask = bind(readTask, async ({ id }, ctx) => {
  const [[row]] = await ctx.database.withTenant(getEntry(ctx, 'automation.manage'), (db) => [shownTasks(db).where(eq(k.id, id))]);
  if (!row) throw new AppError('not_found');
  return presentFull(row);
});
