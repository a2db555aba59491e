import { and, asc, eq } from 'drizzle-orm';
import { pickAccounts } from '../../../domain/bi-accounts/contract.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { a } from './account-rows.ts';
import { accountVisible, getAccountViewer } from './account-visible.ts';

const maxShown = 200;

export const pickServiceAccounts = bind(pickAccounts, async (_, ctx) => {
  const [items] = await ctx.database.withTenant(getEntry(ctx, 'service.browse'), (db) => [
    db
      .select({ id: a.id, name: a.name })
      .from(a)
      .where(and(eq(a.disabled, false), accountVisible(getAccountViewer(ctx))))
      .orderBy(asc(a.sortKey), asc(a.id))
      .limit(maxShown),
  ]);
  return { items };
});
