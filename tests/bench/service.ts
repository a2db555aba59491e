import { randomUUID } from 'node:crypto';
import { type ReportService, startReportService } from '../../dev/powerbi/server.ts';
import { sealer } from '../../functions/services/seal.ts';
import { getId, reportId } from './fill.ts';
import type { World } from './world.ts';

export type Service = ReportService & {
  appId: string;
  ask(method: string, path: string, body?: unknown): Promise<unknown>;
  /** GenerateToken as the service's own client would call it, without the portal. */
  generateToken(username: string): Promise<void>;
  calls(): Promise<number>;
};

const scope = 'https://analysis.windows.net/powerbi/api/.default';

/**
 * A report service with one workspace, and an account for it in a tenant: the tenant's first reports are in it, every second one with
 * row-level security.
 */
export async function startService(world: World, tenant: number, now: () => number = Date.now): Promise<Service> {
  const service = await startReportService({ port: 0, now });
  const [directoryId, appId, secret, workspaceId] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  const reports = Array.from({ length: 8 }, (_, at) => ({ id: randomUUID(), datasetId: randomUUID(), hasRules: at % 2 === 1 }));
  const ask = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const response = await fetch(new URL(path, service.url), {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      body: body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response.status === 204 ? null : response.json();
  };
  const datasets = reports.map(({ datasetId, hasRules }) => ({ id: datasetId, roles: hasRules ? { Region: 'region' } : {} }));
  await ask('POST', '/__sim/principals', {
    ...{ directoryId, appId, secret },
    workspaces: [{ id: workspaceId, datasets, reports: reports.map(({ id, datasetId }) => ({ id, datasetId })) }],
  });

  const [home, account] = [getId('tenant', tenant), randomUUID()];
  const sealFor = (rowId: string) =>
    sealer(world.secrets.SEAL_KEYS).seal(secret, { tenantId: home, table: 'service_accounts', rowId, column: 'secret_sealed' });
  const sealed = await sealFor(account);
  // The world's fill writes no secrets, so this tenant's service accounts are set here.
  for (const { id } of (await world.owner.query('select id from service_accounts where tenant_id = $1', [home])).rows)
    await world.owner.query('update service_accounts set secret_sealed = $3 where tenant_id = $1 and id = $2', [
      home,
      id,
      await sealFor(id),
    ]);
  await world.owner.query(
    'insert into service_accounts (tenant_id, id, name, directory_id, app_id, secret_sealed) values ($1, $2, $3, $4, $5, $6)',
    [home, account, 'Service', directoryId, appId, sealed],
  );
  for (const [at, { id, datasetId, hasRules }] of reports.entries())
    await world.owner.query(
      `update reports
        set account_id = $3, workspace_id = $4, service_report_id = $5, dataset_id = $6, embed_url = $7, needs_identity = $8,
          needs_roles = $8
        where tenant_id = $1 and id = $2`,
      [home, reportId(tenant, at + 1), account, workspaceId, id, datasetId, `${service.url}/reportEmbed?reportId=${id}`, hasRules],
    );

  const form = new URLSearchParams({ grant_type: 'client_credentials', client_id: appId, client_secret: secret, scope });
  const entra = (await ask('POST', `/${directoryId}/oauth2/v2.0/token`, String(form), {
    'content-type': 'application/x-www-form-urlencoded',
  })) as { access_token: string }; // because the stand-in answers so
  const ruled = reports[1];
  return {
    ...service,
    appId,
    ask,
    async generateToken(username) {
      const body = {
        reports: [{ id: ruled?.id }],
        datasets: [{ id: ruled?.datasetId }],
        identities: [{ username, roles: ['Region'], datasets: [ruled?.datasetId] }],
        lifetimeInMinutes: 30,
      };
      await ask('POST', '/v1.0/myorg/GenerateToken', body, { authorization: `Bearer ${entra.access_token}` });
    },
    async calls() {
      const { counts } = (await ask('GET', `/__sim/log?principal=${appId}`)) as { counts: Record<string, number> }; // because the stand-in answers so
      return counts['POST /GenerateToken'] ?? 0;
    },
  };
}
