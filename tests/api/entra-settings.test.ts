import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { clients, verticeDirectory } from '../../dev/idp-oidc/people.ts';
import { startOidc } from '../../dev/idp-oidc/server.ts';
import { api, getApi } from '../support/api.ts';
import { query } from '../support/database.ts';
import { getRegistration, getRoad, makeDirectoryPerson } from '../support/entra.ts';
import { useHarness } from '../support/harness.ts';
import { makeTenant } from '../support/make-tenant.ts';
import { makeUser } from '../support/make-user.ts';

const idp = await startOidc({ port: 0 });
const harness = useHarness(getRegistration(idp));
afterAll(() => idp.close());
const { signIn } = getRoad(harness);

const form = {
  ...{ version: 0, enabled: 'S', name: 'Microsoft', own: 'N', domains: ['Vertice.test'], link: 'N', jit: 'S', jitStatus: 'A', groups: [] },
  directories: [{ id: verticeDirectory.toUpperCase(), name: 'Matriz' }],
};
async function scene(options: Parameters<typeof makeTenant>[0] = {}) {
  const tenant = await makeTenant(options);
  const admin = await makeUser(tenant, { profile: tenant.kind === 'partner' ? 'master' : 'admin' });
  return { tenant, admin, as: await getApi(harness, tenant, admin) };
}
const path = '/api/auth/entra';

test('saved settings are offered on the sign-in page and work; each change leaves an audit row without the secret', async () => {
  const { tenant, as } = await scene();
  expect((await as.get(path)).body).toMatchObject({
    entra: null,
    shared: true,
    callback: 'http://localhost/api/entra/callback',
    profiles: ['user'],
  });
  expect((await as.put(path, form)).body).toEqual({ version: 1 });
  expect((await as.get(path)).body.entra).toMatchObject({
    enabled: 'S',
    directories: [{ id: verticeDirectory, name: 'Matriz' }],
    domains: ['vertice.test'],
    defaultProfile: 'user',
    secretAt: null,
    version: 1,
  });
  expect((await api(harness, tenant).post('/api/login/config')).body.apps).toMatchObject([
    { kind: 'entra', name: 'Microsoft', domains: ['vertice.test'] },
  ]);
  expect((await as.put(path, form)).body.status).toBe('changed_meanwhile');
  expect((await as.put(path, { ...form, version: 7 })).body.status).toBe('changed_meanwhile');
  expect((await as.put(path, { ...form, version: 1, enabled: 'N' })).body).toEqual({ version: 2 });
  expect((await as.delete(path)).body).toEqual({ status: 'ok' });
  expect((await as.delete(path)).status).toBe(404);
  expect(
    (await query('select what from audit where tenant_id = $1 and what like $2 order by at', [tenant.id, 'entra.%'])).map(
      ({ what }) => what,
    ),
  ).toEqual(['entra.save', 'entra.save', 'entra.delete']);
});

test('a unit’s own registration signs in with its own secret, which is sealed, kept when omitted, and never returned', async () => {
  const { tenant, as } = await scene();
  const person = makeDirectoryPerson(idp, { username: `${randomUUID().slice(0, 8)}@vertice.test` });
  const own = { ...form, own: 'S', clientId: clients.own.id, directories: [{ id: person.tid }] };
  expect((await as.put(path, own)).body).toMatchObject({ status: 'required', field: 'secret' });
  await as.put(path, { ...own, secret: clients.own.secret });
  expect((await signIn(tenant, person)).body).toMatchObject({ status: 'ok', auth_type: 'entra' });
  await as.put(path, { ...own, version: 1, name: 'Conta Vértice' });
  expect((await signIn(tenant, person)).status).toBe(200);
  const { text } = await as.get(path);
  const stored = JSON.stringify(await query('select settings from sso_apps where tenant_id = $1', [tenant.id]));
  const told = JSON.stringify(await query('select change from audit where tenant_id = $1', [tenant.id]));
  for (const place of [text, stored, told]) expect(place).not.toContain(clients.own.secret);
  expect(JSON.parse(text).entra.secretAt).not.toBeNull();
});

test.each([
  ['directories', { directories: [] }],
  ['directories', { directories: [{ id: 'common' }] }],
  ['directories', { directories: [{ id: '9188040d-6c67-4c5b-b112-36a304b66dad' }] }],
  ['directories', { directories: [{ id: verticeDirectory }, { id: verticeDirectory.toUpperCase() }] }],
  ['domains', { domains: ['not a domain'] }],
  ['clientId', { own: 'S', clientId: '' }],
  ['domains', { domains: [] }],
  ['defaultProfile', { defaultProfile: 'a2m' }],
  ['defaultProfile', { defaultProfile: 'admin' }],
  ['groups', { groups: [{ claim: 'g', group: randomUUID() }] }],
  ['name', { name: ' ' }],
])('%s is refused for %j', async (field, wrong) => {
  const { tenant, as } = await scene();
  const { status, body } = await as.put(path, { ...form, ...wrong });
  expect([404, 422]).toContain(status);
  expect(body.field.split('.')[0]).toBe(field);
  expect(await query('select 1 from sso_apps where tenant_id = $1', [tenant.id])).toEqual([]);
});

test('a partner cannot create or link users by address, and is not offered it', async () => {
  const { as } = await scene({ kind: 'partner' });
  expect((await as.get(path)).body.profiles).toEqual([]);
  expect((await as.put(path, form)).body).toMatchObject({ status: 'sso_units_only', field: 'jit' });
  expect((await as.put(path, { ...form, jit: 'N', link: 'S' })).body).toMatchObject({ status: 'sso_units_only', field: 'link' });
  expect((await as.put(path, { ...form, jit: 'N' })).body).toEqual({ version: 1 });
});

test('where the layer above keeps single sign-on, settings cannot be read, tested or saved', async () => {
  const partner = await makeTenant({ kind: 'partner', settings: { below_saml: false } });
  const { as } = await scene({ parent: partner });
  expect(await as.get(path)).toMatchObject({ status: 403, body: { status: 'function_disabled' } });
  expect(await as.post(`${path}/try`)).toMatchObject({ status: 403, body: { status: 'function_disabled' } });
  expect(await as.put(path, form)).toMatchObject({ status: 403, body: { status: 'function_disabled' } });
  expect(await as.delete(path)).toMatchObject({ status: 403, body: { status: 'function_disabled' } });
});

test('an ordinary user cannot read or change it, and another tenant’s is unaffected', async () => {
  const { tenant, as } = await scene();
  await as.put(path, form);
  const user = await getApi(harness, tenant, await makeUser(tenant));
  for (const refused of [await user.get(path), await user.put(path, form), await user.delete(path), await user.post(`${path}/try`)])
    expect(refused.status).toBe(403);
  const other = await scene();
  expect((await other.as.get(path)).body.entra).toBeNull();
  expect((await other.as.delete(path)).status).toBe(404);
});

test('the connection test reports each check separately', async () => {
  const { tenant, as } = await scene({ userLimit: 1 });
  const checks = async () =>
    (await as.post(`${path}/try`)).body.checks.map(({ name, outcome, why }: Record<string, string>) => [name, outcome, why]);
  expect(await checks()).toEqual([['registration', 'failed', 'missing']]);
  await as.put(path, { ...form, directories: [{ id: verticeDirectory }, { id: randomUUID(), name: 'Filial' }] });
  // A sign-in method from an older version may create users without listing a domain.
  await query(`update sso_apps set domains = '{}' where tenant_id = $1`, [tenant.id]);
  expect(await checks()).toEqual([
    ['registration', 'ok', null],
    ['provider', 'ok', null],
    ['directories', 'ok', null],
    ['directory', 'ok', null],
    ['secret', 'ok', null],
    ['directory', 'failed', 'unknown_directory'],
    ['seats', 'failed', 'none_left'],
    ['domains', 'note', 'none'],
  ]);
  await as.put(path, { ...form, version: 1, jit: 'N', own: 'S', clientId: clients.own.id, secret: 'not the right one' });
  expect(await checks()).toContainEqual(['secret', 'failed', 'secret_wrong']);
  expect(
    await query('select 1 from audit where tenant_id = $1 and what not in ($2, $3)', [tenant.id, 'entra.save', 'session.start']),
  ).toEqual([]);
});
