import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { toFlag } from '../../../domain/contract/fields.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { listViews } from '../../../domain/views/contract.ts';
import { viewLimits } from '../../../domain/views/limits.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { openToMe, reportsWithPlace, viewerOf, visibleReport } from '../reports/index.ts';

type Row = {
  id: string;
  name: string;
  page: string | null;
  page_title: string | null;
  mine: boolean;
  shared: boolean;
  owner: string;
  for_all: boolean;
  for_me: boolean;
  version: number;
  updated_at: string;
};

const shown = 200;

export const findViews = bind(listViews, async ({ id }, ctx) => {
  const [report, rows] = await ctx.database.withTenant(entryOf(ctx, 'reports.view'), (db) => [
    db.execute(sql`select 1 from ${reportsWithPlace} where r.id = ${id}::uuid and ${visibleReport(viewerOf(ctx))}`),
    db.execute(sql`select v.id, v.name, v.page, v.page_title, v.user_id = (select app.user_id()) as mine, v.shared, u.name as owner, v.for_all, v.version, v.updated_at,
        exists (select from report_view_defaults d where d.tenant_id = v.tenant_id and d.user_id = (select app.user_id()) and d.report_id = v.report_id and d.view_id = v.id) as for_me
      from report_views v join users u on u.tenant_id = v.tenant_id and u.id = v.user_id where v.report_id = ${id}::uuid and ${openToMe} order by mine desc, v.sort_key, v.id limit ${shown}`),
  ]);
  if (report.rows.length === 0) throw new AppError('not_found');
  const views = rowsOf<Row>(rows).map((row) => ({
    id: row.id,
    name: row.name,
    page: row.page,
    pageTitle: row.page_title,
    mine: toFlag(row.mine),
    shared: toFlag(row.shared),
    owner: row.owner,
    forAll: toFlag(row.for_all),
    forMe: toFlag(row.for_me),
    version: row.version,
    updatedAt: new Date(row.updated_at).toISOString(),
  }));
  return { views, own: views.filter((view) => view.mine === 'S').length, limit: viewLimits.perReport };
});
