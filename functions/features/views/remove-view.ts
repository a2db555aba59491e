import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { can } from '../../../domain/access/permissions.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { removeView } from '../../../domain/views/contract.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { reportsWithPlace, viewerOf, visibleReport } from '../reports/index.ts';

export const removeOneView = bind(removeView, async ({ id }, ctx) => {
  const manages = can(ctx.session, 'reports.manage');
  const [result] = await ctx.database.withTenant(entryOf(ctx, 'views.edit'), (db) => [
    db.execute(sql`with w as (delete from report_views v where v.id = ${id}::uuid and (v.user_id = (select app.user_id()) or (${manages}::boolean and v.shared))
          and exists (select from ${reportsWithPlace} where r.tenant_id = v.tenant_id and r.id = v.report_id and ${visibleReport(viewerOf(ctx))}) returning v.id, v.name, v.report_id),
        a as (insert into audit (what, row_id, change, ip, request_id) select 'view.remove', w.id, jsonb_build_object('report', w.report_id, 'before', jsonb_build_object('name', w.name)), ${ctx.address}, ${ctx.requestId} from w)
      select count(*)::int as n from w`),
  ]);
  if (rowsOf<{ n: number }>(result)[0]?.n !== 1) throw new AppError('not_found');
  return { status: 'ok' as const };
});
