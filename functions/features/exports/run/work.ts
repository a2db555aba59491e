import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { Database } from '../../../../db/client.ts';
import type { exports } from '../../../../db/schema/exports.ts';
import type { Env } from '../../../request/env.ts';
import type { ReportProvider, ServiceAccount } from '../../../services/report-service/port.ts';

/** The context of an export step; it has no session, only the tenant of its row. */
export type Work = { env: Env; database: Pick<Database, 'withJob'>; tenant: string; now: number };

/** The row of an export, leased by this step. */
export type ClaimedExport = typeof exports.$inferSelect;
/** The columns that a step writes. */
export type Change = PgUpdateSetSource<typeof exports>;

export type Service = { provider: ReportProvider; account: ServiceAccount };
/** The report's current location at the service. */
export type Place = { workspaceId: string; reportId: string; datasetId: string | null; reportType: 'report' | 'paginated' };
