import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { type ManagedReport, readManaged } from '../../../domain/report-management/contract.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { livingValues } from '../custom-fields/index.ts';
import { reportsWithPlace } from '../reports/index.ts';
import { present, type Row, rowColumns } from './rows.ts';

type One = Row & {
  description: string;
  texts: ManagedReport['texts'];
  external_url: string | null;
  external_frames: boolean;
  account_id: string | null;
  account_name: string | null;
  workspace_id: string | null;
  workspace_name: string | null;
  service_report_id: string | null;
  report_type: ManagedReport['reportType'];
  needs_roles: boolean;
  navigation_panel: boolean;
  side_filter: boolean;
  hidden_pages: boolean;
  visual_headers: boolean;
  mobile_background: boolean;
  orientation: ManagedReport['orientation'];
  show_last_update: boolean;
  tenant_colors: boolean;
  allow_edit: boolean;
  ignore_rls: boolean;
  ignore_rls_role: string | null;
  restriction: ManagedReport['restriction'];
  catalog_description: string;
  resolution: string | null;
  on_app: boolean;
  watermark: ManagedReport['watermark'];
  pages: ManagedReport['pages'];
  added_by: string | null;
  favorites: number;
  grants: number;
  views: number;
  all_custom: ManagedReport['custom'];
};

/** One report with every field and option; hidden ones too, foreign ones look like none. */
export const readManagedReport = bind(readManaged, async ({ id }, ctx) => {
  const [result] = await ctx.database.withTenant(entryOf(ctx, 'reports.manage'), (db) => [
    db.execute(sql`select ${rowColumns}, r.description, r.texts, r.external_url, r.external_frames, r.account_id, a.name as account_name, r.workspace_id, w.name as workspace_name, r.service_report_id, r.report_type, r.needs_roles,
        r.navigation_panel, r.side_filter, r.hidden_pages, r.visual_headers, r.mobile_background, r.orientation, r.show_last_update, r.tenant_colors, r.allow_edit, r.ignore_rls, r.ignore_rls_role, r.restriction, r.catalog_description,
        r.resolution, ${livingValues(sql`r`, 'report')} as all_custom, r.on_app, r.watermark, r.pages, (select u.name from users u where u.tenant_id = r.tenant_id and u.id = r.added_by_id) as added_by,
        (select count(*)::int from favorites f where f.tenant_id = r.tenant_id and f.report_id = r.id) as favorites, (select count(*)::int from grants x where x.tenant_id = r.tenant_id and x.report_id = r.id) as grants,
        (select count(*)::int from visits v where v.tenant_id = r.tenant_id and v.report_id = r.id) as views
      from ${reportsWithPlace} left join service_accounts a on a.tenant_id = r.tenant_id and a.id = r.account_id
      left join workspaces w on w.tenant_id = r.tenant_id and w.account_id = r.account_id and w.service_id = r.workspace_id where r.id = ${id}::uuid`),
  ]);
  const [row] = rowsOf<One>(result);
  if (!row) throw new AppError('not_found');
  return {
    ...present(row),
    custom: row.all_custom,
    description: row.description,
    texts: row.texts,
    externalUrl: row.external_url,
    externalFrames: row.external_frames,
    account: row.account_id ? { id: row.account_id, name: row.account_name ?? '' } : null,
    workspace: row.workspace_id ? { id: row.workspace_id, name: row.workspace_name ?? row.workspace_id } : null,
    serviceReportId: row.service_report_id,
    reportType: row.report_type,
    needsRoles: row.needs_roles,
    navigationPanel: row.navigation_panel,
    sideFilter: row.side_filter,
    hiddenPages: row.hidden_pages,
    visualHeaders: row.visual_headers,
    mobileBackground: row.mobile_background,
    orientation: row.orientation,
    showLastUpdate: row.show_last_update,
    tenantColors: row.tenant_colors,
    allowEdit: row.allow_edit,
    ignoreRlsRole: row.ignore_rls ? row.ignore_rls_role : null,
    restriction: row.restriction,
    catalogDescription: row.catalog_description,
    resolution: row.resolution,
    onApp: row.on_app,
    watermark: row.watermark,
    pages: row.pages.map(({ name, displayName }) => ({ name, displayName })),
    addedBy: row.added_by,
    favorites: row.favorites,
    grants: row.grants,
    views: row.views,
  };
});
