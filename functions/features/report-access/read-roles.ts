import { and, eq, sql } from 'drizzle-orm';
import { reports } from '../../../db/schema/reports.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { readRoles } from '../../../domain/report-access/contract.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { accountOf, accountOfReport, providerOf, refusalOf } from '../reports/index.ts';

/** Reads the roles of the model from the service and stores them for every report of the same model. */
export const readModelRoles = bind(readRoles, async ({ id }, ctx) => {
  const entry = entryOf(ctx, 'grants.manage');
  const [[report], accounts] = await ctx.database.withTenant(entry, (db) => [
    db
      .select({ workspace: reports.workspaceId, dataset: reports.datasetId })
      .from(reports)
      .where(and(eq(reports.id, id), eq(reports.kind, 'powerbi'))),
    accountOfReport(db, id),
  ]);
  if (!report) throw new AppError('not_found');
  const { workspace, dataset } = report;
  if (!workspace || !dataset) throw new AppError('report_missing_at_service');
  const account = await accountOf(ctx, accounts.rows[0] ?? null).catch((error) => Promise.reject(refusalOf(error, ctx)));
  const roles = await providerOf(ctx)
    .modelRoles(account, workspace, dataset)
    .catch((error) => Promise.reject(refusalOf(error, ctx)));
  // Without a list the stored one is invalid too: only roles that the model has may be offered.
  await ctx.database.withTenant(entry, (db) => [
    db
      .update(reports)
      .set({ modelRoles: roles, modelRolesAt: sql`app.now()` })
      .where(and(eq(reports.datasetId, dataset), eq(reports.kind, 'powerbi'))),
  ]);
  return { listed: roles !== null };
});
