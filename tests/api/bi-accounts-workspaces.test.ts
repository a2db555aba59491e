import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { control, makeEmbeddable, makePrincipal } from '../guards/place.ts';
import { getApi } from '../support/api.ts';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { makeServiceAccount, makeWorkspace } from '../support/make-content.ts';
import { makeTenant } from '../support/make-tenant.ts';
import { makeUser } from '../support/make-user.ts';

const harness = useHarness();
const path = '/api/auth/workspaces';

async function unit() {
  const tenant = await makeTenant();
  return { tenant, admin: await getApi(harness, tenant, await makeUser(tenant, { profile: 'admin' })) };
}

/** A service principal with workspaces of these names. */
async function principalWith(names: string[]) {
  const credentials = { directoryId: randomUUID(), appId: randomUUID(), secret: randomUUID(), objectId: randomUUID() };
  const workspaces = names.map((name) => ({ id: randomUUID(), name }));
  const made = await control('POST', '/__sim/principals', { ...credentials, workspaces });
  // Because the stand-in answers these two.
  return { ...credentials, workspaces, made: made as { subscriptionId: string; resourceGroup: string } };
}

describe('workspaces', () => {
  test('are searched, added many at once, and marked as added afterwards', async () => {
    const { tenant, admin } = await unit();
    const principal = await principalWith(['Comercial', 'Logística', 'Comercial Sul']);
    const account = await makeServiceAccount(tenant, principal);
    const browse = (query = '') => admin.get(`/api/auth/service-accounts/${account.id}/workspaces${query}`);
    expect((await browse()).body.items).toHaveLength(3);
    const found = (await browse('?search=Comercial')).body;
    expect(found).toMatchObject({ more: false, items: [{ name: 'Comercial', workspaceId: null }, { name: 'Comercial Sul' }] });
    const serviceIds = principal.workspaces.slice(0, 2).map(({ id }) => id.toUpperCase());
    expect((await admin.post(path, { accountId: account.id, serviceIds })).body).toEqual({ added: 2, refused: [] });
    expect((await admin.post(path, { accountId: account.id, serviceIds })).body.added).toBe(0);
    const list = (await admin.get(`${path}?account=${account.id}`)).body;
    expect(list.items.map(({ name }: { name: string }) => name)).toEqual(['Comercial', 'Logística']);
    expect((await browse('?search=Logística')).body.items[0].workspaceId).toBe(list.items[1].id);
    expect((await admin.get(`${path}?search=logis`)).body.total).toBe(1);
    const what = await query("select what from audit where tenant_id = $1 and what = 'workspace.add'", [tenant.id]);
    expect(what).toHaveLength(2);
  });

  test('that the account cannot reach are not added, nor any others of that call', async () => {
    const { tenant, admin } = await unit();
    const principal = await principalWith(['Comercial']);
    const account = await makeServiceAccount(tenant, principal);
    const serviceIds = [principal.workspaces[0]?.id, randomUUID()];
    const refused = await admin.post(path, { accountId: account.id, serviceIds });
    expect(refused).toMatchObject({ status: 404, body: { status: 'workspace_missing_at_service', field: 'serviceIds' } });
    expect((await admin.get(path)).body.total).toBe(0);
    for (const wrong of [[], ['../../x'], Array.from({ length: 101 }, () => randomUUID()), 'x'])
      expect((await admin.post(path, { accountId: account.id, serviceIds: wrong })).status).toBe(422);
  });

  test('are created at the service, renamed only here, and removed only while no published report is in them', async () => {
    const { tenant, admin } = await unit();
    const principal = await makePrincipal();
    const report = await makeEmbeddable(tenant, principal, { title: 'Vendas por loja' });
    const [{ account_id: accountId } = {}] = await query('select account_id from reports where id = $1', [report.id]);
    const made = await admin.post(`${path}/new`, { accountId, name: 'Novo' });
    expect(made.status, made.text).toBe(200);
    expect((await admin.post(`${path}/new`, { accountId, name: 'Novo' })).body).toMatchObject({ status: 'name_taken', field: 'name' });
    expect((await admin.put(`${path}/${made.body.id}`, { version: 1, name: 'Meu nome' })).body.version).toBe(2);
    expect((await admin.put(`${path}/${made.body.id}`, { version: 1, name: 'Outro' })).body.status).toBe('changed_meanwhile');
    const there = await admin.get(`/api/auth/service-accounts/${accountId}/workspaces?search=Novo`);
    expect(there.body.items).toMatchObject([{ name: 'Novo', workspaceId: made.body.id }]);
    const used = await makeWorkspace(tenant, { id: accountId }, { name: 'Em uso', serviceId: principal.workspaceId });
    expect((await admin.delete(`${path}/${used.id}`)).body).toMatchObject({
      status: 'workspace_in_use',
      vars: { count: 1, titles: 'Vendas por loja' },
    });
    expect((await admin.delete(`${path}/${made.body.id}`)).status).toBe(200);
    expect((await admin.get(path)).body).toMatchObject({ total: 1, items: [{ name: 'Em uso', reports: 1 }] });
    expect((await admin.get(`${path}/export`)).body).toMatchObject({ filename: 'workspaces.csv', rows: 1 });
  });

  test('are removed once by several calls at once, as is their account', async () => {
    const { tenant, admin } = await unit();
    const account = await makeServiceAccount(tenant, { directoryId: randomUUID(), appId: randomUUID(), secret: 'kept' });
    const workspace = await makeWorkspace(tenant, account, { name: 'Comercial' });
    for (const [address, id, change] of [
      [path, workspace.id, { what: 'workspace.remove', change: { name: 'Comercial' } }],
      ['/api/auth/service-accounts', account.id, { what: 'service_account.delete', change: { name: 'Service account' } }],
    ] as const) {
      const answers = await Promise.all(Array.from({ length: 5 }, () => admin.delete(`${address}/${id}`)));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      for (const { status, body } of answers) if (status !== 200) expect(['not_found', 'changed_meanwhile']).toContain(body.status);
      expect(await query('select what, change from audit where row_id = $1', [id])).toEqual([change]);
    }
  });

  test('list their reports and where each is published', async () => {
    const { tenant, admin } = await unit();
    const principal = await makePrincipal();
    const report = await makeEmbeddable(tenant, principal, { title: 'Vendas por loja' });
    const [{ account_id: id } = {}] = await query('select account_id from reports where id = $1', [report.id]);
    const reports = (workspace: string) => admin.get(`/api/auth/service-accounts/${id}/workspaces/${workspace}/reports`);
    const { items } = (await reports(principal.workspaceId)).body;
    const mine = items.find((item: { id: string }) => item.id === principal.serviceReportId);
    expect(mine).toMatchObject({ type: 'report', published: [{ id: report.id, title: 'Vendas por loja' }] });
    const missing = await reports(randomUUID());
    expect(missing).toMatchObject({ status: 502, body: { status: 'service_call_refused', vars: { code: 'not_found' } } });
    expect((await reports('..%2Fx')).status).not.toBe(200);
  });

  test('of another tenant are not found', async () => {
    const [{ admin }, { tenant: other }] = [await unit(), await unit()];
    const account = await makeServiceAccount(other, await principalWith(['Deles']));
    const theirs = await makeWorkspace(other, account, { name: 'Deles' });
    expect((await admin.get(path)).body.total).toBe(0);
    for (const answer of [
      await admin.put(`${path}/${theirs.id}`, { version: 1, name: 'Meu' }),
      await admin.delete(`${path}/${theirs.id}`),
      await admin.post(path, { accountId: account.id, serviceIds: [theirs.serviceId] }),
      await admin.post(`${path}/new`, { accountId: account.id, name: 'Novo' }),
    ])
      expect(answer).toMatchObject({ status: 404, body: { status: 'not_found' } });
  });

  test('a refusing or silent service is reported in its own words, within a bounded time', async () => {
    const { tenant, admin } = await unit();
    const principal = await principalWith(['Comercial']);
    const account = await makeServiceAccount(tenant, principal);
    const browse = () => admin.get(`/api/auth/service-accounts/${account.id}/workspaces`);
    await control('POST', '/__sim/faults', { preset: 'secret_expired', principal: principal.appId, times: 1 });
    const refused = (await browse()).body;
    expect(refused).toMatchObject({ status: 'service_call_refused', vars: { serviceCode: 'AADSTS7000222' } });
    expect(JSON.stringify(refused)).not.toContain(principal.secret);
    await control('POST', '/__sim/faults', { preset: 'throttled', principal: principal.appId, retryAfter: 30, times: 1 });
    const throttled = await browse();
    expect(throttled).toMatchObject({ status: 503, body: { status: 'report_service_throttled' } });
    expect(throttled.headers.get('retry-after')).toBe('30');
    expect((await browse()).status).toBe(200);
  });
});

describe('resources', () => {
  test('list each capacity from the service and Azure, and the reason for each source that fails', async () => {
    const { tenant, admin } = await unit();
    const [good, bad] = [await principalWith(['Um']), await principalWith(['Dois'])];
    const first = await makeServiceAccount(tenant, { ...good, name: 'Boa' });
    await makeServiceAccount(tenant, { ...bad, name: 'Ruim' });
    await query('update service_accounts set subscription_id = $1, resource_group = $2 where id = $3', [
      ...[good.made.subscriptionId, good.made.resourceGroup, first.id],
    ]);
    await control('POST', '/__sim/faults', { preset: 'secret_wrong', principal: bad.appId });
    const { items, sources } = (await admin.get('/api/auth/resources')).body;
    expect(items).toMatchObject([
      { accountName: 'Boa', kind: 'embedded', size: 'A1', currentSize: 'A1', state: 'running', resourceGroup: good.made.resourceGroup },
    ]);
    expect(sources).toMatchObject([
      { accountName: 'Boa', source: 'service', outcome: 'ok', found: 1 },
      { accountName: 'Boa', source: 'azure', outcome: 'ok', found: 1 },
      { accountName: 'Ruim', source: 'service', outcome: 'failed', failure: { serviceCode: 'AADSTS7000215' } },
      { accountName: 'Ruim', source: 'azure', outcome: 'unasked' },
    ]);
    await control('POST', '/__sim/faults', { preset: 'arm_forbidden', principal: good.appId });
    const later = (await admin.get('/api/auth/resources')).body;
    expect(later.items).toMatchObject([{ size: null, currentSize: 'A1', state: 'running' }]);
    expect(later.sources[1]).toMatchObject({ source: 'azure', outcome: 'failed', failure: { code: 'forbidden' } });
  });

  test('wait for a silent service only so long', async () => {
    const { tenant, admin } = await unit();
    const principal = await principalWith(['Um']);
    await makeServiceAccount(tenant, principal);
    await control('POST', '/__sim/faults', { preset: 'hang', principal: principal.appId });
    const started = Date.now();
    const { sources } = (await admin.get('/api/auth/resources')).body;
    expect(Date.now() - started).toBeLessThan(14_000);
    expect(sources[0]).toMatchObject({ outcome: 'failed', failure: { code: 'timeout' } });
  });
});
