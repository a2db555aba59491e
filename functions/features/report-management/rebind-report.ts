import { and, eq, sql } from 'drizzle-orm';
import { lockVersion, setOf } from '../../../db/assertions.ts';
import { audited } from '../../../db/audited.ts';
import { reports } from '../../../db/schema/reports.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { rebindReport } from '../../../domain/report-management/import-contract.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { findAccount, getProvider, openUsable, orRefused } from '../bi-accounts/index.ts';
import { prepare } from './from-service.ts';

const { version: storedVersion, pages, serviceReportId: source, workspaceId: workspace } = reports;

/** Everything personal is attached to the portal's own id, so another report of the service can take its place. */
export const rebindOneReport = bind(rebindReport, async ({ id, version, accountId, workspaceId, serviceId }, ctx) => {
  const entry = getEntry(ctx, 'reports.manage');
  const [found, [stored]] = await ctx.database.withTenant(entry, (db) => [
    findAccount(db, ctx, accountId),
    db
      .select({ version: storedVersion, pages, source, workspace })
      .from(reports)
      .where(and(eq(reports.id, id), eq(reports.kind, 'powerbi'))),
  ]);
  if (!stored) throw new AppError('not_found');
  const account = await openUsable(ctx, found, 'accountId');
  if (stored.version !== version) throw new AppError('changed_meanwhile');
  const [prepared] = await orRefused(ctx, prepare(getProvider(ctx), account, workspaceId, [serviceId], { withPages: true }));
  const report = prepared?.report;
  if (!report) throw new AppError(prepared?.problem ?? 'report_missing_at_service');
  const kept = new Set(report.pages.map((page) => page.name));
  const lost = stored.pages.filter((page) => !kept.has(page.name)).map((page) => page.displayName);
  const { needsIdentity, needsRoles } = report;
  const service = { accountId, workspaceId, serviceReportId: report.id, datasetId: report.datasetId, embedUrl: report.embedUrl };
  // The service refuses the role of "ignore RLS" for a model without RLS.
  const identity = needsIdentity ? { needsIdentity, needsRoles } : { needsIdentity, needsRoles, ignoreRls: false, ignoreRlsRole: null };
  // What was known about the data only applied to the former report.
  const unknownData = { dataAt: null, freshness: 'unknown' as const, checkedAt: null, loadSchedule: null };
  const row = {
    ...service,
    reportType: report.type,
    pages: report.pages,
    ...identity,
    ...unknownData,
    version: sql`${reports.version} + 1`,
  };
  await ctx.database.withTenant(entry, (db) => [
    lockVersion(db, reports, and(eq(reports.id, id), eq(reports.version, version))),
    db.update(reports).set(setOf(reports, row)).where(eq(reports.id, id)),
    audited(db, ctx, 'report.rebind', id, {
      before: { source: stored.source, workspace: stored.workspace },
      after: { source: report.id, workspace: workspaceId, lost },
    }),
  ]);
  return { version: version + 1, lost, needsIdentity, needsRoles };
});
