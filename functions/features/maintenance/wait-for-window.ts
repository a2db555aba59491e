import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { waitForWindow } from '../../../domain/maintenance/contract.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { coversReport, reportsWithPlace, viewerOf, visibleReport } from '../reports/index.ts';

/** Notes that this person wants to be told when the report is back; with no window there is nothing to wait for. */
export const waitForOneWindow = bind(waitForWindow, async ({ id }, ctx) => {
  const [there, result] = await ctx.database.withTenant(entryOf(ctx, 'reports.view'), (db) => [
    db.execute(sql`select 1 from ${reportsWithPlace} where r.id = ${id}::uuid and ${visibleReport(viewerOf(ctx))}`),
    db.execute(sql`with w as (select m.id, m.ends_at from ${reportsWithPlace} join maintenance m on ${coversReport} where r.id = ${id}::uuid and ${visibleReport(viewerOf(ctx))} order by m.ends_at desc limit 1),
      n as (insert into maintenance_waiters (maintenance_id) select w.id from w on conflict do nothing returning maintenance_id),
      a as (insert into audit (what, row_id, change, ip, request_id) select 'maintenance.wait', n.maintenance_id, '{}'::jsonb, ${ctx.address}, ${ctx.requestId} from n)
      select w.ends_at from w`),
  ]);
  if (there.rows.length === 0) throw new AppError('not_found');
  const until = rowsOf<{ ends_at: string }>(result)[0]?.ends_at;
  return { until: until ? new Date(until).toISOString() : null };
});
