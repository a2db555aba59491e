import { setTimeout as pause } from 'node:timers/promises';
import type { ExportRow } from '../../domain/exports/contract.ts';
import { control, makeEmbeddable, makePrincipal, type Principal, sessionOf } from '../guards/place.ts';
import { type Api, api } from '../support/api.ts';
import { query } from '../support/database.ts';
import type { Harness } from '../support/harness.ts';
import type { ReportOptions } from '../support/make-content.ts';
import { makeTenant, type Tenant, type TenantOptions } from '../support/make-tenant.ts';
import { makeUser, type User, type UserOptions } from '../support/make-user.ts';

type Rules = Record<string, 'region' | 'member' | null>;
type SceneOptions = { rls?: Rules; report?: ReportOptions; tenant?: TenantOptions };
export type Person = { user: User; client: Api; token: string };
export type Scene = {
  tenant: Tenant;
  principal: Principal;
  report: { id: string; title: string };
  person: (who?: UserOptions) => Promise<Person>;
};

/** A tenant with one report at the service, known to a principal of its own, so that its faults and its log are its own. */
export async function exportScene(harness: Harness, options: SceneOptions = {}): Promise<Scene> {
  const { rls = {}, report: more = {} } = options;
  const tenant = await makeTenant(options.tenant);
  const principal = await makePrincipal({ roles: rls });
  const needsIdentity = Object.keys(rls).length > 0;
  const report = await makeEmbeddable(tenant, principal, { title: 'Vendas por loja', needsIdentity, needsRoles: needsIdentity, ...more });
  const person = async (who: UserOptions = {}) => {
    const user = await makeUser(tenant, who);
    const { token } = await sessionOf(tenant, user, who.profile ?? 'user', { flags: who.flags ?? [] });
    return { user, token, client: api(harness, tenant, token) };
  };
  return { tenant, principal, report, person };
}

export const start = (client: Api, report: { id: string }, body: Record<string, unknown> = {}) =>
  client.post(`/api/auth/reports/${report.id}/exports`, { format: 'PDF', ...body });

export async function rowOf(client: Api, id: string): Promise<ExportRow> {
  const { body } = await client.get('/api/auth/exports?size=100');
  return body.items.find((item: ExportRow) => item.id === id);
}

const over = ['ready', 'failed', 'cancelled', 'expired'];
/** Waits until an export has come to an end, as somebody who looks at the panel. */
export async function ended(client: Api, id: string, withinMs = 25_000): Promise<ExportRow> {
  const until = Date.now() + withinMs;
  for (;;) {
    const row = await rowOf(client, id);
    if (row && over.includes(row.state)) return row;
    if (Date.now() > until) throw new Error(`still ${JSON.stringify(row)}`);
    await pause(200);
  }
}

/** Waits for something that comes to pass in the background. */
export async function comes<T>(look: () => Promise<T | null | undefined | false>, withinMs = 15_000): Promise<T> {
  const until = Date.now() + withinMs;
  for (;;) {
    const found = await look();
    if (found) return found;
    if (Date.now() > until) throw new Error('it did not come to pass');
    await pause(150);
  }
}

type Asked = {
  format: string;
  powerBIReportConfiguration?: {
    settings: { locale: string; includeHiddenPages: boolean };
    defaultBookmark?: { state: string };
    reportLevelFilters?: { filter: string }[];
    pages?: { pageName: string }[];
    identities?: { username: string; roles?: string[] }[];
  };
};
export type ServiceCall = { at: string; method: string; path: string; status: number; asked: Asked | null };
/** What the report service was asked by a principal, the oldest first. */
export async function callsOf({ appId }: Principal): Promise<ServiceCall[]> {
  const { calls } = (await control('GET', `/__sim/log?principal=${appId}`)) as { calls: ServiceCall[] }; // because the stand-in answers so
  return calls;
}
export const startsOf = async (principal: Principal) => (await callsOf(principal)).filter(({ path }) => path.endsWith('/ExportTo'));

/** One tick of cron: what it finds is sent to the queue and done in the background. */
export const tick = (harness: Harness) => harness.getWorker().scheduled({ cron: '* * * * *' });

/** Lets the time that an export waits for pass at once. */
export const hurry = (id: string) => query('update exports set next_at = now(), taken_until = null where id = $1', [id]);

export async function download(harness: Harness, { client, tenant }: { client: Api; tenant: Tenant }, id: string) {
  const { body, status } = await client.post(`/api/auth/exports/${id}/download`);
  if (status !== 200) throw new Error(JSON.stringify(body));
  const response = await harness.fetch(`http://${tenant.host}${body.url}`);
  return {
    url: body.url as string,
    status: response.status,
    headers: response.headers,
    bytes: new Uint8Array(await response.arrayBuffer()),
  };
}
