import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { chooseView, chooseViewForAll } from '../../../domain/views/contract.ts';
import { bind } from '../../http/bind.ts';
import { entryOf, type SessionContext } from '../../http/context.ts';
import { openToMe, reportsWithPlace, viewerOf, visibleReport } from '../reports/index.ts';

type Outcome = { there: boolean };

const seen = (ctx: SessionContext, reportId: string) =>
  sql`seen as (select r.id from ${reportsWithPlace} where r.id = ${reportId}::uuid and ${visibleReport(viewerOf(ctx))})`;
const orMissing = (result: { rows: unknown[] }) => {
  if (!rowsOf<Outcome>(result)[0]?.there) throw new AppError('not_found');
  return { status: 'ok' as const };
};

export const chooseForMe = bind(chooseView, async ({ id: reportId, viewId }, ctx) => {
  const written = viewId
    ? sql`wanted as (select v.id, v.report_id from report_views v, seen where v.id = ${viewId}::uuid and v.report_id = seen.id and ${openToMe}),
        w as (insert into report_view_defaults (report_id, view_id) select report_id, id from wanted on conflict (tenant_id, user_id, report_id) do update set view_id = excluded.view_id returning report_id)`
    : sql`wanted as (select id from seen),
        w as (delete from report_view_defaults d where d.user_id = (select app.user_id()) and d.report_id = (select id from seen) returning d.report_id)`;
  const [result] = await ctx.database.withTenant(entryOf(ctx, 'views.edit'), (db) => [
    db.execute(sql`with ${seen(ctx, reportId)}, ${written},
        a as (insert into audit (what, row_id, change, ip, request_id) select 'view.default', id, jsonb_build_object('view', ${viewId}::uuid), ${ctx.address}, ${ctx.requestId} from seen where exists (select from wanted))
      select exists (select from wanted) as there`),
  ]);
  return orMissing(result);
});

/** The view before it and the new one change in one statement; which of the two rows is written first does not matter to the index, because the old one goes in a step of its own. */
export const chooseForAll = bind(chooseViewForAll, async ({ id: reportId, viewId }, ctx) => {
  const wanted = viewId
    ? sql`select v.id from report_views v, seen where v.id = ${viewId}::uuid and v.report_id = seen.id and v.shared`
    : sql`select id from seen`;
  const [, result] = await ctx.database.withTenant(entryOf(ctx, 'reports.manage'), (db) => [
    db.execute(sql`with ${seen(ctx, reportId)}, wanted as (${wanted})
      update report_views v set for_all = false from seen where v.report_id = seen.id and v.for_all and v.id is distinct from ${viewId}::uuid and exists (select from wanted)`),
    db.execute(sql`with ${seen(ctx, reportId)}, wanted as (${wanted}),
        w as (update report_views v set for_all = true from wanted where v.id = wanted.id and not v.for_all returning 1),
        a as (insert into audit (what, row_id, change, ip, request_id) select 'view.default_for_all', id, jsonb_build_object('view', ${viewId}::uuid), ${ctx.address}, ${ctx.requestId} from seen where exists (select from wanted))
      select exists (select from wanted) as there`),
  ]);
  return orMissing(result);
});
