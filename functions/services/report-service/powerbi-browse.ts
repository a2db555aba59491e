import { at, type Client, itemsOf, needed, objectOf, textOf, textOrNull } from './client.ts';
import type { Capacity, CapacityState, ReportProvider, ServiceReport, Workspace } from './port.ts';

const states: Record<string, CapacityState> = {
  active: 'running',
  suspended: 'paused',
  updatingsku: 'resizing',
  provisionfailed: 'failed',
  notactivated: 'paused',
  preactivation: 'starting',
};

type Part = 'listWorkspaces' | 'createWorkspace' | 'listReports' | 'getReport' | 'listPages' | 'datasetFlags' | 'listCapacities';

/** Lists workspaces, reports, pages, models and capacities. */
export const browsing = (client: Client): Pick<ReportProvider, Part> => ({
  async listWorkspaces(account, { search, top, skip }) {
    // One more than requested shows whether there are more; the service gives no count.
    const query = new URLSearchParams({ $top: String(top + 1), $skip: String(skip) });
    if (search) query.set('$filter', `contains(name,'${search.replaceAll("'", "''")}')`);
    const found = itemsOf(await client.ask(account, { path: `/groups?${query}` }));
    return { items: found.slice(0, top).map(workspaceOf), more: found.length > top };
  },

  async createWorkspace(account, name) {
    return workspaceOf(objectOf(await client.ask(account, { method: 'POST', path: '/groups?workspaceV2=true', json: { name } })));
  },

  async listReports(account, workspaceId) {
    return itemsOf(await client.ask(account, { path: at`/groups/${workspaceId}/reports` })).map(reportOf);
  },

  async getReport(account, workspaceId, reportId) {
    return reportOf(objectOf(await client.ask(account, { path: at`/groups/${workspaceId}/reports/${reportId}` })));
  },

  async listPages(account, workspaceId, reportId) {
    const pages = itemsOf(await client.ask(account, { path: at`/groups/${workspaceId}/reports/${reportId}/pages` }));
    return pages
      .map((page) => ({
        name: needed(page.name),
        displayName: textOf(page.displayName) || needed(page.name),
        order: Number(page.order) || 0,
      }))
      .sort((a, b) => a.order - b.order);
  },

  async datasetFlags(account, workspaceId, datasetId) {
    const dataset = objectOf(await client.ask(account, { path: at`/groups/${workspaceId}/datasets/${datasetId}` }));
    return {
      needsIdentity: dataset.isEffectiveIdentityRequired === true,
      needsRoles: dataset.isEffectiveIdentityRolesRequired === true,
    };
  },

  async listCapacities(account) {
    return itemsOf(await client.ask(account, { path: '/capacities' })).map(
      (capacity): Capacity => ({
        id: needed(capacity.id),
        name: textOf(capacity.displayName),
        sku: textOf(capacity.sku),
        state: states[textOf(capacity.state).toLowerCase()] ?? 'unknown',
        region: textOf(capacity.region),
      }),
    );
  },
});

const workspaceOf = (group: Record<string, unknown>): Workspace => ({
  id: needed(group.id),
  name: textOf(group.name),
  capacityId: textOrNull(group.capacityId),
  isOnDedicatedCapacity: group.isOnDedicatedCapacity === true,
});

export const reportOf = (report: Record<string, unknown>): ServiceReport => ({
  id: needed(report.id),
  name: textOf(report.name),
  description: textOf(report.description),
  datasetId: textOrNull(report.datasetId),
  type: report.reportType === 'PaginatedReport' ? 'paginated' : 'report',
  embedUrl: textOf(report.embedUrl),
  webUrl: textOf(report.webUrl),
});
