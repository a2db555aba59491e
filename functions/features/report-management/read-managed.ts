import { AppError } from '../../../domain/errors/catalogue.ts';
import { pick } from '../../../domain/fields/fields.ts';
import { readManaged } from '../../../domain/report-management/contract.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { detailSwitches, readRow } from './managed.sql.ts';
import { present } from './present-managed.ts';

/** One report with every field and option, hidden ones included; a foreign one looks like a missing one. */
export const readManagedReport = bind(readManaged, async ({ id }, ctx) => {
  const [{ rows }] = await ctx.database.withTenant(getEntry(ctx, 'reports.manage'), (db) => [readRow(db, id)]);
  const [row] = rows;
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
    ...pick(row, detailSwitches),
    orientation: row.orientation,
    ignoreRlsRole: row.ignore_rls ? row.ignore_rls_role : null,
    restriction: row.restriction,
    catalogDescription: row.catalog_description,
    resolution: row.resolution,
    watermark: row.watermark,
    pages: row.pages.map(({ name, displayName }) => ({ name, displayName })),
    addedBy: row.added_by,
    favorites: row.favorites,
    grants: row.grants,
    views: row.views,
  };
});
