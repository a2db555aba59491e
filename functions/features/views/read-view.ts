import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { readView } from '../../../domain/views/contract.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { openToMe, presentView, reportsWithPlace, type ViewRow, viewColumns, viewerOf, visibleReport } from '../reports/index.ts';

export const readOneView = bind(readView, async ({ id }, ctx) => {
  const [result] = await ctx.database.withTenant(entryOf(ctx, 'reports.view'), (db) => [
    db.execute(sql`select ${viewColumns} from report_views v where v.id = ${id}::uuid and ${openToMe}
      and exists (select from ${reportsWithPlace} where r.tenant_id = v.tenant_id and r.id = v.report_id and ${visibleReport(viewerOf(ctx))})`),
  ]);
  const [row] = rowsOf<ViewRow>(result);
  if (!row) throw new AppError('not_found');
  return presentView(row);
});
