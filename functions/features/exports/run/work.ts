import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { Database } from '../../../../db/client.ts';
import type { exports } from '../../../../db/schema/exports.ts';
import type { Env } from '../../../http/env.ts';
import type { ReportProvider, ServiceAccount } from '../../../services/report-service/port.ts';

/** What a step of an export works with; it has no session, only the tenant whose row it holds. */
export type Work = { env: Env; database: Pick<Database, 'withJob'>; tenant: string; now: number };

/** The row of an export under the lease of this step. */
export type Held = typeof exports.$inferSelect;
/** What a step writes into it. */
export type Change = PgUpdateSetSource<typeof exports>;

export type Service = { provider: ReportProvider; account: ServiceAccount };
/** Where the report lies at the service now. */
export type Place = { workspaceId: string; reportId: string; datasetId: string | null; reportType: 'report' | 'paginated' };
