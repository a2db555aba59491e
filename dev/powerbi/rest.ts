import { loadAt } from '../demo/catalog.ts';
import { generateToken } from './generate-token.ts';
import { pagesOf } from './model/definition.ts';
import { newId, refuse, type Sim, type SimApp, type SimContext } from './sim.ts';
import { readToken } from './tokens.ts';
import type { SimDataset, SimReport, SimWorkspace } from './world.ts';

const loadTakesMs = 40_000;

/** The REST API of the report service, as much of it as the portal calls (REPORT_SERVICE 1.2). */
export function restFace(app: SimApp, sim: Sim): void {
  const base = '/v1.0/myorg';

  app.use(`${base}/*`, async (c, next) => {
    const [scheme, text] = (c.req.header('authorization') ?? '').split(' ');
    const token = scheme === 'Bearer' && text ? readToken('entra', text) : null;
    const principal = token && sim.world.byApp(token.appId);
    if (!token || !principal) return refuse(c, 401, 'PowerBINotAuthorizedException', 'The caller is not authenticated');
    if (token.endsAt <= sim.now()) return refuse(c, 403, 'TokenExpired', 'Access token has expired, resubmit with a new access token');
    const profileId = c.req.header('x-powerbi-profile-id');
    const profile = principal.profiles.find((candidate) => candidate.id === profileId);
    if (profileId && !profile) return refuse(c, 403, 'PowerBIProfileNotFound', 'The service principal profile was not found');
    const owned = (workspace: SimWorkspace) =>
      profile
        ? profile.workspaceIds.includes(workspace.id)
        : !principal.profiles.some((other) => other.workspaceIds.includes(workspace.id));
    c.set('entra', token);
    c.set('principal', principal);
    c.set('workspaces', principal.workspaces.filter(owned));
    return next();
  });

  const workspaceOf = (c: SimContext) => c.get('workspaces').find((workspace) => workspace.id === c.req.param('group'));
  const list = <T>(c: SimContext, value: T[]) => {
    const skip = Number(c.req.query('$skip') ?? 0);
    const top = Number(c.req.query('$top') ?? 5000);
    return c.json({ '@odata.context': `${sim.origin}${base}/$metadata`, value: value.slice(skip, skip + top) });
  };
  const hidden = (c: SimContext, entity: string) => refuse(c, 404, 'PowerBIEntityNotFound', `The ${entity} was not found`);
  const reportBody = (report: SimReport, workspace: SimWorkspace) => ({
    id: report.id,
    reportType: 'PowerBIReport',
    name: report.name,
    description: report.description,
    webUrl: `${sim.origin}/groups/${workspace.id}/reports/${report.id}`,
    embedUrl: `${sim.embedOrigin}/reportEmbed?reportId=${report.id}&groupId=${workspace.id}&w=2&config=${Buffer.from('{"clusterUrl":"local"}').toString('base64url')}`,
    datasetId: report.datasetId,
    datasetWorkspaceId: workspace.id,
  });
  const datasetBody = (dataset: SimDataset) => {
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
  };

  app.get(`${base}/groups`, (c) =>
    list(
      c,
      c
        .get('workspaces')
        .map(({ id, name }) => ({ id, name, type: 'Workspace', isReadOnly: false, isOnDedicatedCapacity: true, capacityId: newIdOf(id) })),
    ),
  );
  app.get(`${base}/groups/:group/reports`, (c) => {
    const workspace = workspaceOf(c);
    return workspace
      ? list(
          c,
          workspace.reports.map((report) => reportBody(report, workspace)),
        )
      : hidden(c, 'group');
  });

  const readReport = (c: SimContext, workspaces: SimWorkspace[]) => {
    for (const workspace of workspaces) {
      const report = workspace.reports.find((candidate) => candidate.id === c.req.param('report'));
      const dataset = workspace.datasets.find((candidate) => candidate.id === report?.datasetId);
      if (report && dataset) return { workspace, report, dataset };
    }
    return null;
  };
  for (const [path, all] of [
    ['/reports/:report', true],
    ['/groups/:group/reports/:report', false],
  ] as const) {
    const scope = (c: SimContext) => (all ? c.get('workspaces') : [workspaceOf(c)].filter((workspace) => workspace !== undefined));
    app.get(`${base}${path}`, (c) => {
      const found = readReport(c, scope(c));
      return found ? c.json(reportBody(found.report, found.workspace)) : hidden(c, 'report');
    });
    app.get(`${base}${path}/pages`, (c) => {
      const found = readReport(c, scope(c));
      if (!found) return hidden(c, 'report');
      return list(
        c,
        pagesOf(found.dataset, found.dataset.language).map(({ name, displayName }, order) => ({ name, displayName, order })),
      );
    });
  }

  app.get(`${base}/groups/:group/datasets`, (c) => {
    const workspace = workspaceOf(c);
    return workspace ? list(c, workspace.datasets.map(datasetBody)) : hidden(c, 'group');
  });
  for (const [path, all] of [
    ['/datasets/:dataset', true],
    ['/groups/:group/datasets/:dataset', false],
  ] as const) {
    const find = (c: SimContext) => {
      const workspaces = all ? c.get('workspaces') : [workspaceOf(c)].filter((workspace) => workspace !== undefined);
      return workspaces.flatMap((workspace) => workspace.datasets).find((dataset) => dataset.id === c.req.param('dataset'));
    };
    app.get(`${base}${path}`, (c) => {
      const dataset = find(c);
      return dataset ? c.json(datasetBody(dataset)) : hidden(c, 'dataset');
    });
    app.get(`${base}${path}/refreshes`, (c) => {
      const dataset = find(c);
      return dataset
        ? list(c, refreshesOf(dataset, sim.now(), c.get('effect').refreshFails ?? false, Number(c.req.query('$top') ?? 60)))
        : hidden(c, 'dataset');
    });
  }

  app.post(`${base}/GenerateToken`, (c) => generateToken(c, sim));
  app.all(`${base}/*`, (c) => refuse(c, 404, 'ResourceNotFound', 'No such resource'));
}

/** A capacity id that depends on the workspace alone. */
function newIdOf(workspaceId: string): string {
  return workspaceId.replace(/^.{8}/, 'ca9ac17e');
}

/** The loads of a dataset, newest first; a running one has the status Unknown (trap T11). */
function refreshesOf(dataset: SimDataset, now: number, newestFails: boolean, top: number) {
  return Array.from({ length: Math.min(60, Math.max(1, top)) }, (_, back) => {
    const startedAt = loadAt(dataset.refresh, now, back);
    const endedAt = startedAt + loadTakesMs;
    const failed = back < dataset.refresh.failing || (newestFails && back === 0);
    const running = endedAt > now;
    return {
      requestId: newId(),
      id: Math.floor(startedAt / 1000),
      refreshType: 'Scheduled',
      startTime: new Date(startedAt).toISOString(),
      ...(running ? {} : { endTime: new Date(endedAt).toISOString() }),
      status: running ? 'Unknown' : failed ? 'Failed' : 'Completed',
      ...(failed && !running ? { serviceExceptionJson: JSON.stringify({ errorCode: 'ModelRefresh_ShortMessage_ProcessingError' }) } : {}),
    };
  });
}
