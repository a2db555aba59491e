import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ReportService, startReportService } from './server.ts';
import { client, type Registered } from './test-client.ts';

let service: ReportService;
let api: ReturnType<typeof client>;
let who: Registered;
beforeAll(async () => {
  service = await startReportService({ port: 0 });
  api = client(service.url);
  who = await api.register();
});
afterAll(() => service.close());

const azureScope = 'https://management.azure.com/.default';
type Body = Record<string, unknown> & { value: Record<string, unknown>[] };

async function send(method: string, path: string, body?: unknown, { headers = {}, of = who } = {}) {
  const response = await fetch(`${service.url}/v1.0/myorg${path}`, {
    method,
    headers: { authorization: `Bearer ${await api.bearer(of)}`, 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  // Because the routes answer objects.
  return { status: response.status, headers: response.headers, body: (await response.json().catch(() => ({}))) as Body };
}

describe('workspaces', () => {
  test('are assigned to a capacity, and without one nothing is exported', async () => {
    const place = `/groups/${who.workspaceId}`;
    const [capacity] = (await send('GET', '/capacities')).body.value;
    expect((await send('POST', `${place}/AssignToCapacity`, { capacityId: '00000000-0000-0000-0000-000000000000' })).status).toBe(200);
    expect((await send('GET', `${place}/CapacityAssignmentStatus`)).body.status).toBe('InProgress');
    const refused = await send('POST', `${place}/reports/${who.plain.reportId}/ExportTo`, { format: 'PDF' });
    expect(refused).toMatchObject({ status: 403, body: { error: { code: 'FeatureNotAvailableError' } } });
    await send('POST', `${place}/AssignToCapacity`, { capacityId: capacity?.id });
    await api.post('/__sim/clock', { advanceMs: 2_000 });
    expect((await send('GET', `${place}/CapacityAssignmentStatus`)).body).toMatchObject({
      status: 'CompletedSuccessfully',
      capacityId: capacity?.id,
    });
    expect((await send('POST', `${place}/AssignToCapacity`, { capacityId: randomUUID() })).status).toBe(404);
  });

  test('list their members, and accept new ones', async () => {
    const users = `/groups/${who.workspaceId}/users`;
    expect(
      (await send('POST', users, { identifier: 'ana@vertice.test', principalType: 'User', groupUserAccessRight: 'Viewer' })).status,
    ).toBe(200);
    expect((await send('GET', users)).body.value.map(({ identifier }) => identifier)).toEqual([who.appId, 'ana@vertice.test']);
    for (const wrong of [{ identifier: '' }, { groupUserAccessRight: 'Owner' }, { principalType: 'App', identifier: randomUUID() }])
      expect((await send('POST', users, { identifier: 'x', principalType: 'User', groupUserAccessRight: 'Viewer', ...wrong })).status).toBe(
        400,
      );
    expect((await send('POST', '/RefreshUserPermissions')).status).toBe(200);
  });

  test('have a dashboard with a tile for each report', async () => {
    const [dashboard] = (await send('GET', `/groups/${who.workspaceId}/dashboards`)).body.value;
    const tiles = await send('GET', `/groups/${who.workspaceId}/dashboards/${dashboard?.id}/tiles`);
    expect(tiles.body.value.map(({ reportId }) => reportId)).toContain(who.plain.reportId);
  });

  test.each([
    ["contains(name,'work')", 200],
    ["name eq 'Workspace'", 200],
    ['id gt 5', 400],
  ])('found by %s', async (filter, status) => {
    expect((await send('GET', `/groups?$filter=${encodeURIComponent(filter)}`)).status).toBe(status);
  });
});

describe('reports and models', () => {
  test('are replaced by the content of another report', async () => {
    const place = `/groups/${who.workspaceId}/reports`;
    const copy = (await send('POST', `${place}/${who.plain.reportId}/Clone`, { name: 'Antes' })).body;
    const content = {
      sourceType: 'ExistingReport',
      sourceReport: { sourceReportId: who.guarded.reportId, sourceWorkspaceId: who.workspaceId },
    };
    expect((await send('POST', `${place}/${copy.id}/UpdateReportContent`, content)).body.datasetId).toBe(who.guarded.datasetId);
    expect((await send('POST', `${place}/${copy.id}/UpdateReportContent`, { ...content, sourceType: 'Upload' })).status).toBe(400);
  });

  test('are refreshed on demand, within the limits', async () => {
    const place = `/groups/${who.workspaceId}/datasets/${who.guarded.datasetId}`;
    const started = await send('POST', `${place}/refreshes`, { notifyOption: 'NoNotification' });
    expect([started.status, started.headers.get('x-ms-request-id')]).toEqual([202, expect.stringMatching(/^[0-9a-f-]{36}$/)]);
    expect((await send('POST', `${place}/refreshes`, { type: 'Full', notifyOption: 'NoNotification' })).status).toBe(400);
    await send('PATCH', `${place}/refreshSchedule`, { value: { days: ['Monday'], times: ['07:30'], enabled: true } });
    expect((await send('GET', `${place}/refreshSchedule`)).body).toMatchObject({ days: ['Monday'], enabled: true, localTimeZoneId: 'UTC' });
  });

  test('on a trial report how much of it is used', async () => {
    const { body } = await send('GET', "/availableFeatures(featureName='embedTrial')");
    expect(body).toMatchObject({ name: 'embedTrial', additionalInfo: { usage: expect.any(Number) } });
  });
});

test('a profile that is not known, and one that manages profiles, are refused', async () => {
  const made = (await send('POST', '/profiles', { displayName: 'Um' })).body;
  expect((await send('GET', '/groups', undefined, { headers: { 'x-powerbi-profile-id': randomUUID() } })).status).toBe(403);
  expect((await send('GET', '/profiles', undefined, { headers: { 'x-powerbi-profile-id': String(made.id) } })).status).toBe(403);
  expect((await send('PUT', `/profiles/${made.id}`, { displayName: 'Dois' })).body).toEqual({ id: made.id, displayName: 'Dois' });
});

describe('Azure', () => {
  const ask = async (
    path: string,
    { method = 'GET', scope = azureScope, body }: { method?: string; scope?: string; body?: unknown } = {},
  ) => {
    const authorization = `Bearer ${await api.bearer(who, scope)}`;
    const response = await fetch(`${service.url}${path}`, {
      method,
      headers: { authorization },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    // Because the routes answer objects.
    return { status: response.status, headers: response.headers, body: (await response.json().catch(() => ({}))) as Body };
  };
  const place = () => `/subscriptions/${who.directoryId.replace(/^.{8}/, '5ab5c41b')}`;
  const capacities = (provider: string, version: string) => `${place()}/providers/${provider}/capacities?api-version=${version}`;

  test('accepts only a token, version and subscription of its own', async () => {
    const right = capacities('Microsoft.PowerBIDedicated', '2021-01-01');
    expect((await ask(right)).status).toBe(200);
    expect((await ask(right, { scope: 'https://analysis.windows.net/powerbi/api/.default' })).status).toBe(401);
    expect((await ask(capacities('Microsoft.Fabric', '2021-01-01'))).status).toBe(400);
    expect((await ask(right.split('?')[0] ?? '')).status).toBe(400);
    expect((await ask(right.replace('5ab5c41b', '00000000'))).status).toBe(404);
    expect(
      (await send('GET', '/groups', undefined, { headers: { authorization: `Bearer ${await api.bearer(who, azureScope)}` } })).status,
    ).toBe(401);
  });

  describe('of a Fabric capacity', () => {
    const base = () => `${place()}/resourceGroups/rg-reports/providers/Microsoft.Fabric/capacities/shared`;
    const version = '?api-version=2023-11-01';
    const own = (rest = '') => `${base()}${rest}${version}`;
    const capacity = { id: randomUUID(), name: 'shared', kind: 'fabric', sku: 'F8' };
    let holder: Registered;
    const register = async (rights: 'full' | 'read', extra: Record<string, unknown> = {}) => {
      const made = await api.register();
      const principal = { directoryId: made.directoryId, appId: made.appId, secret: made.secret, ...extra };
      const workspaces = [
        {
          id: made.workspaceId,
          datasets: [{ id: made.plain.datasetId }],
          reports: [{ id: made.plain.reportId, datasetId: made.plain.datasetId }],
        },
      ];
      await api.post('/__sim/principals', { ...principal, workspaces, capacities: [{ ...capacity, rights }] });
      return made;
    };
    let usual: Registered;
    beforeAll(async () => {
      usual = who;
      holder = await register('full', { resourceGroup: 'rg-reports' });
      who = holder;
    });
    afterAll(() => {
      who = usual;
    });

    test('starting takes as long as configured, and is prepared first', async () => {
      await api.post('/__sim/capacities', { name: 'shared', takesMs: { Resuming: 180_000, Pausing: 60_000 } });
      const paused = await ask(own('/suspend'), { method: 'POST' });
      expect([paused.status, paused.headers.get('retry-after')]).toEqual([202, '1']);
      const operation = new URL(paused.headers.get('location') ?? '');
      expect((await ask(operation.pathname + operation.search)).status).toBe(202);
      await api.post('/__sim/clock', { advanceMs: 60_100 });
      expect((await ask(operation.pathname + operation.search)).body).toMatchObject({ properties: { state: 'Paused' } });
      await ask(own('/resume'), { method: 'POST' });
      expect((await ask(own())).body).toMatchObject({ properties: { state: 'Preparing' } });
      await api.post('/__sim/clock', { advanceMs: 100_000 });
      expect((await ask(own())).body).toMatchObject({ properties: { state: 'Resuming' } });
      await api.post('/__sim/clock', { advanceMs: 80_100 });
      expect((await ask(own())).body).toMatchObject({ properties: { state: 'Active' } });
    });

    test('a size needs its tier, and properties replace the administrators', async () => {
      expect((await ask(own(), { method: 'PATCH', body: { sku: { name: 'F16' } } })).status).toBe(400);
      expect((await ask(own())).body).toMatchObject({ properties: { administration: { members: ['platform@example.test'] } } });
      const body = { sku: { name: 'F16', tier: 'Fabric' }, properties: { administration: { members: [] } } };
      expect((await ask(own(), { method: 'PATCH', body })).status).toBe(202);
      expect((await ask(own())).body).toMatchObject({ properties: { administration: { members: [] } } });
      await api.post('/__sim/clock', { advanceMs: 3_100 });
    });

    test('pausing ends refreshes and exports that run on it', async () => {
      const workspace = `/groups/${holder.workspaceId}`;
      const job = (await send('POST', `${workspace}/reports/${holder.plain.reportId}/ExportTo`, { format: 'PDF' }, { of: holder })).body;
      await send('POST', `${workspace}/datasets/${holder.plain.datasetId}/refreshes`, {}, { of: holder });
      const refreshables = `/capacities/${capacity.id}/refreshables`;
      expect((await send('GET', refreshables, undefined, { of: holder })).status).toBe(400);
      const running = (await send('GET', `${refreshables}?$top=10`, undefined, { of: holder })).body.value;
      expect(running).toMatchObject([{ id: holder.plain.datasetId, lastRefresh: { status: 'Unknown' } }]);
      await ask(own('/suspend'), { method: 'POST' });
      const export_ = `${workspace}/reports/${holder.plain.reportId}/exports/${job.id}`;
      expect((await send('GET', export_, undefined, { of: holder })).body).toMatchObject({
        status: 'Failed',
        error: { code: 'CapacityNotActive' },
      });
      const [ended] = (await send('GET', `${refreshables}?$top=10`, undefined, { of: holder })).body.value;
      expect(ended).toMatchObject({ refreshFailures: 1, lastRefresh: { status: 'Failed' } });
      await api.post('/__sim/clock', { advanceMs: 60_100 });
      await ask(own('/resume'), { method: 'POST' });
      await api.post('/__sim/clock', { advanceMs: 180_100 });
    });

    test('rights say what a principal may do, and two principals see one capacity', async () => {
      const permissions = `${base()}/providers/Microsoft.Authorization/permissions?api-version=2022-04-01`;
      expect((await ask(permissions)).body.value[0]?.actions).toHaveLength(4);
      await api.post('/__sim/capacities', { name: 'shared', rights: 'read' });
      expect((await ask(permissions)).body.value[0]?.actions).toEqual(['Microsoft.Fabric/capacities/read']);
      for (const verb of ['/suspend', '/resume']) expect((await ask(own(verb), { method: 'POST' })).status).toBe(403);
      expect((await ask(own(), { method: 'PATCH', body: { sku: { name: 'F4', tier: 'Fabric' } } })).status).toBe(403);
      await api.post('/__sim/capacities', { name: 'shared', rights: 'full' });
      const other = await register('full', {
        resourceGroup: 'rg-reports',
        subscriptionId: holder.directoryId.replace(/^.{8}/, '5ab5c41b'),
      });
      await ask(own('/suspend'), { method: 'POST' });
      const [seen] = (await send('GET', '/capacities', undefined, { of: other })).body.value;
      expect(seen).toMatchObject({ id: capacity.id, state: 'Suspended' });
      await api.post('/__sim/clock', { advanceMs: 60_100 });
    });

    test('a fault makes Azure busy, stuck, or inconsistent at each look', async () => {
      const fault = (preset: string) => api.post('/__sim/faults', { preset, principal: holder.appId });
      const over = () => fetch(`${service.url}/__sim/faults`, { method: 'DELETE' });
      await ask(own('/resume'), { method: 'POST' });
      await api.post('/__sim/clock', { advanceMs: 180_100 });
      const state = async () => ((await ask(own())).body.properties as { state: string }).state; // because a capacity has properties
      await fault('arm_busy');
      expect((await ask(own('/suspend'), { method: 'POST' })).status).toBe(409);
      await over();
      await fault('arm_flapping');
      expect(new Set([await state(), await state()])).toEqual(new Set(['Active', 'Paused']));
      await over();
      await fault('arm_stuck');
      expect((await ask(own('/suspend'), { method: 'POST' })).status).toBe(202);
      await over();
      await api.post('/__sim/clock', { advanceMs: 600_000 });
      expect(await state()).toBe('Pausing');
    });
  });

  test('resizes a capacity over a few seconds, to a size it offers', async () => {
    const [capacity] = (await ask(capacities('Microsoft.PowerBIDedicated', '2021-01-01'))).body.value;
    const own = (rest = '') => `${capacity?.id}${rest}?api-version=2021-01-01`;
    expect((await ask(own('/skus'))).body.value).toHaveLength(6);
    const started = await ask(own(), { method: 'PATCH', body: { sku: { name: 'A2', tier: 'PBIE_Azure' } } });
    expect(started.status).toBe(202);
    // An embedded capacity gives no address of the operation: its own state is polled.
    expect(started.headers.get('location')).toBeNull();
    expect((await ask(own())).body).toMatchObject({ properties: { state: 'Scaling' } });
    expect((await ask(own('/suspend'), { method: 'POST' })).status).toBe(409);
    await api.post('/__sim/clock', { advanceMs: 3_100 });
    expect((await ask(own())).body).toMatchObject({ sku: { name: 'A2' }, properties: { state: 'Succeeded' } });
    expect((await ask(own(), { method: 'PATCH', body: { sku: { name: 'F2' } } })).status).toBe(400);
  });
});

describe('a report that is saved', () => {
  const save = async (edit: boolean, body: unknown, verb = 'save') => {
    const { token } = await api.mint(who, who.plain, undefined, { reports: [{ id: who.plain.reportId, allowEdit: edit }] });
    return api.post(`/embed/reports/${who.plain.reportId}/${verb}`, body, { authorization: `EmbedToken ${token}` });
  };
  const pages = [{ name: 'ReportSection', displayName: 'Só esta', visibility: 0, kind: 'overview' }];

  test('needs edit permission in its token, and valid pages', async () => {
    expect((await save(false, { pages })).status).toBe(403);
    expect((await save(true, { pages: [] })).status).toBe(400);
    expect((await save(true, { pages, name: '' }, 'saveAs')).status).toBe(400);
    expect((await save(true, { pages, name: 'Cópia', targetWorkspaceId: randomUUID() }, 'saveAs')).status).toBe(404);
    expect((await save(true, { pages })).status).toBe(200);
    const { value } = (await send('GET', `/groups/${who.workspaceId}/reports/${who.plain.reportId}/pages`)).body;
    expect(value).toEqual([{ name: 'ReportSection', displayName: 'Só esta', order: 0 }]);
  });
});
