import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { can } from '../../domain/access/permissions.ts';
import { ownOnly } from '../../domain/access/session-kinds.ts';
import { endpoints } from '../../domain/contract/all.ts';
import type { Endpoint } from '../../domain/contract/endpoint.ts';
import { fingerprint, getSession, makeEmbeddable, makePrincipal } from '../guards/place.ts';
import { type Api, api } from '../support/api.ts';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { allowRemote } from '../support/make-remote.ts';
import { makeTenant } from '../support/make-tenant.ts';
import { makeUser } from '../support/make-user.ts';

const harness = useHarness();
const flags = ['edit_reports', 'manage_service', 'make_playlists', 'decide_catalog', 'release_unfiltered'];

/** The options of a path parameter that is an enum. */
const getChoices = (endpoint: Endpoint, name: string): readonly string[] =>
  // An input is an object schema.
  (endpoint.input as unknown as { shape?: Record<string, { options?: readonly string[] }> }).shape?.[name]?.options ?? [];

/** A user with every flag except the agent's, and an administrator with a read-only remote view of that user. */
async function looking() {
  const tenant = await makeTenant();
  const [admin, person] = [await makeUser(tenant, { profile: 'admin', name: 'Marcos' }), await makeUser(tenant, { flags })];
  await allowRemote(tenant, person);
  const asker = api(harness, tenant, (await getSession(tenant, admin, 'admin')).token);
  const { body } = await asker.post('/api/auth/remote/views', { user: person.id });
  return { tenant, person, calls: api(harness, tenant, body.token) as Api };
}

test('every call that changes something, or is personal, is refused in a read-only view, and nothing is written', async () => {
  const { tenant, calls } = await looking();
  // The user's notification of the view is sent in the meantime, and each refusal is recorded.
  const written = async () => ({
    ...(await fingerprint([tenant])),
    ...{ outbox: null, mails: null },
    audit: await query("select id from audit where tenant_id = $1 and what <> 'call.refused' order by id", [tenant.id]),
  });
  const before = await written();
  const refused: string[] = [];
  for (const endpoint of endpoints as readonly Endpoint[]) {
    const { method, path, needs, kinds = ownOnly, reads } = endpoint;
    const closed = !kinds.includes('remote');
    if (needs === 'public' || needs === 'playlist' || needs === 'embedded' || (!closed && (method === 'GET' || reads))) continue;
    const address = path.replace(/\{(\w+)\}/g, (_, name: string) => getChoices(endpoint, name)[0] ?? randomUUID());
    const answer = await calls.call(method, address, method === 'GET' || method === 'DELETE' ? {} : { body: {} });
    const may = needs === 'signedIn' || can({ profile: 'user', flags }, needs);
    const expected = may ? (closed ? 'act_as_blocked' : 'view_only') : 'not_permitted';
    expect([method, path, answer.status, answer.body?.status]).toEqual([method, path, 403, expected]);
    refused.push(path);
  }
  expect(refused.length).toBeGreaterThan(60);
  expect(await written()).toEqual(before);
});

test('a view shows the report with the user’s RLS identity, and leaves no visit and no edit token', async () => {
  const { tenant, calls } = await looking();
  const report = await makeEmbeddable(tenant, await makePrincipal(), { title: 'Vendas' });
  const embedded = await calls.post(`/api/auth/reports/${report.id}/embed`);
  expect(embedded.status, embedded.text).toBe(200);
  expect((await calls.post(`/api/auth/reports/${report.id}/embed`)).body.token).toBe(embedded.body.token);
  expect(await calls.post(`/api/auth/reports/${report.id}/embed`, { rights: 'edit' })).toMatchObject({
    status: 403,
    body: { status: 'view_only' },
  });
  const before = await fingerprint([tenant]);
  const visit = { reportId: report.id, visitId: randomUUID(), state: 'open' };
  expect((await calls.post('/api/auth/log/report/page/view', visit)).body.status).toBe('ok');
  expect((await fingerprint([tenant])).visits).toEqual(before.visits);
});

test('a read-only view reads when its session ends, and doesn’t extend it', async () => {
  const { tenant, calls } = await looking();
  const [session] = await query('select expires_at from sessions where tenant_id = $1 and actor_sid is not null', [tenant.id]);
  const before = await fingerprint([tenant]);
  for (const used of ['S', 'N']) {
    const { status, body } = await calls.post('/api/refresh/log/auth', { used });
    expect([status, body.lastAt]).toEqual([200, body.endsAt]);
    expect(Math.abs(Date.parse(body.endsAt) - Date.parse(String(session?.expires_at)))).toBeLessThan(1_000);
  }
  expect((await fingerprint([tenant])).sessions).toEqual(before.sessions);
});
