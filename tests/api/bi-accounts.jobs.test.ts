import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { control, getSession, makeEmbeddable, makePrincipal, type Principal } from '../guards/place.ts';
import { api, getApi } from '../support/api.ts';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { makeServiceAccount } from '../support/make-content.ts';
import { makeTenant } from '../support/make-tenant.ts';
import { makeUser } from '../support/make-user.ts';

const harness = useHarness();
const path = '/api/auth/service-accounts';

async function unit() {
  const tenant = await makeTenant();
  const person = await makeUser(tenant, { profile: 'admin' });
  return { tenant, person, admin: await getApi(harness, tenant, person) };
}
type Credentials = Pick<Principal, 'directoryId' | 'appId' | 'secret'>;
const getForm = ({ directoryId, appId, secret }: Credentials, more: object = {}) => ({
  name: 'Produção',
  directoryId,
  appId,
  secret,
  ...more,
});
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const restrict = (tenant: { id: string }) => query('update tenants set restrict_accounts = true where id = $1', [tenant.id]);

describe('an account', () => {
  test('is registered with all its fields, and its secret is never returned', async () => {
    const { tenant, person, admin } = await unit();
    const principal = await makePrincipal();
    const fields = {
      objectId: randomUUID(),
      secretEndsOn: '2027-03-01',
      subscriptionId: randomUUID(),
      resourceGroup: 'rg-bi',
      workspaceId: principal.workspaceId,
    };
    const added = await admin.post(path, getForm(principal, fields));
    expect(added).toMatchObject({ status: 200, body: { version: 1 } });
    const one = await admin.get(`${path}/${added.body.id}`);
    expect(one.body).toMatchObject({ ...fields, name: 'Produção', registeredBy: person.name, disabled: false, tested: null, steps: [] });
    expect(one.body.secretEndsAt).toBe('2027-03-01T03:00:00.000Z');
    await admin.put(`${path}/${added.body.id}`, { ...getForm(principal), version: 1, name: 'Outra' });
    await admin.post(`${path}/${added.body.id}/test`);
    const [row] = await query('select secret_sealed from service_accounts where id = $1', [added.body.id]);
    expect(row?.secret_sealed).not.toContain(principal.secret);
    const audit = await query('select what, change::text as change from audit where tenant_id = $1 and row_id = $2 order by at', [
      tenant.id,
      added.body.id,
    ]);
    expect(audit.map(({ what }) => what)).toEqual(['service_account.add', 'service_account.edit', 'service_account.test']);
    const said = [one.text, (await admin.get(path)).text, (await admin.get(`${path}/export`)).text, JSON.stringify(audit)].join();
    expect(said).not.toContain(principal.secret);
    expect(said).not.toContain(row?.secret_sealed);
    expect(JSON.stringify(harness.getLogs?.() ?? '')).not.toContain(principal.secret);
  });

  test('keeps its secret if none is sent, and clears test result and profile with other credentials', async () => {
    const { admin } = await unit();
    const [principal, other] = [await makePrincipal(), await makePrincipal()];
    const { id } = (await admin.post(path, getForm(principal))).body;
    expect((await admin.post(`${path}/${id}/test`)).body.steps[0]).toMatchObject({ step: 'token', outcome: 'ok', failure: null });
    expect((await admin.get(`${path}/${id}`)).body).toMatchObject({ tested: 'ok', steps: [{ step: 'token' }, { step: 'api' }, {}, {}] });
    const { secret: _, ...kept } = getForm(principal, { version: 1, name: 'Renomeada' });
    expect((await admin.put(`${path}/${id}`, kept)).body).toEqual({ id, version: 2 });
    expect((await admin.get(`${path}/${id}`)).body).toMatchObject({ name: 'Renomeada', tested: 'ok' });
    expect((await admin.put(`${path}/${id}`, kept)).body.status).toBe('changed_meanwhile');
    expect((await admin.put(`${path}/${id}`, { ...getForm(other), version: 2 })).status).toBe(200);
    expect((await admin.get(`${path}/${id}`)).body).toMatchObject({ tested: null, appId: other.appId });
    expect((await admin.post(`${path}/${id}/test`)).body.steps[0].outcome).toBe('ok');
  });

  test('has a unique name among the accounts that the user sees', async () => {
    const { admin } = await unit();
    const form = getForm(await makePrincipal());
    await admin.post(path, form);
    expect((await admin.post(path, { ...form, name: ' producao ' })).body).toMatchObject({ status: 'name_taken', field: 'name' });
  });

  test.each([
    ['directoryId', 'contoso', 'invalid_input'],
    ['appId', '', 'invalid_input'],
    ['appId', undefined, 'required'],
    ['objectId', 'nope', 'invalid_input'],
    ['subscriptionId', 'a b', 'invalid_input'],
    ['workspaceId', '../x', 'invalid_input'],
    ['secretEndsOn', '2026-02-31', 'invalid_input'],
    ['secretEndsOn', '0000-01-01', 'invalid_input'],
    ['name', '   ', 'required'],
    ['name', 'x'.repeat(81), 'invalid_input'],
    ['name', '\u0301\u0301', 'invalid_input'],
    ['secret', '', 'required'],
    ['secret', 'x'.repeat(513), 'invalid_input'],
    ['resourceGroup', 'x'.repeat(91), 'invalid_input'],
    ['profileId', randomUUID(), 'invalid_input'],
    ['tenant_id', randomUUID(), 'invalid_input'],
    ['name', 'a\u0000b', 'invalid_input'],
  ])('with %s = %j is refused, naming the field', async (field, value, status) => {
    const { admin } = await shared();
    const answer = await admin.post(path, { ...getForm(shape), [field]: value });
    expect(answer).toMatchObject({ status: 422, body: { status, field } });
    expect(answer.text).not.toContain(shape.secret);
  });

  test('cannot be deleted while reports use it, and the refusal names them', async () => {
    const { tenant, admin } = await unit();
    const report = await makeEmbeddable(tenant, await makePrincipal(), { title: 'Vendas por loja' });
    const [{ account_id: id } = {}] = await query('select account_id from reports where id = $1', [report.id]);
    expect((await admin.get(`${path}/${id}`)).body).toMatchObject({ reports: 1, reportTitles: ['Vendas por loja'] });
    expect((await admin.delete(`${path}/${id}`)).body).toMatchObject({
      status: 'account_in_use',
      vars: { count: 1, titles: 'Vendas por loja' },
    });
    await query('delete from reports where id = $1', [report.id]);
    expect((await admin.delete(`${path}/${id}`)).status).toBe(200);
    expect((await admin.get(`${path}/${id}`)).status).toBe(404);
  });

  test('that is disabled opens no report, not even with a cached token, and is in no picker', async () => {
    const { tenant, admin } = await unit();
    const report = await makeEmbeddable(tenant, await makePrincipal());
    const [{ account_id: id } = {}] = await query('select account_id from reports where id = $1', [report.id]);
    const embed = () => admin.post(`/api/auth/reports/${report.id}/embed`);
    expect((await embed()).status).toBe(200);
    expect((await admin.get(`${path}/picker`)).body.items).toHaveLength(1);
    expect((await admin.put(`${path}/${id}/disabled`, { disabled: true })).status).toBe(200);
    expect((await embed()).body.status).toBe('report_account_refused');
    expect((await admin.get(`${path}/picker`)).body.items).toEqual([]);
    expect((await admin.get(`${path}/${id}/workspaces`)).body.status).toBe('account_disabled');
    expect((await admin.get(`${path}?view=disabled`)).body).toMatchObject({ total: 1, counts: { all: 1, disabled: 1 } });
    await admin.put(`${path}/${id}/disabled`, { disabled: false });
    expect((await embed()).status).toBe(200);
  });
});

describe('the connection test', () => {
  test.each([
    ['secret_wrong', 'AADSTS7000215'],
    ['secret_expired', 'AADSTS7000222'],
    ['app_unknown', 'AADSTS700016'],
  ])('reports for %s that the token failed, with the code %s and the service’s words', async (preset, serviceCode) => {
    const { admin } = await shared();
    const principal = await makePrincipal();
    await control('POST', '/__sim/faults', { preset, principal: principal.appId });
    const { name: _, ...form } = getForm(principal);
    const { steps } = (await admin.post(`${path}/test`, form)).body;
    expect(steps.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['failed', 'skipped', 'skipped', 'skipped']);
    expect(steps[0]).toMatchObject({ step: 'token', failure: { code: 'unauthorized', serviceCode } });
    expect(steps[0].failure.answer).toContain('AADSTS');
    expect(steps[0].ms).toBeGreaterThanOrEqual(0);
  });

  test('names an unknown directory, and workspaces and capacities out of the account’s reach', async () => {
    const { admin } = await shared();
    const { name: _, ...form } = getForm(await makePrincipal());
    const failing = async (more: object) =>
      (await admin.post(`${path}/test`, { ...form, ...more })).body.steps.find((step: { outcome: string }) => step.outcome === 'failed');
    expect(await failing({ directoryId: randomUUID() })).toMatchObject({ step: 'token', failure: { serviceCode: 'AADSTS90002' } });
    expect(await failing({ workspaceId: randomUUID() })).toMatchObject({ step: 'workspace' });
    expect(await failing({ subscriptionId: randomUUID() })).toMatchObject({ step: 'capacity' });
  });

  test('of a form uses the stored secret if none was typed, and saves nothing', async () => {
    const { tenant, admin } = await unit();
    const principal = await makePrincipal();
    const { id } = (await admin.post(path, getForm(principal))).body;
    const { name: _, secret: __, ...form } = getForm(principal, { id });
    expect((await admin.post(`${path}/test`, form)).body.steps[0].outcome).toBe('ok');
    expect((await admin.get(`${path}/${id}`)).body.tested).toBeNull();
    expect((await admin.post(`${path}/test`, { ...form, id: undefined })).body).toMatchObject({ status: 'required', field: 'secret' });
    const { admin: stranger } = await unit();
    expect((await stranger.post(`${path}/test`, form)).body).toMatchObject({ status: 'not_found', field: 'id' });
    expect(await query("select 1 from audit where tenant_id = $1 and what = 'service_account.test'", [tenant.id])).toEqual([]);
  });

  test('that fails is marked in the list', async () => {
    const { admin } = await unit();
    const principal = await makePrincipal();
    const { id } = (await admin.post(path, { ...getForm(principal), secret: 'quite another one' })).body;
    const answer = await admin.post(`${path}/${id}/test`);
    expect(answer.body.steps[0].failure.serviceCode).toBe('AADSTS7000215');
    expect(answer.text).not.toContain('quite another one');
    expect((await admin.get(`${path}?view=failing`)).body).toMatchObject({ items: [{ id, tested: 'token' }], counts: { failing: 1 } });
  });
});

describe('where the tenant restricts accounts', () => {
  test('an administrator has only accounts they registered, and others are not found', async () => {
    const { tenant, admin } = await unit();
    const other = await getApi(harness, tenant, await makeUser(tenant, { profile: 'admin' }));
    const mine = (await admin.post(path, getForm(await makePrincipal(), { name: 'Minha' }))).body.id;
    const theirs = (await other.post(path, getForm(await makePrincipal(), { name: 'Deles' }))).body.id;
    expect((await admin.get(path)).body).toMatchObject({ total: 2, restricted: false });
    await restrict(tenant);
    expect((await admin.get(path)).body).toMatchObject({ total: 1, restricted: true, items: [{ id: mine }] });
    expect((await admin.get(`${path}/picker`)).body.items).toEqual([{ id: mine, name: 'Minha' }]);
    expect((await admin.get('/api/auth/resources')).text).not.toContain('Deles');
    const missing = randomUUID();
    const calls: [string, string, object?][] = [
      ['GET', ''],
      ['DELETE', ''],
      ['PUT', '/disabled', { disabled: true }],
      ['POST', '/test', {}],
      ['GET', '/profiles'],
      ['PUT', '/profile', { version: 1, choice: 'none' }],
      ['GET', '/workspaces'],
      ['GET', `/workspaces/${randomUUID()}/reports`],
    ];
    for (const [method, rest, body] of calls) {
      const [foreign, none] = [
        await admin.call(method, `${path}/${theirs}${rest}`, { body }),
        await admin.call(method, `${path}/${missing}${rest}`, { body }),
      ];
      expect(foreign.status, `${method} ${rest}`).toBe(404);
      expect({ ...foreign.body, requestId: '' }).toEqual({ ...none.body, requestId: '' });
    }
    // The name of an account that the user cannot see is free.
    expect((await admin.post(path, getForm(await makePrincipal(), { name: 'Deles' }))).status).toBe(200);
    expect((await other.get(`${path}/${theirs}`)).body).toMatchObject({ name: 'Deles', disabled: false, version: 1 });
  });
});

describe('an ordinary user', () => {
  test('has no access without the flag, full access with it, and none again once it is removed', async () => {
    const { tenant } = await unit();
    const plain = await makeUser(tenant);
    const flagged = await makeUser(tenant, { flags: ['manage_service'] });
    const publisher = await makeUser(tenant, { flags: ['edit_reports'] });
    const as = async (person: { id: string }, flags: string[]) =>
      api(harness, tenant, (await getSession(tenant, person, 'user', { flags })).token);
    expect((await (await as(plain, [])).get(path)).body.status).toBe('not_permitted');
    const hers = await as(flagged, ['manage_service']);
    const { id } = (await hers.post(path, getForm(await makePrincipal()))).body;
    expect((await hers.get(path)).body.total).toBe(1);
    // Publishers can browse, and manage nothing.
    const asPublisher = await as(publisher, ['edit_reports']);
    expect((await asPublisher.get(`${path}/picker`)).body.items).toEqual([{ id, name: 'Produção' }]);
    expect((await asPublisher.get(`${path}/${id}/workspaces`)).status).toBe(200);
    expect((await asPublisher.get(`${path}/${id}/workspaces?all=1`)).body.status).toBe('not_permitted');
    expect((await asPublisher.get(`${path}/${id}`)).body.status).toBe('not_permitted');
    await query("update users set flags = '{}', rights = rights + 1 where id = $1", [flagged.id]);
    expect((await hers.get(path)).body.status).toBe('rights_stale');
    expect((await (await as(flagged, [])).get(path)).status).not.toBe(200);
  });
});

describe('profiles', () => {
  test('one is created for the unit, chosen again, and deselected', async () => {
    const { tenant, admin } = await unit();
    const principal = await makePrincipal();
    const { id } = (await admin.post(path, getForm(principal))).body;
    const choose = (body: object) => admin.put(`${path}/${id}/profile`, body);
    expect((await choose({ version: 1, choice: 'create' })).body).toMatchObject({ status: 'required', field: 'objectId' });
    await admin.put(`${path}/${id}`, { ...getForm(principal, { objectId: randomUUID() }), version: 1 });
    await admin.post('/api/auth/workspaces', { accountId: id, serviceIds: [principal.workspaceId] });
    const made = await choose({ version: 2, choice: 'create' });
    expect(made.body).toMatchObject({ version: 3, profileName: tenant.name });
    expect((await admin.get(`${path}/${id}`)).body).toMatchObject({ profileName: tenant.name, profileId: made.body.profileId });
    expect((await admin.get(`${path}/${id}/profiles`)).body.items).toEqual([{ id: made.body.profileId, name: tenant.name }]);
    expect((await choose({ version: 2, choice: 'none' })).body.status).toBe('changed_meanwhile');
    expect((await choose({ version: 3, choice: 'none' })).body).toMatchObject({ version: 4, profileId: null, profileName: null });
    expect((await choose({ version: 4, choice: 'existing', profileId: randomUUID() })).body.status).toBe('not_found');
    expect((await choose({ version: 4, choice: 'existing', profileId: made.body.profileId })).body.profileName).toBe(tenant.name);
  });
});

describe('the end of a secret', () => {
  const run = () => harness.getWorker().scheduled({ cron: '* * * * *', scheduledTime: new Date(new Date().setUTCMinutes(4, 0, 0)) });
  const getNotices = (tenant: { id: string }) =>
    query("select n.user_id, n.vars from notifications n where n.tenant_id = $1 and n.kind = 'account_secret_ending'", [tenant.id]);

  test('is notified to every administrator once at each threshold', async () => {
    const { tenant, person } = await unit();
    const second = await makeUser(tenant, { profile: 'admin' });
    await makeUser(tenant);
    await makeUser(tenant, { profile: 'admin', status: 'I' });
    const { id } = await makeServiceAccount(tenant, { directoryId: 'd', appId: 'a', secret: 's', name: 'Produção' });
    const ends = (days: number) => query('update service_accounts set secret_ends_at = $1 where id = $2', [inDays(days), id]);
    await ends(40);
    await run();
    expect(await getNotices(tenant)).toEqual([]);
    await ends(19.9);
    await run();
    await run();
    const told = await getNotices(tenant);
    expect(told.map(({ user_id }) => user_id).sort()).toEqual([person.id, second.id].sort());
    expect(told[0]?.vars).toMatchObject({ account: 'Produção', days: 20 });
    await ends(6.5);
    await run();
    await ends(0.5);
    await run();
    await run();
    expect(await getNotices(tenant)).toHaveLength(6);
  });

  test('is notified only to the account’s author where accounts are restricted', async () => {
    const { tenant, person } = await unit();
    await makeUser(tenant, { profile: 'admin' });
    await restrict(tenant);
    const { id } = await makeServiceAccount(tenant, { directoryId: 'd', appId: 'a', secret: 's', registeredBy: person });
    await query('update service_accounts set secret_ends_at = $1 where id = $2', [inDays(3), id]);
    await run();
    expect((await getNotices(tenant)).map(({ user_id }) => user_id)).toEqual([person.id]);
  });
});

const shape: Credentials = { directoryId: randomUUID(), appId: randomUUID(), secret: 'a secret of the test' };
let place: ReturnType<typeof unit> | undefined;
/** One unit for the tests that leave nothing behind. */
function shared() {
  place ??= unit();
  return place;
}
