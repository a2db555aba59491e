import { powerBiScope } from './entra.ts';
import { generateToken } from './generate-token.ts';
import { capacityRoutes } from './rest/capacities.ts';
import { datasetRoutes } from './rest/datasets.ts';
import { exportRoutes } from './rest/exports.ts';
import { importRoutes, publishDue } from './rest/imports.ts';
import { profileRoutes } from './rest/profiles.ts';
import { reportRoutes } from './rest/reports.ts';
import { scanRoutes } from './rest/scans.ts';
import { base } from './rest/shared.ts';
import { workspaceRoutes } from './rest/workspaces.ts';
import { refuse, type Sim, type SimApp } from './sim.ts';
import { readToken } from './tokens.ts';

/** The REST API of the report service, as much of it as the portal calls (REPORT_SERVICE 1.2). */
export function restFace(app: SimApp, sim: Sim): void {
  app.use(`${base}/*`, async (c, next) => {
    const [scheme, text] = (c.req.header('authorization') ?? '').split(' ');
    const token = scheme === 'Bearer' && text ? readToken('entra', text) : null;
    const principal = token && sim.world.byApp(token.appId);
    if (!token || !principal || token.scope !== powerBiScope)
      return refuse(c, 401, 'PowerBINotAuthorizedException', 'The caller is not authenticated');
    if (token.endsAt <= sim.now()) return refuse(c, 403, 'TokenExpired', 'Access token has expired, resubmit with a new access token');
    const profileId = c.req.header('x-powerbi-profile-id');
    const profile = principal.profiles.find((candidate) => candidate.id === profileId) ?? null;
    if (profileId && !profile) return refuse(c, 403, 'PowerBIProfileNotFound', 'The service principal profile was not found');
    publishDue(sim);
    c.set('entra', token);
    c.set('principal', principal);
    c.set('profile', profile);
    c.set(
      'workspaces',
      principal.workspaces.filter(({ id, isPrincipals }) => (profile ? profile.workspaceIds.includes(id) : isPrincipals)),
    );
    return next();
  });

  workspaceRoutes(app, sim);
  reportRoutes(app, sim);
  datasetRoutes(app, sim);
  exportRoutes(app, sim);
  importRoutes(app, sim);
  profileRoutes(app, sim);
  scanRoutes(app, sim);
  capacityRoutes(app, sim);
  app.post(`${base}/GenerateToken`, (c) => generateToken(c, sim));
  app.all(`${base}/*`, (c) => refuse(c, 404, 'ResourceNotFound', 'No such resource'));
}
