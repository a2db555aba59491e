import { count, sql } from 'drizzle-orm';
import { listWorkspaces } from '../../../domain/bi-accounts/workspaces/contract.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { keyset } from '../../request/keyset.ts';
import { a } from './account-rows.ts';
import { getAccountViewer } from './account-visible.ts';
import { conditions, ownAccount, present, shownWorkspaces, sortColumns, w } from './workspace-rows.ts';

export const findWorkspaces = bind(listWorkspaces, async (input, ctx) => {
  const list = keyset(input, sortColumns, 'name', sql`w.id`);
  const where = conditions(getAccountViewer(ctx), input);
  const [rows, [counted]] = await ctx.database.withTenant(getEntry(ctx, 'service.manage'), (db) => [
    list.page(shownWorkspaces(db, list.sortValue).$dynamic(), where),
    db.select({ n: count() }).from(w).innerJoin(a, ownAccount).where(where),
  ]);
  const { rows: kept, ...paging } = list.answer(rows, counted?.n ?? 0);
  return { items: kept.map(present), ...paging };
});
