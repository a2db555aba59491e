import { newId, type Sim, type SimApp, type SimContext } from './sim.ts';
import { signToken } from './tokens.ts';

const lifetimeSeconds = 3599;
export const powerBiScope = 'https://analysis.windows.net/powerbi/api/.default';
export const azureScope = 'https://management.azure.com/.default';
const scopes = [powerBiScope, azureScope];

/** Answers tokens to service principals (REPORT_SERVICE 1.1). */
export function entraFace(app: SimApp, sim: Sim): void {
  app.post('/:directory/oauth2/v2.0/token', (c) => {
    const directory = c.req.param('directory');
    const form = new URLSearchParams(c.get('body'));
    const appId = form.get('client_id') ?? '';
    const scope = form.get('scope') ?? '';
    if (form.get('grant_type') !== 'client_credentials')
      return refuse(c, sim, 400, 'unsupported_grant_type', 70003, 'The app requested an unsupported grant type.');
    if (!sim.world.directoryExists(directory)) return refuse(c, sim, 400, 'invalid_request', 90002, `Tenant '${directory}' not found.`);
    const principal = sim.world.byApp(appId);
    if (principal?.directoryId !== directory) {
      return refuse(c, sim, 400, 'unauthorized_client', 700016, `Application with identifier '${appId}' was not found in the directory.`);
    }
    if (form.get('client_secret') !== principal.secret) {
      const advice = 'Ensure the secret being sent in the request is the client secret value, not the client secret ID.';
      return refuse(c, sim, 401, 'invalid_client', 7000215, `Invalid client secret provided. ${advice}`);
    }
    if (!scopes.includes(scope)) return refuse(c, sim, 400, 'invalid_scope', 70011, `The provided value for scope ${scope} is not valid.`);
    const token = signToken({ kind: 'entra', appId, directoryId: directory, scope, endsAt: sim.now() + lifetimeSeconds * 1000 });
    return c.json({ token_type: 'Bearer', expires_in: lifetimeSeconds, ext_expires_in: lifetimeSeconds, access_token: token });
  });
}

function refuse(c: SimContext, sim: Sim, status: 400 | 401, error: string, code: number, text: string): Response {
  const timestamp = new Date(sim.now()).toISOString();
  const description = `AADSTS${code}: ${text} Trace ID: ${newId()} Timestamp: ${timestamp}`;
  return c.json(
    { error, error_description: description, error_codes: [code], timestamp, trace_id: newId(), correlation_id: newId() },
    status,
  );
}
