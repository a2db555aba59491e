import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { adapterScene, azure } from '../../tests/support/adapter-scene.ts';

const { service, api, who, account, provider, fault, forward, getEmbed, getExport } = await adapterScene();

test('capacities are listed as Power BI and Azure report them', async () => {
  expect(await provider.listCapacities(account)).toMatchObject([{ sku: 'A1', state: 'running' }]);
  const { subscriptionId } = azure(who);
  const [own] = await provider.listAzureCapacities(account, { subscriptionId });
  expect(own).toMatchObject({ kind: 'embedded', tier: 'PBIE_Azure', state: 'running', resourceGroup: 'rg-reports' });
  await expect(provider.listAzureCapacities(account, { subscriptionId: randomUUID() })).rejects.toMatchObject({
    serviceCode: 'SubscriptionNotFound',
  });
});

test('a list of Fabric capacities that comes in pages is read to its end', async () => {
  const names = ['a', 'b', 'c', 'd', 'e'].map((letter) => `${letter}${randomUUID().slice(0, 8)}`);
  const [directoryId, appId, secret] = [randomUUID(), randomUUID(), randomUUID()];
  const capacities = names.map((name) => ({ id: randomUUID(), name, kind: 'fabric', sku: 'F2', state: 'paused' }));
  const made = await api.post('/__sim/principals', { directoryId, appId, secret, capacities, workspaces: [] });
  const { subscriptionId } = (await made.json()) as { subscriptionId: string }; // because the stand-in answers so
  const own = { directoryId, appId, secret, profileId: null };
  expect((await provider.listAzureCapacities(own, { subscriptionId })).map(({ name }) => name)).toEqual(names);
  const log = await fetch(`${service.url}/__sim/log?principal=${appId}`);
  const { calls } = (await log.json()) as { calls: { path: string }[] }; // because the stand-in answers so
  expect(calls.filter(({ path }) => /microsoft\.fabric\/capacities$/i.test(path))).toHaveLength(3);
});

test('a capacity is paused and started over a few seconds, and a paused one shows nothing', async () => {
  const { subscriptionId } = azure(who);
  const [own] = await provider.listAzureCapacities(account, { subscriptionId });
  const turn = async (verb: string) => {
    const token = await api.bearer(who, 'https://management.azure.com/.default');
    return fetch(`${service.url}${own?.id}/${verb}?api-version=2021-01-01`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
    });
  };
  const state = async () => (await provider.listAzureCapacities(account, { subscriptionId }))[0]?.state;
  const paused = await turn('suspend');
  expect([paused.status, paused.headers.get('location')]).toEqual([202, null]);
  expect(await state()).toBe('stopping');
  await forward(3_100);
  expect(await state()).toBe('paused');
  await expect(provider.embed(account, getEmbed(who.plain))).rejects.toMatchObject({ code: 'capacity_paused' });
  await expect(provider.startExport(account, getExport(who.plain))).rejects.toMatchObject({ code: 'capacity_paused' });
  await turn('resume');
  expect(await state()).toBe('starting');
  await forward(3_100);
  expect(await state()).toBe('running');
});

test('a capacity is read, changed and its rights known by its id in Azure', async () => {
  const { subscriptionId } = azure(who);
  const [own] = await provider.listAzureCapacities(account, { subscriptionId });
  const id = own?.id ?? '';
  const lower = id.replace('resourceGroups', 'resourcegroups').replace('Microsoft.PowerBI', 'microsoft.powerbi');
  expect(await provider.azureCapacity(account, lower)).toMatchObject({ name: own?.name, state: 'running' });
  await provider.changeAzureCapacity(account, id, { size: 'A3' });
  expect((await provider.azureCapacity(account, id)).state).toBe('resizing');
  await expect(provider.changeAzureCapacity(account, id, { to: 'paused' })).rejects.toMatchObject({ code: 'conflict' });
  await forward(3_100);
  expect(await provider.azureCapacity(account, id)).toMatchObject({ state: 'running', sku: 'A3' });
  await provider.changeAzureCapacity(account, id, { to: 'paused' });
  await forward(3_100);
  await provider.changeAzureCapacity(account, id, { to: 'running' });
  await forward(3_100);
  expect((await provider.azureCapacity(account, id)).state).toBe('running');
  expect(await provider.azureCapacityRights(account, id)).toEqual({ write: true, suspend: true, resume: true });
  const name = own?.name ?? '';
  await api.post('/__sim/capacities', { name, principal: who.appId, rights: 'read' });
  expect(await provider.azureCapacityRights(account, id)).toEqual({ write: false, suspend: false, resume: false });
  await expect(provider.changeAzureCapacity(account, id, { to: 'paused' })).rejects.toMatchObject({ code: 'forbidden' });
  await api.post('/__sim/capacities', { name, principal: who.appId, rights: 'full' });
  for (const wrong of ['', `${id}/suspend`, `/subscriptions/${subscriptionId}`, id.replace('PowerBIDedicated', 'Compute')])
    await expect(provider.azureCapacity(account, wrong)).rejects.toMatchObject({ code: 'not_found' });
});

test.each([
  [[{ actions: ['*'], notActions: [] }], { write: true, suspend: true, resume: true }],
  [[{ actions: ['*/read'], notActions: [] }], { write: false, suspend: false, resume: false }],
  [[{ actions: ['*'], notActions: ['Microsoft.PowerBIDedicated/*/suspend/action'] }], { write: true, suspend: false, resume: true }],
  [
    [
      { actions: ['microsoft.powerbidedicated/capacities/*/action'], notActions: [] },
      { actions: ['*'], notActions: ['*'] },
    ],
    { write: false, suspend: true, resume: true },
  ],
])('the rights of %j are %j', async (value, rights) => {
  const { subscriptionId } = azure(who);
  const [own] = await provider.listAzureCapacities(account, { subscriptionId });
  await fault({ scope: 'arm', path: 'permissions$', status: 200, body: { value } });
  expect(await provider.azureCapacityRights(account, own?.id ?? '')).toEqual(rights);
});

test('refreshes that run on a capacity are counted, where the service lists them', async () => {
  const [capacity] = await provider.listCapacities(account);
  await forward(10_000);
  expect(await provider.runningRefreshes(account, capacity?.id ?? '')).toBe(0);
  await provider.startRefresh(account, who.workspaceId, who.guarded.datasetId);
  expect(await provider.runningRefreshes(account, capacity?.id ?? '')).toBe(1);
  await forward(10_000);
  await fault({ preset: 'not_member', path: 'refreshables' });
  expect(await provider.runningRefreshes(account, capacity?.id ?? '')).toBeNull();
});
