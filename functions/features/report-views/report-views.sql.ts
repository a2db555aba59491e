import { and, eq, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db } from '../../../db/client.ts';
import { reportViews } from '../../../db/schema/report-views.ts';
import type { SessionContext } from '../../request/context.ts';
import { getViewer, reportsWithPlace, visibleReport } from '../reports/index.ts';

/** The CTE `seen`: the report, if this user sees it. */
export const seenReport = (ctx: SessionContext, reportId: string, kind: SQL = sql`true`) =>
  sql`seen as (select r.id from ${reportsWithPlace} where r.id = ${reportId}::uuid and ${kind} and ${visibleReport(getViewer(ctx))})`;
export const embedded = sql`r.kind = 'powerbi'`;

/** This user sees the report of view v. */
export const ofVisibleReport = (ctx: SessionContext) =>
  sql`exists (select from ${reportsWithPlace} where r.tenant_id = v.tenant_id and r.id = v.report_id and ${visibleReport(getViewer(ctx))})`;

export const isMine = eq(reportViews.userId, sql`(select app.user_id())`);

/** A view of a report that this user sees. */
export function readView(db: Db, ctx: SessionContext, id: string | null) {
  const v = alias(reportViews, 'v');
  const own = sql<boolean>`(${v.userId} = (select app.user_id()))`;
  return db
    .select({ reportId: v.reportId, name: v.name, shared: v.shared, version: v.version, own })
    .from(v)
    .where(and(id === null ? sql`false` : eq(v.id, id), ofVisibleReport(ctx)));
}
