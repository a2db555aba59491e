import { sql } from 'drizzle-orm';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { waitForWindow } from '../../../domain/maintenance/contract.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { getViewer, reportsWithPlace, visibleReport } from '../reports/index.ts';
import { waitForLast } from './maintenance.sql.ts';

/** Notes that this user wants to be notified when the report is back; without a window there is nothing to wait for. */
export const waitForOneWindow = bind(waitForWindow, async ({ id }, ctx) => {
  const isVisible = sql`r.id = ${id}::uuid and ${visibleReport(getViewer(ctx))}`;
  const [[report], { rows }] = await ctx.database.withTenant(getEntry(ctx, 'reports.view'), (db) => [
    db.select({ one: sql<number>`1` }).from(reportsWithPlace).where(isVisible),
    waitForLast(db, ctx, id),
  ]);
  if (!report) throw new AppError('not_found');
  const until = rows[0]?.ends_at;
  return { until: until ? new Date(until).toISOString() : null };
});
