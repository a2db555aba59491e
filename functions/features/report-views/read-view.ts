import { sql } from 'drizzle-orm';
import { raw } from '../../../db/raw.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { readView } from '../../../domain/report-views/contract.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { openToMe, presentView, viewColumns } from '../reports/index.ts';
import { ofVisibleReport } from './report-views.sql.ts';

const read = raw('report_views.read', {
  ...{ id: 'uuid', report_id: 'uuid', name: 'text', mine: 'bool', shared: 'bool', owner: 'text', version: 'int4' },
  ...{ state: 'text', page: 'text?', page_title: 'text?', rest: 'text' },
});

export const readOneView = bind(readView, async ({ id }, ctx) => {
  const [{ rows }] = await ctx.database.withTenant(getEntry(ctx, 'reports.view'), (db) => [
    read(db, sql`select ${viewColumns} from report_views v where v.id = ${id}::uuid and ${openToMe} and ${ofVisibleReport(ctx)}`),
  ]);
  const [row] = rows;
  if (!row) throw new AppError('not_found');
  return presentView(row);
});
