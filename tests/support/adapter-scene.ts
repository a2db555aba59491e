import { afterAll, afterEach, vi } from 'vitest';
import { startReportService } from '../../dev/powerbi/server.ts';
import { client, type Registered } from '../../dev/powerbi/test-client.ts';
import type { ServiceAccount } from '../../functions/services/report-service/port.ts';
import { powerBi } from '../../functions/services/report-service/powerbi.ts';

type Item = { reportId: string; datasetId: string };

export const adapterTo = (url: string) => powerBi({ authority: url, api: url, management: url });

/** Where the capacities of a registered account are in Azure. */
export const azure = ({ directoryId }: Registered) => ({
  subscriptionId: directoryId.replace(/^.{8}/, '5ab5c41b'),
  resourceGroup: 'rg-reports',
});

/** A stand-in for one test file, with an account of its own and the portal's adapter to it; faults end with each test. */
export async function adapterScene() {
  const service = await startReportService({ port: 0 });
  const api = client(service.url);
  const who = await api.register();
  const account: ServiceAccount = {
    ...{ directoryId: who.directoryId, appId: who.appId, secret: who.secret },
    ...{ profileId: null, objectId: who.appId },
  };
  const heal = () => fetch(`${service.url}/__sim/faults`, { method: 'DELETE' });
  afterEach(() => {
    vi.restoreAllMocks();
    return heal();
  });
  afterAll(() => service.close());
  return {
    ...{ service, api, who, account, heal, provider: adapterTo(service.url) },
    fault: (body: Record<string, unknown>) => api.post('/__sim/faults', { principal: who.appId, ...body }),
    forward: (advanceMs: number) => api.post('/__sim/clock', { advanceMs }),
    getEmbed: ({ reportId, datasetId }: Item) => ({
      ...{ workspaceId: who.workspaceId, reportId, datasetIds: [datasetId] },
      ...{ reportType: 'report' as const, identity: null, rights: 'view' as const, minutes: 10 },
    }),
    getExport: ({ reportId, datasetId }: Item) => ({
      ...{ workspaceId: who.workspaceId, reportId, datasetId, identity: null, reportType: 'report' as const },
      ...{ format: 'PDF' as const, includeHiddenPages: false as const, locale: 'pt-BR' },
    }),
  };
}

/** A file that the stand-in takes for a report. */
export const pbix = () => new TextEncoder().encode('PK\u0003\u0004 a report');
