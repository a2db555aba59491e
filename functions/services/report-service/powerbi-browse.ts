import { at, type Client, getItems, getObject, getText, needed, textOrNull } from './client.ts';
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
    const found = getItems(await client.ask(account, { path: `/groups?${query}` }));
    return { items: found.slice(0, top).map(getWorkspace), more: found.length > top };
  },

  async createWorkspace(account, name) {
    return getWorkspace(getObject(await client.ask(account, { method: 'POST', path: '/groups?workspaceV2=true', json: { name } })));
  },

  async listReports(account, workspaceId) {
    return getItems(await client.ask(account, { path: at`/groups/${workspaceId}/reports` })).map(findReport);
  },

  async getReport(account, workspaceId, reportId) {
    return findReport(getObject(await client.ask(account, { path: at`/groups/${workspaceId}/reports/${reportId}` })));
  },

  async listPages(account, workspaceId, reportId) {
    const pages = getItems(await client.ask(account, { path: at`/groups/${workspaceId}/reports/${reportId}/pages` }));
    return pages
      .map((page) => ({
        name: needed(page.name),
        displayName: getText(page.displayName) || needed(page.name),
        order: Number(page.order) || 0,
      }))
      .sort((a, b) => a.order - b.order);
  },

  async datasetFlags(account, workspaceId, datasetId) {
    const dataset = getObject(await client.ask(account, { path: at`/groups/${workspaceId}/datasets/${datasetId}` }));
    return {
      needsIdentity: dataset.isEffectiveIdentityRequired === true,
      needsRoles: dataset.isEffectiveIdentityRolesRequired === true,
    };
  },

  async listCapacities(account) {
    return getItems(await client.ask(account, { path: '/capacities' })).map(
      (capacity): Capacity => ({
        id: needed(capacity.id),
        name: getText(capacity.displayName),
        sku: getText(capacity.sku),
        state: states[getText(capacity.state).toLowerCase()] ?? 'unknown',
        region: getText(capacity.region),
      }),
    );
  },
});

const getWorkspace = (group: Record<string, unknown>): Workspace => ({
  id: needed(group.id),
  name: getText(group.name),
  capacityId: textOrNull(group.capacityId),
  isOnDedicatedCapacity: group.isOnDedicatedCapacity === true,
});

export const findReport = (report: Record<string, unknown>): ServiceReport => ({
  id: needed(report.id),
  name: getText(report.name),
  description: getText(report.description),
  datasetId: textOrNull(report.datasetId),
  type: report.reportType === 'PaginatedReport' ? 'paginated' : 'report',
  embedUrl: getText(report.embedUrl),
  webUrl: getText(report.webUrl),
});
