import { sql } from 'drizzle-orm';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { getEntry, type SessionContext } from '../../request/context.ts';
import { type ReportFacts, reportFacts } from '../reports/index.ts';
import { type OwnRow, ownExport } from './rows.ts';

/** One of the user's own exports with their current permissions for its report; not_found if they can no longer see the report. */
export async function loadOwn(ctx: SessionContext, id: string): Promise<{ row: OwnRow; facts: ReportFacts }> {
  const [[row], found] = await ctx.database.withTenant(getEntry(ctx, 'reports.view'), (db) => [
    ownExport(db, id),
    reportFacts(db, ctx, sql`(select e.report_id from exports e where e.id = ${id}::uuid and e.user_id = (select app.user_id()))`),
  ]);
  const [facts] = found.rows;
  if (!row || !facts) throw new AppError('not_found');
  return { row, facts };
}
