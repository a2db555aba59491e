import { listPages } from '../model/definition.ts';
import { newId, refuse, type Sim, type SimApp } from '../sim.ts';
import { datasetIn } from '../world.ts';
import { newReport } from '../world-demo.ts';
import { bad, base, findPlace, getWorkspace, hidden, list, maxReports, reportBody, text, toJson } from './shared.ts';

/** Reports, their pages, copies and datasets. */
export function reportRoutes(app: SimApp, sim: Sim): void {
  app.get(`${base}/groups/:group/reports`, (c) => {
    const workspace = getWorkspace(c);
    if (!workspace) return hidden(c, 'group');
    const found = workspace.reports.map((report) => reportBody(sim, report, workspace));
    return list(c, sim, found);
  });

  for (const path of [`${base}/reports/:report`, `${base}/groups/:group/reports/:report`]) {
    app.get(path, (c) => {
      const found = findPlace(c);
      return found ? c.json(reportBody(sim, found.report, found.workspace)) : hidden(c, 'report');
    });
    app.delete(path, (c) => {
      const found = findPlace(c);
      if (!found) return hidden(c, 'report');
      found.workspace.reports = found.workspace.reports.filter(({ id }) => id !== found.report.id);
      return c.body(null, 200);
    });
    app.get(`${path}/pages`, (c) => {
      const found = findPlace(c);
      if (!found) return hidden(c, 'report');
      if (found.report.type === 'paginated') return bad(c, 'A paginated report has no pages to list');
      const pages = found.report.pages ?? listPages(found.dataset, found.dataset.language);
      return list(
        c,
        sim,
        pages.map(({ name, displayName }, order) => ({ name, displayName, order })),
      );
    });

    app.post(`${path}/Clone`, (c) => {
      const found = findPlace(c);
      if (!found) return hidden(c, 'report');
      const body = toJson(c);
      const name = text(body.name);
      if (!name) return bad(c, 'A copy needs a name');
      const targetId = text(body.targetWorkspaceId) || found.workspace.id;
      const target = c.get('workspaces').find(({ id }) => id === targetId);
      if (!target) return hidden(c, 'group');
      const datasetId = text(body.targetModelId) || found.report.datasetId;
      if (!datasetIn(c.get('workspaces'), datasetId)) return hidden(c, 'dataset');
      if (target.reports.length >= maxReports) return refuse(c, 403, 'TooManyReports', 'No more reports can be made here');
      const made = newReport({ ...found.report, id: newId(), name, datasetId });
      target.reports.push(made);
      return c.json(reportBody(sim, made, target));
    });

    app.post(`${path}/Rebind`, (c) => {
      const found = findPlace(c);
      if (!found) return hidden(c, 'report');
      const datasetId = text(toJson(c).datasetId);
      if (!datasetIn(c.get('workspaces'), datasetId)) return hidden(c, 'dataset');
      found.report.datasetId = datasetId;
      return c.body(null, 200);
    });

    app.post(`${path}/UpdateReportContent`, (c) => {
      const found = findPlace(c);
      if (!found) return hidden(c, 'report');
      const { sourceReport, sourceType } = toJson(c);
      const wanted = text((sourceReport as { sourceReportId?: unknown } | undefined)?.sourceReportId); // because text() checks it
      if (sourceType !== 'ExistingReport') return bad(c, 'The sourceType must be ExistingReport');
      const source = c
        .get('workspaces')
        .flatMap(({ reports }) => reports)
        .find(({ id }) => id === wanted);
      if (!source) return hidden(c, 'report');
      const { cover, measure, datasetId, pages, type } = source;
      Object.assign(found.report, { cover, measure, datasetId, pages, type });
      return c.json(reportBody(sim, found.report, found.workspace));
    });
  }

  app.get(`${base}/groups/:group/dashboards`, (c) => {
    const workspace = getWorkspace(c);
    if (!workspace) return hidden(c, 'group');
    return list(c, sim, workspace.reports.length === 0 ? [] : [getDashboard(workspace.id, workspace.name)]);
  });
  app.get(`${base}/groups/:group/dashboards/:dashboard/tiles`, (c) => {
    const workspace = getWorkspace(c);
    if (!workspace || getDashboard(workspace.id, '').id !== c.req.param('dashboard')) return hidden(c, 'dashboard');
    const tiles = workspace.reports.slice(0, 12).map((report) => ({
      id: report.id.replace(/^.{8}/, '711e711e'),
      title: report.name,
      embedUrl: `${sim.embedOrigin}/embed?dashboardId=${c.req.param('dashboard')}&tileId=${report.id}`,
      embedData: '',
      ...{ reportId: report.id, datasetId: report.datasetId, rowSpan: 1, colSpan: 2 },
    }));
    return list(c, sim, tiles);
  });

  const getDashboard = (workspaceId: string, name: string) => {
    const id = workspaceId.replace(/^.{8}/, 'da5bda5b');
    return { id, displayName: name, isReadOnly: false, embedUrl: `${sim.embedOrigin}/dashboardEmbed?dashboardId=${id}` };
  };
}
