import { and, asc, eq, sql } from 'drizzle-orm';
import { lockVersion, mustHold } from '../../../db/assertions.ts';
import { auditedAct } from '../../../db/audited.ts';
import type { Db } from '../../../db/client.ts';
import { workspaces } from '../../../db/schema/bi-accounts.ts';
import { reports } from '../../../db/schema/reports.ts';
import { refuseDeletion, titlesShown } from '../../../domain/bi-accounts/delete.ts';
import { removeWorkspace } from '../../../domain/bi-accounts/workspaces/contract.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { throwIfRefused } from '../../../domain/errors/refusal.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { a } from './account-rows.ts';
import { accountVisible, getAccountViewer } from './account-visible.ts';
import { ownAccount, reportsInside, w } from './workspace-rows.ts';

/** Removes it from the portal, not from the service, and only while no report published here is in it. */
export const removeOneWorkspace = bind(removeWorkspace, async ({ id }, ctx) => {
  const mine = and(eq(w.id, id), accountVisible(getAccountViewer(ctx)));
  const readInside = (db: Db) => db.select({ title: reports.title }).from(reports).innerJoin(w, reportsInside).where(eq(w.id, id));
  const entry = getEntry(ctx, 'service.manage');
  const [[stored], titles] = await ctx.database.withTenant(entry, (db) => [
    db
      .select({ name: w.name, version: w.version, reports: db.$count(reports, reportsInside) })
      .from(w)
      .innerJoin(a, ownAccount)
      .where(mine),
    readInside(db).orderBy(asc(reports.sortKey)).limit(titlesShown),
  ]);
  throwIfRefused(refuseDeletion(stored && { reports: stored.reports, titles: titles.map(({ title }) => title) }, 'workspace_in_use'));
  if (!stored) throw new AppError('not_found');

  await ctx.database.withTenant(entry, (db) => [
    lockVersion(db, w, and(eq(w.id, id), eq(w.version, stored.version))),
    mustHold(db, sql`not exists ${readInside(db)}`),
    db.delete(workspaces).where(eq(workspaces.id, id)),
    auditedAct(db, ctx, 'workspace.remove', id, { name: stored.name }),
  ]);
  return { status: 'ok' as const };
});
