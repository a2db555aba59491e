import { sql } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { type RowOf, raw, typed } from '../../../db/raw.ts';
import type { Opening } from '../../../domain/report-views/view.ts';
import { openToMe, presentView, viewColumns, viewShape } from './view-row.ts';

const shape = { rank: 'int4', kind: typed<'view' | 'saved'>('text'), ...viewShape } as const;
const readOpening = raw('reports.opening', shape);

/**
 * How a report opens for this user: the view they chose for it, else how they left it (while the unit keeps that), else the default view
 * for everyone.
 */
export const openingQuery = (db: Db, reportId: string) =>
  readOpening(
    db,
    sql`select * from (
      select 1 as rank, 'view' as kind, ${viewColumns}
        from report_view_defaults d join report_views v on v.tenant_id = d.tenant_id and v.id = d.view_id and v.report_id = d.report_id
        where d.user_id = (select app.user_id()) and d.report_id = ${reportId}::uuid and ${openToMe}
      union all select 2, 'saved', null, s.report_id, '', true, false, '', 0, s.state, null, null, '' from report_states s
        where s.user_id = (select app.user_id()) and s.report_id = ${reportId}::uuid
          and exists (select from settings t where t."values"->>'save_filter' = 'S')
      union all select 3, 'view', ${viewColumns} from report_views v where v.report_id = ${reportId}::uuid and v.for_all
    ) o order by rank limit 1`,
  );

export function presentOpening({ rows: [row] }: { rows: RowOf<typeof shape>[] }): Opening {
  return row ? { kind: row.kind, state: row.state, view: row.kind === 'view' ? presentView(row) : null } : null;
}
