import { and, eq, sql } from 'drizzle-orm';
import { listRuns, readRun } from '../../../domain/automatic-actions/contract.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { keyset } from '../../request/keyset.ts';
import { k } from './found.ts';
import { presentRun, r, runColumns, runConditions, runSortColumns, shownRuns } from './run-rows.ts';

export const findRuns = bind(listRuns, async (input, ctx) => {
  const list = keyset(input, runSortColumns, '-due', sql`${r.id}`);
  const where = runConditions(input);
  const ofTask = and(eq(k.tenantId, r.tenantId), eq(k.id, r.taskId));
  const [rows, [counted]] = await ctx.database.withTenant(getEntry(ctx, 'automation.manage'), (db) => [
    list.page(
      db
        .select({ ...runColumns, sort_value: list.sortValue })
        .from(r)
        .innerJoin(k, ofTask)
        .$dynamic(),
      where,
    ),
    db.select({ n: sql<number>`count(*)::int` }).from(r).innerJoin(k, ofTask).where(where),
  ]);
  const { rows: kept, ...paging } = list.answer(rows, counted?.n ?? 0);
  return { items: kept.map(({ sort_value: _sort, ...row }) => presentRun(row)), ...paging };
});

export const readOneRun = bind(readRun, async ({ id }, ctx) => {
  const [[row]] = await ctx.database.withTenant(getEntry(ctx, 'automation.manage'), (db) => [shownRuns(db).where(eq(r.id, id))]);
  if (!row) throw new AppError('not_found');
  return presentRun(row);
});
