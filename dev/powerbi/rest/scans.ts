import { newId, refuse, type Sim, type SimApp } from '../sim.ts';
import { bad, base, toJson } from './shared.ts';

/**
 * Metadata scans of workspaces, from which the portal reads the models' roles. The service finishes a scan some time later; here it is done
 * at the second poll.
 */
export function scanRoutes(app: SimApp, sim: Sim): void {
  const scans = new Map<string, { workspaces: string[]; looks: number }>();
  const created = () => new Date(sim.now()).toISOString();

  app.post(`${base}/admin/workspaces/getInfo`, (c) => {
    const { workspaces } = toJson(c);
    if (!Array.isArray(workspaces) || workspaces.length === 0 || workspaces.length > 100) return bad(c, 'Between 1 and 100 workspaces');
    const id = newId();
    scans.set(id, { workspaces: workspaces.map(String), looks: 0 });
    return c.json({ id, createdDateTime: created(), status: 'NotStarted' }, 202);
  });
  app.get(`${base}/admin/workspaces/scanStatus/:scan`, (c) => {
    const scan = scans.get(c.req.param('scan'));
    if (!scan) return refuse(c, 404, 'ScanNotFound', 'The scan was not found');
    scan.looks += 1;
    return c.json({ id: c.req.param('scan'), createdDateTime: created(), status: scan.looks > 1 ? 'Succeeded' : 'Running' });
  });
  app.get(`${base}/admin/workspaces/scanResult/:scan`, (c) => {
    const scan = scans.get(c.req.param('scan'));
    if (!scan) return refuse(c, 404, 'ScanNotFound', 'The scan was not found');
    const found = c.get('principal').workspaces.filter(({ id }) => scan.workspaces.includes(id));
    const workspaces = found.map(({ id, name, datasets }) => ({
      ...{ id, name, state: 'Active' },
      datasets: datasets.map((dataset) => ({ id: dataset.id, name: dataset.name, roles: Object.entries(dataset.roles).map(getRole) })),
    }));
    return c.json({ workspaces });
  });
}

const getRole = ([name, column]: [string, string | null]) => ({
  ...{ name, modelPermission: 'Read' },
  tablePermissions: column ? [{ name: 'Region', filterExpression: `[${column}] = USERNAME()` }] : [],
});
