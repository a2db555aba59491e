import { randomUUID } from 'node:crypto';
import { control, getSession } from '../guards/place.ts';
import { api } from '../support/api.ts';
import { query } from '../support/database.ts';
import type { Harness } from '../support/harness.ts';
import { makeReport, makeServiceAccount, makeWorkspace } from '../support/make-content.ts';
import { makeTenant, type Tenant } from '../support/make-tenant.ts';
import { makeUser } from '../support/make-user.ts';

const minuteMs = 60_000;
const ahead = () => Math.ceil(Date.now() / minuteMs) * minuteMs + 15 * minuteMs;
let start = ahead();
/** Before each test, because this module is loaded once for all files: what a call writes by itself has to come before every look. */
export const startAhead = (): void => {
  start = ahead();
};
export const at = (minutes: number) => new Date(start + minutes * minuteMs).toISOString();

type Options = {
  state?: 'running' | 'paused';
  rights?: 'full' | 'read';
  /** Shares the capacity of another scene, in a unit of its own. */
  with?: { capacity: { id: string; name: string }; subscriptionId: string };
  tenant?: Tenant;
};

/** A unit whose account reaches one F8, with a report on it; every change in Azure is immediate. */
export async function capacityScene(harness: Harness, { state = 'running', rights = 'full', with: shared, tenant: given }: Options = {}) {
  const tenant = given ?? (await makeTenant());
  const boss = await makeUser(tenant, { profile: 'admin', name: 'Marcos Teixeira' });
  const [directoryId, appId, secret, workspaceId, datasetId, serviceReportId] = Array.from({ length: 6 }, () => randomUUID()) as [
    string,
    string,
    string,
    string,
    string,
    string,
  ]; // because six were made
  const capacity = shared?.capacity ?? { id: randomUUID(), name: `cap${randomUUID().slice(0, 8)}` };
  const principal = (await control('POST', '/__sim/principals', {
    ...{ directoryId, appId, secret, resourceGroup: 'rg-bi', ...(shared && { subscriptionId: shared.subscriptionId }) },
    capacities: [{ ...capacity, kind: 'fabric', sku: 'F8', state, rights }],
    workspaces: [{ id: workspaceId, datasets: [{ id: datasetId }], reports: [{ id: serviceReportId, datasetId }] }],
  })) as { subscriptionId: string }; // because the stand-in answers so
  const takes = (takesMs: Record<string, number>) => control('POST', '/__sim/capacities', { name: capacity.name, takesMs });
  await takes({ Resuming: 0, Pausing: 0, Scaling: 0 });
  const account = await makeServiceAccount(tenant, { directoryId, appId, secret, name: 'Conta' });
  const workspace = await makeWorkspace(tenant, account, { serviceId: workspaceId });
  await query('update workspaces set capacity_id = $1 where id = $2', [capacity.id, workspace.id]);
  const report = await makeReport(tenant, { title: 'Vendas', account, workspaceId, serviceReportId, datasetId, grantTo: 'everyone' });
  const armId = `/subscriptions/${principal.subscriptionId}/resourceGroups/rg-bi/providers/Microsoft.Fabric/capacities/${capacity.name}`;
  const { token } = await getSession(tenant, boss, 'admin');
  const admin = api(harness, tenant, token);
  let id = '';
  return {
    ...{
      tenant,
      boss,
      account,
      report,
      capacity,
      armId,
      admin,
      directoryId,
      appId,
      secret,
      takes,
      subscriptionId: principal.subscriptionId,
    },
    async register() {
      const answer = await admin.post('/api/auth/resources', { accountId: account.id, armId });
      id = answer.body.id ?? '';
      return answer;
    },
    path: (end = '') => `/api/auth/resources/${id}${end}`,
    row: async () => (await query('select * from capacities where id = $1', [id]))[0] ?? {},
    log: async () => query('select what, is_on, size, cause, vars from capacity_log where capacity_id = $1 order by at, id', [id]),
    save: async (rules: Record<string, unknown>) => {
      const [{ version } = {}] = await query('select version from capacities where id = $1', [id]);
      return admin.put(`/api/auth/resources/${id}`, { version, baseSize: 'F8', ...rules });
    },
    /** One look, at a minute from the start, whether it is due or not. */
    async look(minutes: number) {
      await query('update capacities set next_look_at = $2, taken_until = null where id = $1', [id, at(minutes)]);
      const body = { kind: 'capacity', id, at: at(minutes) };
      return harness.getWorker().consume('mirante-capacity', [{ id: randomUUID(), timestamp: new Date(), attempts: 1, body }]);
    },
    fault: (preset: string, more: Record<string, unknown> = {}) => control('POST', '/__sim/faults', { preset, principal: appId, ...more }),
    /** The calls that Azure got of this account: how many looks, and the changes. */
    async calls() {
      const { calls } = (await control('GET', `/__sim/log?principal=${appId}`)) as {
        calls: { method: string; path: string; status: number }[];
      }; // because the stand-in answers so
      const azure = calls.filter(({ path }) => path.startsWith('/subscriptions/'));
      return {
        looks: azure.filter(({ method }) => method === 'GET').length,
        changes: azure.filter(({ method }) => method !== 'GET').map(({ path }) => /(resume|suspend)\b/.exec(path)?.[0] ?? 'resize'),
      };
    },
    wait: async (people: number, options: { tell?: boolean; at?: string } = {}) => {
      for (let n = 0; n < people; n += 1) {
        const user = await makeUser(tenant);
        await query(
          'insert into capacity_waiters (tenant_id, capacity_id, user_id, report_id, tell, asked_at) values ($1, $2, $3, $4, $5, $6)',
          [...[tenant.id, id, user.id, report.id, String(options.tell ?? false), options.at ?? at(0)]],
        );
      }
    },
    visit: async (minutes: number) =>
      query('insert into visits (tenant_id, id, user_id, report_id, started_at, last_at, alive_at) values ($1, $2, $3, $4, $5, $5, $5)', [
        ...[tenant.id, randomUUID(), boss.id, report.id, at(minutes)],
      ]),
    get id() {
      return id;
    },
  };
}
