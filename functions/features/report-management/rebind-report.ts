import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { rebindReport } from '../../../domain/report-management/import-contract.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { findAccount, openUsable, orRefused, providerOf } from '../service/index.ts';
import { prepare } from './from-service.ts';

type Stored = { version: number; pages: { name: string; displayName: string }[] };

/** Everything personal hangs on the portal's own id, so another report of the service can stand behind it (BEHAVIOUR 15 #10). */
export const rebindOneReport = bind(rebindReport, async ({ id, version, accountId, workspaceId, serviceId }, ctx) => {
  const entry = entryOf(ctx, 'reports.manage');
  const [found, there] = await ctx.database.withTenant(entry, (db) => [
    findAccount(db, ctx, accountId),
    db.execute(sql`select version, pages from reports where id = ${id}::uuid and kind = 'powerbi'`),
  ]);
  const [stored] = rowsOf<Stored>(there);
  if (!stored) throw new AppError('not_found');
  const account = await openUsable(ctx, found, 'accountId');
  if (stored.version !== version) throw new AppError('changed_meanwhile');
  const [prepared] = await orRefused(ctx, prepare(providerOf(ctx), account, workspaceId, [serviceId], { withPages: true }));
  const report = prepared?.report;
  if (!report) throw new AppError(prepared?.problem ?? 'report_missing_at_service');
  const kept = new Set(report.pages.map((page) => page.name));
  const lost = stored.pages.filter((page) => !kept.has(page.name)).map((page) => page.displayName);
  // Under a model without rules the role of "ignore RLS" would be refused by the service.
  const [result] = await ctx.database.withTenant(entry, (db) => [
    db.execute(sql`with o as (select * from reports where id = ${id}::uuid),
        w as (update reports t set account_id = ${accountId}::uuid, workspace_id = ${workspaceId}, service_report_id = ${report.id}, dataset_id = ${report.datasetId}, embed_url = ${report.embedUrl}, report_type = ${report.type},
          needs_identity = ${report.needsIdentity}, needs_roles = ${report.needsRoles}, ignore_rls = t.ignore_rls and ${report.needsIdentity}, ignore_rls_role = case when ${report.needsIdentity} then t.ignore_rls_role end,
          pages = ${JSON.stringify(report.pages)}::jsonb, data_at = null, freshness = 'unknown', checked_at = null, load_schedule = null, version = t.version + 1 where t.id = ${id}::uuid and t.version = ${version} returning t.*),
        a as (insert into audit (what, row_id, change, ip, request_id) select 'report.rebind', w.id, jsonb_build_object('before', jsonb_build_object('source', o.service_report_id, 'workspace', o.workspace_id), 'after', jsonb_build_object('source', w.service_report_id, 'workspace', w.workspace_id, 'lost', ${JSON.stringify(lost)}::jsonb)), ${ctx.address}, ${ctx.requestId} from w join o on o.id = w.id)
      select count(*)::int as n from w`),
  ]);
  if (rowsOf<{ n: number }>(result)[0]?.n !== 1) throw new AppError('changed_meanwhile');
  return { version: version + 1, lost, needsIdentity: report.needsIdentity, needsRoles: report.needsRoles };
});
