import { and, asc, eq } from 'drizzle-orm';
import { reports } from '../../../db/schema/reports.ts';
import { readAccount } from '../../../domain/bi-accounts/contract.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { a, dayInZone, present, shownAccounts } from './account-rows.ts';
import { accountVisible, getAccountViewer } from './account-visible.ts';

const maxTitles = 50;

/** One account; sealed values aren't even read. */
export const readOneAccount = bind(readAccount, async ({ id }, ctx) => {
  const mine = and(eq(a.id, id), accountVisible(getAccountViewer(ctx)));
  const { objectId, subscriptionId, resourceGroup, workspaceId, profileId } = a;
  const details = { objectId, secretEndsOn: dayInZone(ctx.tenant.zone), subscriptionId, resourceGroup, workspaceId, profileId };
  const [[row], titles] = await ctx.database.withTenant(getEntry(ctx, 'service.manage'), (db) => [
    shownAccounts(db, details).where(mine),
    db
      .select({ title: reports.title })
      .from(reports)
      .innerJoin(a, and(eq(a.tenantId, reports.tenantId), eq(a.id, reports.accountId)))
      .where(mine)
      .orderBy(asc(reports.sortKey), asc(reports.id))
      .limit(maxTitles),
  ]);
  if (!row) throw new AppError('not_found');
  const { tested, ...account } = row;
  return { ...account, ...present(row), steps: tested ?? [], reportTitles: titles.map(({ title }) => title) };
});
