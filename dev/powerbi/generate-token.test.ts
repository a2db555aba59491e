import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ReportService, startReportService } from './server.ts';
import { client, type Registered } from './test-client.ts';

const startedAt = Date.parse('2026-11-20T12:14:00Z');
let service: ReportService;
let api: ReturnType<typeof client>;
let who: Registered;
beforeAll(async () => {
  service = await startReportService({ port: 0, now: () => startedAt });
  api = client(service.url);
  who = await api.register();
});
afterAll(() => service.close());

const regional = { username: 'Sul', roles: ['Regional'] };

test('a wrong secret, an unknown app and an unknown directory are distinguished', async () => {
  const code = async (change: Partial<Registered>) =>
    ((await (await api.entra({ ...who, ...change })).json()) as { error_codes: number[] }).error_codes[0]; // because all three are refused
  expect(await code({ secret: 'the id of the secret' })).toBe(7000215);
  expect(await code({ appId: 'nobody' })).toBe(700016);
  expect(await code({ directoryId: 'nowhere' })).toBe(90002);
});

test('a dataset with roles requires an identity with roles', async () => {
  expect(await api.mint(who, who.guarded)).toMatchObject({
    status: 400,
    error: { message: expect.stringContaining('requires effective identity') },
  });
  expect(await api.mint(who, who.guarded, { username: 'Sul' })).toMatchObject({
    status: 400,
    error: { message: expect.stringContaining('requires roles') },
  });
  expect(await api.mint(who, who.guarded, { username: ' ', roles: ['Regional'] })).toMatchObject({ status: 400 });
  expect(await api.mint(who, who.guarded, regional)).toMatchObject({ status: 200 });
});

test('a role that the model does not have is refused', async () => {
  expect(await api.mint(who, who.guarded, { username: 'Sul', roles: ['Everything'] })).toMatchObject({
    status: 400,
    error: { code: 'InvalidRequest' },
  });
});

test('a dataset without roles takes no identity', async () => {
  expect(await api.mint(who, who.plain)).toMatchObject({ status: 200 });
  expect(await api.mint(who, who.plain, regional)).toMatchObject({
    status: 400,
    error: { message: expect.stringContaining("shouldn't have effective identity") },
  });
});

test('one token takes fifty reports and not fifty-one', async () => {
  const body = (count: number) => ({
    reports: Array.from({ length: count }, () => ({ id: who.plain.reportId })),
    datasets: [{ id: who.plain.datasetId }],
  });
  expect((await api.generate(who, body(50))).status).toBe(200);
  expect((await api.generate(who, body(51))).status).toBe(400);
});

test('a missing object is 404, another principal’s is 403, and lists show neither', async () => {
  const other = await api.register();
  expect(await api.mint(who, { ...who.plain, reportId: '00000000-0000-7000-8000-000000000000' })).toMatchObject({
    status: 404,
    error: { code: 'PowerBIEntityNotFound' },
  });
  expect(await api.mint(who, other.plain)).toMatchObject({ status: 403, error: { code: 'PowerBINotAuthorizedException' } });
  expect((await api.rest(who, `/groups/${other.workspaceId}/reports`)).status).toBe(404);
  expect((await api.rest(who, `/groups/${other.workspaceId}/reports/${other.plain.reportId}`)).status).toBe(404);
  expect((await api.rest(who, `/datasets/${other.plain.datasetId}/refreshes`)).status).toBe(404);
  const groups = (await (await api.rest(who, '/groups')).json()) as { value: { id: string }[] }; // because a list is answered
  expect(groups.value.map(({ id }) => id)).toEqual([who.workspaceId]);
});

test('a profile sees its own workspaces, and the principal does not see those of a profile', async () => {
  const ids = { directoryId: 'd-profiles', appId: 'a-profiles', secret: 's' };
  const workspace = (id: string) => ({ id, datasets: [], reports: [] });
  const profiles = [{ id: 'p-one', workspaceIds: ['w-one'] }];
  await api.post('/__sim/principals', { ...ids, workspaces: [workspace('w-one'), workspace('w-free')], profiles });
  const authorization = `Bearer ${await api.bearer({ ...who, ...ids })}`;
  const seen = async (headers: Record<string, string>) => {
    const response = await fetch(`${service.url}/v1.0/myorg/groups`, { headers: { authorization, ...headers } });
    const body = (await response.json()) as { value?: { id: string }[] }; // because a list or a refusal is answered
    return body.value?.map(({ id }) => id) ?? response.status;
  };
  expect(await seen({ 'x-powerbi-profile-id': 'p-one' })).toEqual(['w-one']);
  expect(await seen({})).toEqual(['w-free']);
  expect(await seen({ 'x-powerbi-profile-id': 'p-other' })).toBe(403);
});

test('a token expires with its lifetime or with the Entra token used to request it, whichever is earlier', async () => {
  const minutes = (expiration: string) => (Date.parse(expiration) - startedAt) / 60_000;
  expect(minutes((await api.mint(who, who.plain, undefined, { lifetimeInMinutes: 10 })).expiration)).toBe(10);
  expect(minutes((await api.mint(who, who.plain)).expiration)).toBeCloseTo(3599 / 60, 2);
  const entra = await api.bearer(who);
  await api.post('/__sim/clock', { advanceMs: 50 * 60_000 });
  const late = await api.generate(
    who,
    { reports: [{ id: who.plain.reportId }], datasets: [{ id: who.plain.datasetId }], lifetimeInMinutes: 30 },
    entra,
  );
  const { expiration } = (await late.json()) as { expiration: string }; // because a token is answered
  expect(minutes(expiration)).toBeCloseTo(3599 / 60, 2);
  await api.post('/__sim/clock', { advanceMs: 10 * 60_000 });
  const expired = await api.generate(who, {}, entra);
  expect(expired.status).toBe(403);
  expect(await expired.json()).toMatchObject({ error: { code: 'TokenExpired' } });
});

test('a dataset reports that it needs an identity and when it was refreshed', async () => {
  const path = `/groups/${who.workspaceId}/datasets/${who.guarded.datasetId}`;
  expect(await (await api.rest(who, path)).json()).toMatchObject({
    isEffectiveIdentityRequired: true,
    isEffectiveIdentityRolesRequired: true,
  });
  // A list is answered.
  const refreshes = (await (await api.rest(who, `${path}/refreshes?$top=3`)).json()) as { value: { status: string; endTime?: string }[] };
  expect(refreshes.value).toHaveLength(3);
  expect(refreshes.value[1]).toMatchObject({ status: 'Completed', endTime: expect.any(String) });
});
