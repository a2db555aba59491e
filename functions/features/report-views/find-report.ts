import { sql } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import type { SessionContext } from '../../request/context.ts';
import { reportsWithPlace, viewerOf, visibleReport } from '../reports/index.ts';

/** One row if this user sees the report. */
export const findReport = (db: Db, ctx: SessionContext, reportId: string) =>
  db
    .select({ one: sql<number>`1` })
    .from(reportsWithPlace)
    .where(sql`r.id = ${reportId}::uuid and ${visibleReport(viewerOf(ctx))}`);
