import { and, asc, eq } from 'drizzle-orm';
import { lockVersion } from '../../../db/assertions.ts';
import { auditedAct } from '../../../db/audited.ts';
import { serviceAccounts } from '../../../db/schema/bi-accounts.ts';
import { reports } from '../../../db/schema/reports.ts';
import { deleteAccount } from '../../../domain/bi-accounts/contract.ts';
import { refuseDeletion, titlesShown } from '../../../domain/bi-accounts/delete.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { throwIfRefused } from '../../../domain/errors/refusal.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { a } from './account-rows.ts';
import { accountVisible, getAccountViewer } from './account-visible.ts';
import { orHeld } from './in-use.ts';

/** Deletes the account with its workspaces in the portal, and only while no report is published with it. */
export const deleteOneAccount = bind(deleteAccount, async ({ id }, ctx) => {
  const mine = and(eq(a.id, id), accountVisible(getAccountViewer(ctx)));
  const isUsing = eq(reports.accountId, id);
  const entry = getEntry(ctx, 'service.manage');
  const [[stored], titles] = await ctx.database.withTenant(entry, (db) => [
    db
      .select({ name: a.name, version: a.version, reports: db.$count(reports, isUsing) })
      .from(a)
      .where(mine),
    db.select({ title: reports.title }).from(reports).where(isUsing).orderBy(asc(reports.sortKey)).limit(titlesShown),
  ]);
  throwIfRefused(refuseDeletion(stored && { reports: stored.reports, titles: titles.map(({ title }) => title) }, 'account_in_use'));
  if (!stored) throw new AppError('not_found');

  await orHeld(
    ctx.database.withTenant(entry, (db) => [
      lockVersion(db, a, and(mine, eq(a.version, stored.version))),
      db.delete(serviceAccounts).where(eq(serviceAccounts.id, id)),
      auditedAct(db, ctx, 'service_account.delete', id, { name: stored.name }),
    ]),
  );
  return { status: 'ok' as const };
});
