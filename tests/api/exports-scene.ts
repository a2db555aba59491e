import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll } from 'vitest';
import type { ExportRow } from '../../domain/exports/contract.ts';
import { queues } from '../../domain/jobs/queues.ts';
import { control, getSession, makeEmbeddable, makePrincipal, type Principal } from '../guards/place.ts';
import { type Api, api } from '../support/api.ts';
import { query } from '../support/database.ts';
import type { Harness } from '../support/harness.ts';
import type { ReportOptions } from '../support/make-content.ts';
import { makeTenant, type Tenant, type TenantOptions } from '../support/make-tenant.ts';
import { makeUser, type User, type UserOptions } from '../support/make-user.ts';

type Rules = Record<string, 'region' | 'member' | null>;
type SceneOptions = { rls?: Rules; report?: ReportOptions; tenant?: TenantOptions };
type Person = { user: User; client: Api; token: string };
export type Scene = {
  tenant: Tenant;
  principal: Principal;
  report: { id: string; title: string };
  person: (who?: UserOptions) => Promise<Person>;
};

/** A tenant with one report and its own service principal, so that its faults and its log are isolated. */
export async function exportScene(harness: Harness, options: SceneOptions = {}): Promise<Scene> {
  const { rls = {}, report: more = {} } = options;
  const tenant = await makeTenant(options.tenant);
  const principal = await makePrincipal({ roles: rls });
  const needsIdentity = Object.keys(rls).length > 0;
  const report = await makeEmbeddable(tenant, principal, { title: 'Vendas por loja', needsIdentity, needsRoles: needsIdentity, ...more });
  const person = async (who: UserOptions = {}) => {
    const user = await makeUser(tenant, who);
    const { token } = await getSession(tenant, user, who.profile ?? 'user', { flags: who.flags ?? [] });
    return { user, token, client: api(harness, tenant, token) };
  };
  return { tenant, principal, report, person };
}

export const start = (client: Api, report: { id: string }, body: Record<string, unknown> = {}) =>
  client.post(`/api/auth/reports/${report.id}/exports`, { format: 'PDF', ...body });

export async function getRow(client: Api, id: string): Promise<ExportRow> {
  const { body } = await client.get('/api/auth/exports?size=100');
  return body.items.find((item: ExportRow) => item.id === id);
}

const over = ['ready', 'failed', 'cancelled', 'expired'];
/** More steps than the longest export takes. */
const maxSteps = 40;

/** Delivers the queue message of some exports to the consumer, and waits until it is consumed. */
export async function handOver(harness: Harness, ids: readonly string[]): Promise<void> {
  const rows = await query("select id, tenant_id from exports where id = any ($1) and state in ('queued', 'running', 'finishing')", [ids]);
  const messages = rows.map((row) => ({
    ...{ id: randomUUID(), timestamp: new Date(), attempts: 1 },
    body: { kind: 'export', tenant: row.tenant_id, id: row.id },
  }));
  if (messages.length > 0) await harness.getWorker().consume(queues.exports.name, messages);
}

const stepMs = 1_500;
let aheadMs = 0;

/** Call it at the top of a file that advances the service's clock: it is reset for the next file. */
export function usesServiceClock(): void {
  afterAll(async () => {
    await control('POST', '/__sim/clock', { advanceMs: -aheadMs });
    aheadMs = 0;
  });
}

/** Advances the clock that exports and the service wait for, and runs the next step of each. */
export async function nextStep(harness: Harness, ...ids: string[]): Promise<void> {
  await query('update exports set next_at = now() where id = any ($1) and next_at > now() and coalesce(taken_until < now(), true)', [ids]);
  aheadMs += stepMs;
  await control('POST', '/__sim/clock', { advanceMs: stepMs });
  await handOver(harness, ids);
}

/** Runs step after step until the service knows the export: the first may find the queue's own message at work on it. */
export const begins = (harness: Harness, id: string): Promise<true> =>
  comes(async () => {
    await nextStep(harness, id);
    const [row] = await query('select service_export_id from exports where id = $1', [id]);
    return typeof row?.service_export_id === 'string';
  });

/** Runs step after step until an export has ended, as the exports panel shows it. */
export async function ended(harness: Harness, client: Api, id: string): Promise<ExportRow> {
  for (let steps = 0; steps < maxSteps; steps += 1) {
    const row = await getRow(client, id);
    if (row && over.includes(row.state)) return row;
    await nextStep(harness, id);
  }
  throw new Error(`still ${JSON.stringify(await getRow(client, id))}`);
}

/** Waits until an export has ended by itself: the queue's own messages, at their own time. */
export const endsByItself = (client: Api, id: string): Promise<ExportRow> =>
  comes(async () => {
    const row = await getRow(client, id);
    return row && over.includes(row.state) && row;
  }, 60_000);

/** Waits for a background effect. */
export async function comes<T>(look: () => Promise<T | null | undefined | false>, withinMs = 60_000): Promise<T> {
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
/** What a principal asked of the report service, oldest first. */
export async function getCalls({ appId }: Principal): Promise<ServiceCall[]> {
  const { calls } = (await control('GET', `/__sim/log?principal=${appId}`)) as { calls: ServiceCall[] }; // because the stand-in answers so
  return calls;
}
export const getStarts = async (principal: Principal) => (await getCalls(principal)).filter(({ path }) => path.endsWith('/ExportTo'));

/** One tick of cron: it queues what is due, which runs in the background. */
export const tick = (harness: Harness) => harness.getWorker().scheduled({ cron: '* * * * *' });

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
