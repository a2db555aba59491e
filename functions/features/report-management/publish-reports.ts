import { publishReports } from '../../../domain/report-management/import-contract.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { findAccount, getProvider, openUsable, orRefused } from '../bi-accounts/index.ts';
import { wakeMailings } from '../notifications/index.ts';
import { prepare } from './from-service.ts';
import { publishOutcome, publishRows } from './publish.sql.ts';
import { takeTurn } from './write-parts.ts';

/** Reads the account, asks the service for each report, and publishes all that it answered for in one write. */
export const publishFromWorkspace = bind(publishReports, async (input, ctx) => {
  const entry = getEntry(ctx, 'reports.manage');
  const titles = new Map(input.reports.map(({ serviceId, title }) => [serviceId.toLowerCase(), title]));
  const [found] = await ctx.database.withTenant(entry, (db) => [findAccount(db, ctx, input.accountId)]);
  const account = await openUsable(ctx, found, 'accountId');
  const prepared = await orRefused(ctx, prepare(getProvider(ctx), account, input.workspaceId, [...titles.keys()], { withPages: true }));
  const reports = prepared.flatMap(({ serviceId, report }) => (report ? [{ ...report, title: titles.get(serviceId) ?? report.name }] : []));
  const failed = prepared.flatMap(({ serviceId, problem }) => (problem ? [{ serviceId, reason: problem as string }] : []));
  const [, result] = await ctx.database.withTenant(entry, (db) => [takeTurn(db, 'publish'), publishRows(db, ctx, reports, input)]);
  const { published, told } = publishOutcome(result.rows);
  if (told > 0) wakeMailings(ctx);
  const here = new Set(published.map((row) => row.service_id));
  const twice = reports
    .filter((report) => !here.has(report.id))
    .map((report) => ({ serviceId: report.id, reason: 'report_already_published' }));
  return {
    published: published.map(({ id, service_id: serviceId, title }) => ({ id, serviceId, title })),
    failed: [...failed, ...twice],
    told,
  };
});
