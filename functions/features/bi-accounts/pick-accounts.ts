import { and, asc, eq } from 'drizzle-orm';
import { pickAccounts } from '../../../domain/bi-accounts/contract.ts';
import { bind } from '../../request/bind.ts';
import { entryOf } from '../../request/context.ts';
import { a } from './account-rows.ts';
import { accountViewerOf, accountVisible } from './account-visible.ts';

const maxShown = 200;

export const pickServiceAccounts = bind(pickAccounts, async (_, ctx) => {
  const [items] = await ctx.database.withTenant(entryOf(ctx, 'service.browse'), (db) => [
    db
      .select({ id: a.id, name: a.name })
      .from(a)
      .where(and(eq(a.disabled, false), accountVisible(accountViewerOf(ctx))))
      .orderBy(asc(a.sortKey), asc(a.id))
      .limit(maxShown),
  ]);
  return { items };
});
