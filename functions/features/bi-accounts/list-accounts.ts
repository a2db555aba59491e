import { and, sql } from 'drizzle-orm';
import { listAccounts } from '../../../domain/bi-accounts/contract.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { keyset } from '../../request/keyset.ts';
import { a, countColumns, inView, narrowed, present, shownAccounts, sortColumns } from './account-rows.ts';
import { getAccountViewer, isRestricted } from './account-visible.ts';

const noRows = { n: 0, restricted: false, all: 0, ending: 0, failing: 0, disabled: 0 };

export const findAccounts = bind(listAccounts, async (input, ctx) => {
  const viewer = getAccountViewer(ctx);
  const list = keyset(input, sortColumns, 'name', sql`a.id`);
  const where = narrowed(viewer, input.search);
  const [rows, [counted = noRows]] = await ctx.database.withTenant(getEntry(ctx, 'service.manage'), (db) => [
    list.page(shownAccounts(db, { sort_value: list.sortValue }).$dynamic(), and(where, inView(input.view))),
    db
      .select({
        ...countColumns,
        n: sql<number>`count(*) filter (where ${inView(input.view)})::int`,
        restricted: sql<boolean>`${isRestricted(viewer)}`,
      })
      .from(a)
      .where(where),
  ]);
  const { n: total, restricted, ...counts } = counted;
  const { rows: kept, ...paging } = list.answer(rows, total);
  return { items: kept.map(present), ...paging, counts, restricted };
});
