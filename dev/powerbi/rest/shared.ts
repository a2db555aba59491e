import { refuse, type Sim, type SimContext } from '../sim.ts';
import { datasetIn } from '../world.ts';
import type { SimDataset, SimReport, SimWorkspace } from '../world-types.ts';

export const base = '/v1.0/myorg';
// More than a test or a demo creates; stops runaway loops.
export const maxWorkspaces = 300;
export const maxReports = 1_000;

export const hidden = (c: SimContext, entity: string): Response => refuse(c, 404, 'PowerBIEntityNotFound', `The ${entity} was not found`);
export const bad = (c: SimContext, message: string, code = 'InvalidRequest'): Response => refuse(c, 400, code, message);

export const getWorkspace = (c: SimContext): SimWorkspace | undefined =>
  c.get('workspaces').find((workspace) => workspace.id === c.req.param('group'));

/** The workspaces a path speaks of: the one it names, or all that the caller sees. */
export const getScope = (c: SimContext): SimWorkspace[] =>
  c.req.param('group') === undefined ? c.get('workspaces') : [getWorkspace(c)].filter((workspace) => workspace !== undefined);

export type Place = { workspace: SimWorkspace; report: SimReport; dataset: SimDataset };

export function findPlace(c: SimContext): Place | null {
  for (const workspace of getScope(c)) {
    const report = workspace.reports.find((candidate) => candidate.id === c.req.param('report'));
    const dataset = report && datasetIn(c.get('principal').workspaces, report.datasetId);
    if (report && dataset) return { workspace, report, dataset };
  }
  return null;
}

export function list<T>(c: SimContext, sim: Sim, value: T[]): Response {
  const skip = Number(c.req.query('$skip') ?? 0);
  const top = Number(c.req.query('$top') ?? 5000);
  return c.json({ '@odata.context': `${sim.origin}${base}/$metadata`, value: value.slice(skip, skip + top) });
}

/** The JSON body; an empty object when it isn't JSON. */
export function toJson(c: SimContext): Record<string, unknown> {
  try {
    const body: unknown = JSON.parse(c.get('body') || '{}');
    // Because it was just checked.
    return typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

export const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

export function reportBody(sim: Sim, report: SimReport, workspace: SimWorkspace): Record<string, unknown> {
  const isPaginated = report.type === 'paginated';
  const frame = isPaginated ? 'rdlEmbed' : 'reportEmbed';
  const config = Buffer.from('{"clusterUrl":"local"}').toString('base64url');
  return {
    id: report.id,
    reportType: isPaginated ? 'PaginatedReport' : 'PowerBIReport',
    name: report.name,
    description: report.description,
    webUrl: `${sim.origin}/groups/${workspace.id}/${isPaginated ? 'rdlreports' : 'reports'}/${report.id}`,
    embedUrl: `${sim.embedOrigin}/${frame}?reportId=${report.id}&groupId=${workspace.id}&w=2&config=${config}`,
    ...(!isPaginated && { datasetId: report.datasetId, datasetWorkspaceId: workspace.id }),
  };
}

export function datasetBody(dataset: SimDataset): Record<string, unknown> {
  const needsIdentity = Object.keys(dataset.roles).length > 0;
  return {
    id: dataset.id,
    name: dataset.name,
    configuredBy: 'publisher@example.test',
    addRowsAPIEnabled: false,
    isRefreshable: true,
    isEffectiveIdentityRequired: needsIdentity,
    isEffectiveIdentityRolesRequired: needsIdentity,
    isOnPremGatewayRequired: false,
  };
}
