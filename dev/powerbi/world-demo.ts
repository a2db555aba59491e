import { type DemoTenant, demoTenants } from '../demo/catalog.ts';
import { type SimCapacity, usualTimes } from './capacity.ts';
import type { Principal, SimReport } from './world-types.ts';

/** The default ids of a principal's subscription and resource group, derived from the directory's id, so that a seed can use them too. */
export const getAzure = (directoryId: string): { subscriptionId: string; resourceGroup: string } => ({
  subscriptionId: directoryId.replace(/^.{8}/, '5ab5c41b'),
  resourceGroup: 'rg-reports',
});

export const getCapacityId = (id: string): string => id.replace(/^.{8}/, 'ca9ac17e');

/** A principal's default capacity. */
export const defaultCapacity = (directoryId: string, firstWorkspace: string): SimCapacity => ({
  id: getCapacityId(firstWorkspace),
  name: `reports${directoryId
    .replace(/[^a-z0-9]/gi, '')
    .slice(0, 8)
    .toLowerCase()}`,
  kind: 'embedded',
  sku: 'A1',
  location: 'brazilsouth',
  ...getAzure(directoryId),
  state: 'running',
  change: null,
  admins: ['platform@example.test'],
  overage: null,
  takesMs: usualTimes(),
});

export const newReport = (report: Pick<SimReport, 'id' | 'name' | 'datasetId'> & Partial<SimReport>): SimReport => ({
  description: '',
  type: 'report',
  cover: 'bars',
  measure: 'amount',
  failure: null,
  pages: null,
  ...report,
});

/** The demo's controlled capacity: the one on which this tenant's workspaces run. */
export const demoCapacity = { tenant: 'vertice', name: 'verticeproducao', kind: 'fabric', sku: 'F8' } as const;

const demoOverage = { enabled: true, thresholdCapacityUnitHours: 48 };

/** The service principals of the demo; one of them has a paused Fabric capacity beside its own. */
export function demoPrincipals(): Principal[] {
  return demoTenants.map((tenant): Principal => {
    const { account, language, currency } = tenant;
    const { tenant: key, ...controlled } = demoCapacity;
    const standard = defaultCapacity(account.directoryId, account.workspaces[0]?.id ?? account.appId);
    const own: SimCapacity = tenant.key === key ? { ...standard, ...controlled, overage: demoOverage } : standard;
    const spare: SimCapacity = {
      ...own,
      id: getCapacityId(account.objectId),
      name: 'fabricspare',
      kind: 'fabric',
      sku: 'F2',
      state: 'paused',
      takesMs: usualTimes(),
    };
    return {
      ...{ directoryId: account.directoryId, appId: account.appId, objectId: account.objectId, secret: account.secret },
      ...{ flavour: tenant.key, language, currency, ...getAzure(account.directoryId) },
      capacities: [own, spare],
      readsOnly: new Set(),
      profiles: [],
      workspaces: account.workspaces.map((workspace) => ({
        ...workspace,
        capacityId: own.id,
        isPrincipals: true,
        assignedAt: null,
        users: [],
        datasets: getDatasets(tenant, workspace.id),
        reports: getReports(tenant, workspace.id),
      })),
    };
  });
}

const getDatasets = (tenant: DemoTenant, workspaceId: string) =>
  tenant.datasets
    .filter((dataset) => dataset.workspaceId === workspaceId)
    .map(({ workspaceId: _, ...dataset }) => ({
      ...dataset,
      key: `${tenant.key}/${dataset.key}`,
      flavour: tenant.key,
      language: tenant.language,
      currency: tenant.currency,
      runs: [],
      schedule: null,
    }));

const getReports = (tenant: DemoTenant, workspaceId: string): SimReport[] =>
  [...tenant.reports, ...tenant.unpublished.map((report) => ({ ...report, failsAlways: false }))].flatMap((report) =>
    report.service?.workspaceId === workspaceId
      ? newReport({
          id: report.service.reportId,
          name: report.title,
          description: report.description,
          datasetId: report.service.datasetId,
          cover: report.cover,
          measure: report.measure,
          failure: report.failsAlways ? 'not_found' : null,
        })
      : [],
  );
