import { expect, test } from 'vitest';
import { control, getSession, makeEmbeddable, makePrincipal } from '../guards/place.ts';
import { api } from '../support/api.ts';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { makeRequest } from '../support/make-catalog.ts';
import { makeGrant } from '../support/make-content.ts';
import { makeTenant } from '../support/make-tenant.ts';
import { makeUser } from '../support/make-user.ts';

const harness = useHarness();

/** A report with two roles, a manager of its access, and another user. */
async function scene() {
  const tenant = await makeTenant();
  const principal = await makePrincipal({ roles: { Regional: 'region', Diretoria: null } });
  const report = await makeEmbeddable(tenant, principal, { needsIdentity: true, needsRoles: true, grantTo: [] });
  const admin = await makeUser(tenant, { profile: 'admin' });
  const ana = await makeUser(tenant, { name: 'Ana Nunes' });
  const client = api(harness, tenant, (await getSession(tenant, admin, 'admin')).token);
  const at = `/api/auth/reports/${report.id}`;
  const preview = (roles: string[], user: string | null = null) =>
    client.post(`${at}/identity/preview`, { user, identity: { as: 'fixed', username: 'Sul', roles }, filters: [] });
  return { tenant, principal, report, ana, client, at, preview };
}

test('roles in use are offered until the service lists those of the model, and then only those', async () => {
  const { tenant, report, ana, client, at } = await scene();
  await makeGrant(tenant, report, ana, { identity: { username: 'Nordeste', roles: ['Lojas'] } });
  expect((await client.get(`${at}/access`)).body).toMatchObject({
    options: { roles: [{ name: 'Lojas', open: null }], listed: false, values: ['Nordeste'] },
    rolesAt: null,
  });
  expect(await client.post(`${at}/roles`, {})).toMatchObject({ status: 200, body: { listed: true } });
  const { body } = await client.get(`${at}/access`);
  expect(body.options.roles).toEqual([
    { name: 'Diretoria', open: true },
    { name: 'Regional', open: false },
  ]);
  expect(body.options.listed).toBe(true);
  expect((await client.get('/api/auth/users/choices')).body.identity.roles).toEqual(body.options.roles);
});

test('an owner has the model’s roles read for a request they decide; no one else can, and not for a decided request', async () => {
  const { tenant, report, ana, client } = await scene();
  const owner = await makeUser(tenant, { name: 'Otto Dias' });
  const approver = await makeUser(tenant, { name: 'Bia Aprova', flags: ['decide_catalog'] });
  await query('update reports set owner_id = $2, on_catalog = true where id = $1', [report.id, owner.id]);
  const { id } = await makeRequest(tenant, report, ana);
  const as = async (user: typeof ana, flags: string[] = []) =>
    api(harness, tenant, (await getSession(tenant, user, 'user', flags.length > 0 ? { flags } : {})).token);
  const [owns, asks, stranger] = [await as(owner), await as(ana), await as(await makeUser(tenant))];
  const path = `/api/auth/catalog-requests/${id}`;
  expect((await owns.get(path)).body).toMatchObject({ rolesAt: null, options: { roles: [], listed: false } });
  for (const other of [asks, stranger]) expect((await other.post(`${path}/roles`, {})).status).toBe(404);
  expect(await query('select 1 from reports where id = $1 and model_roles_at is not null', [report.id])).toEqual([]);
  expect(await owns.post(`${path}/roles`, {})).toMatchObject({ status: 200, body: { listed: true } });
  const { body } = await owns.get(path);
  expect(body.rolesAt).toEqual(expect.any(String));
  expect(body.options).toMatchObject({ listed: true, roles: [{ name: 'Diretoria', open: true }, { name: 'Regional' }] });
  expect((await asks.get(path)).body).toMatchObject({ rolesAt: null, options: { roles: [] } });
  const approves = await as(approver, ['decide_catalog']);
  expect((await approves.post(`${path}/roles`, {})).status).toBe(200);
  expect((await client.post(`${path}/deny`, { reason: 'Fora do escopo' })).status).toBe(200);
  expect((await owns.post(`${path}/roles`, {})).body.status).toBe('catalog_decided');
});

test('a service that does not let its models be read leaves the roles in use', async () => {
  const { client, at, report, principal } = await scene();
  await client.post(`${at}/roles`, {});
  const refusing = {
    path: '/v1.0/myorg/admin/workspaces/getInfo',
    status: 403,
    body: { error: { code: 'Forbidden' } },
    principal: principal.appId,
  };
  const { id } = (await control('POST', '/__sim/faults', refusing)) as { id: number }; // because the stand-in answers so
  expect(await client.post(`${at}/roles`, {})).toMatchObject({ status: 200, body: { listed: false } });
  await control('DELETE', `/__sim/faults/${id}`);
  const [row] = await query('select model_roles, model_roles_at from reports where id = $1', [report.id]);
  expect(row).toMatchObject({ model_roles: null });
  expect(row?.model_roles_at).not.toBeNull();
});

test('an identity is tested before it is saved; a token is issued only for a user, and that is recorded', async () => {
  const { ana, report, preview, client, at } = await scene();
  // Any first call of a tenant also looks up its host.
  await client.get(`${at}/access`);
  // The first preview of an identity reads and stores; the next one only reads.
  for (const trips of [2, 1]) {
    await harness.database.resetTrips();
    expect((await preview(['Regional'])).body).toEqual({ refusal: null, embed: null, identity: null });
    expect((await harness.database.trips()).requests).toBe(trips);
  }
  expect((await preview(['Lojas'])).body).toMatchObject({ refusal: expect.stringContaining('Lojas'), embed: null, identity: null });
  const tests = () => query("select change from audit where row_id = $1 and what = 'report.test_as'", [report.id]);
  expect(await tests()).toEqual([]);
  const shown = await preview(['Regional'], ana.id);
  expect(shown.body).toMatchObject({ refusal: null, identity: { username: 'Sul', roles: ['Regional'] }, embed: { rights: 'view' } });
  expect(await tests()).toMatchObject([{ change: { user: ana.id, identity: { username: 'Sul' } } }]);
});

test('the values of a model’s column are listed, cached and bounded; a model with roles and a missing column are reported', async () => {
  const tenant = await makeTenant();
  const principal = await makePrincipal({ roles: {} });
  const report = await makeEmbeddable(tenant, principal, { needsIdentity: false, grantTo: [] });
  const admin = await makeUser(tenant, { profile: 'admin' });
  const client = api(harness, tenant, (await getSession(tenant, admin, 'admin')).token);
  const ask = (table: string, column: string, id: string = report.id) => client.post(`/api/auth/reports/${id}/values`, { table, column });
  const first = await ask('Vendas', 'Regional');
  expect(first.body).toEqual({ values: expect.arrayContaining(['Sul', 'Sudeste']), refused: null });
  expect(first.body.values.length).toBeLessThanOrEqual(200);
  // Cached, so that the service may fail in between.
  const path = `/v1.0/myorg/groups/${principal.workspaceId}/datasets/${principal.datasetId}/executeQueries`;
  const { id: fault } = (await control('POST', '/__sim/faults', {
    path,
    status: 403,
    body: { error: { code: 'Forbidden' } },
    principal: principal.appId,
  })) as { id: number }; // because the stand-in answers so
  expect((await ask('Vendas', 'Regional')).body).toEqual(first.body);
  expect((await ask('Vendas', 'Canal')).body).toEqual({ values: null, refused: 'unlisted' });
  await control('DELETE', `/__sim/faults/${fault}`);
  expect((await ask("Ven'das]", "Re'gional]) EVALUATE")).body).toEqual({ values: null, refused: 'unlisted' });
  expect((await ask('', 'Regional')).status).toBe(422);
  const guarded = await scene();
  expect((await guarded.client.post(`${guarded.at}/values`, { table: 'Vendas', column: 'Regional' })).body).toEqual({
    values: null,
    refused: 'rls',
  });
  const viewer = api(harness, tenant, (await getSession(tenant, await makeUser(tenant), 'user')).token);
  expect((await viewer.post(`/api/auth/reports/${report.id}/values`, { table: 'Vendas', column: 'Regional' })).status).toBe(403);
});
