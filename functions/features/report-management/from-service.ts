import type { ErrorCode } from '../../../domain/errors/catalogue.ts';
import {
  type ReportPage,
  type ReportProvider,
  type ServiceAccount,
  ServiceError,
  type ServiceReport,
} from '../../services/report-service/port.ts';

export type Prepared = ServiceReport & { needsIdentity: boolean; needsRoles: boolean; pages: Pick<ReportPage, 'name' | 'displayName'>[] };
export type Preparation = { serviceId: string; report: Prepared | null; problem: ErrorCode | null };

// Requested concurrently, but few at a time, so that the service's rate limit is left to viewers.
const maxAtOnce = 6;

const reasons: Partial<Record<ServiceError['code'], ErrorCode>> = {
  not_found: 'report_missing_at_service',
  throttled: 'report_service_throttled',
  unavailable: 'report_service_down',
  timeout: 'report_service_down',
  capacity_paused: 'capacity_paused',
  unauthorized: 'report_account_refused',
  forbidden: 'report_account_refused',
};
const getReason = (error: ServiceError): ErrorCode => reasons[error.code] ?? 'report_service_refused';

async function each<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const queue = items.entries();
  const run = async () => {
    for (const [at, item] of queue) results[at] = await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(maxAtOnce, items.length) }, run));
  return results;
}

/** The service's data about some reports of a workspace; one that it refuses carries its reason and doesn't stop the others. */
export async function prepare(
  provider: ReportProvider,
  account: ServiceAccount,
  workspaceId: string,
  serviceIds: readonly string[],
  { withPages }: { withPages: boolean },
): Promise<Preparation[]> {
  const known = new Map((await provider.listReports(account, workspaceId)).map((report) => [report.id.toLowerCase(), report]));
  const flags = new Map<string, ReturnType<ReportProvider['datasetFlags']>>();
  const getFlags = (datasetId: string) => {
    const asked = flags.get(datasetId) ?? provider.datasetFlags(account, workspaceId, datasetId);
    flags.set(datasetId, asked);
    return asked;
  };
  return each(serviceIds, async (serviceId): Promise<Preparation> => {
    const report = known.get(serviceId.toLowerCase());
    if (!report) return { serviceId, report: null, problem: 'report_missing_at_service' };
    try {
      const { needsIdentity, needsRoles } = report.datasetId
        ? await getFlags(report.datasetId)
        : { needsIdentity: false, needsRoles: false };
      // A paginated report has no pages to list.
      const pages = withPages && report.type === 'report' ? await provider.listPages(account, workspaceId, report.id) : [];
      return {
        serviceId,
        report: { ...report, needsIdentity, needsRoles, pages: pages.map(({ name, displayName }) => ({ name, displayName })) },
        problem: null,
      };
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      return { serviceId, report: null, problem: getReason(error) };
    }
  });
}
