import type { Database } from '../../../../db/client.ts';
import type { ExportFormat } from '../../../../domain/exports/contract.ts';
import type { RlsIdentity } from '../../../../domain/reports/identity.ts';
import type { Env } from '../../../http/env.ts';
import type { ReportProvider, ServiceAccount } from '../../../services/report-service/port.ts';
import type { Mark } from '../decide.ts';

/** What a step of an export works with; it has no session, only the tenant whose row it holds. */
export type Work = { env: Env; database: Pick<Database, 'withJob'>; tenant: string; now: number };

/** The row of an export under the lease of this step. */
export type Held = {
  id: string;
  user_id: string;
  report_id: string;
  report_title: string;
  account_id: string;
  format: ExportFormat;
  pages: string[];
  bookmark: string | null;
  filters: string[];
  language: string;
  identity: RlsIdentity | null;
  watermark: Mark | null;
  mail: boolean;
  state: 'running' | 'finishing';
  attempts: number;
  misses: number;
  service_export_id: string | null;
  file: string | null;
  extension: string | null;
  created_at: string;
  started_at: string;
};

export type Service = { provider: ReportProvider; account: ServiceAccount };
/** Where the report lies at the service now. */
export type Place = { workspaceId: string; reportId: string; datasetId: string | null; reportType: 'report' | 'paginated' };
