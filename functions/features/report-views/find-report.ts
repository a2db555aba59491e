import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import type { SessionContext } from '../../request/context.ts';
import { getViewer, reportsWithPlace, visibleReport } from '../reports/index.ts';

/** One row if this user sees the report; `kind` narrows which reports r count. */
export const findReport = (db: Db, ctx: SessionContext, reportId: string, kind: SQL = sql`true`) =>
  db
    .select({ one: sql<number>`1` })
    .from(reportsWithPlace)
    .where(sql`r.id = ${reportId}::uuid and ${kind} and ${visibleReport(getViewer(ctx))}`);
