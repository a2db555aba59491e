import { request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoTenant } from '../demo/catalog.ts';
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

const fault = (body: Record<string, unknown>) => api.post('/__sim/faults', { principal: who.appId, ...body });
const counts = async () =>
  // The log always has counts.
  ((await (await fetch(`${service.url}/__sim/log?principal=${who.appId}`)).json()) as { counts: Record<string, number> }).counts;

test.each([
  ['throttled', 429, 'TooManyRequests'],
  ['token_expired', 403, 'TokenExpired'],
  ['not_member', 403, 'PowerBINotAuthorizedException'],
  ['token_quota', 403, 'EmbedTokenQuotaExceeded'],
  ['not_found', 404, 'PowerBIEntityNotFound'],
  ['server_error', 500, 'InternalServerError'],
  ['capacity_paused', 503, 'CapacityNotActive'],
])('the fault %s applies once', async (preset, status, code) => {
  await fault({ preset, times: 1, path: 'GenerateToken' });
  expect(await api.mint(who, who.plain)).toMatchObject({ status, error: { code } });
  expect(await api.mint(who, who.plain)).toMatchObject({ status: 200 });
});

test('a fault of one principal leaves others alone', async () => {
  await fault({ preset: 'server_error', times: 1, path: 'GenerateToken' });
  const other = await api.register();
  expect(await api.mint(other, other.plain)).toMatchObject({ status: 200 });
  expect(await api.mint(who, who.plain)).toMatchObject({ status: 500 });
});

test('a fault may name one report', async () => {
  await fault({ preset: 'capacity_paused', times: 1, report: who.guarded.reportId });
  expect(await api.mint(who, who.plain)).toMatchObject({ status: 200 });
  expect(await api.mint(who, who.guarded, { username: 'Sul', roles: ['Regional'] })).toMatchObject({ status: 503 });
});

test('an expired secret is refused at Entra', async () => {
  await fault({ preset: 'secret_expired', times: 1 });
  expect(await (await api.entra(who)).json()).toMatchObject({ error: 'invalid_client', error_codes: [7000222] });
});

test('throttling has a Retry-After, HTML isn’t JSON, a truncated body breaks', async () => {
  await fault({ preset: 'throttled', retryAfter: 7, times: 1, path: '/groups$' });
  expect((await api.rest(who, '/groups')).headers.get('retry-after')).toBe('7');
  await fault({ preset: 'html', times: 1, path: '/groups$' });
  expect((await api.rest(who, '/groups')).headers.get('content-type')).toContain('text/html');
  await fault({ preset: 'cut', times: 1, path: '/groups$' });
  await expect(api.rest(who, '/groups').then((response) => response.text())).rejects.toThrow();
});

test('calls beyond the limit per minute are throttled', async () => {
  await fault({ preset: 'throttled', perMinute: 2, times: 1, path: '/groups$' });
  const statuses = [];
  for (let call = 0; call < 4; call++) statuses.push((await api.rest(who, '/groups')).status);
  expect(statuses).toEqual([200, 200, 429, 200]);
});

test('a hanging call ends when the caller gives up', async () => {
  await fault({ preset: 'hang', times: 1, path: '/groups$' });
  const authorization = `Bearer ${await api.bearer(who)}`;
  await expect(fetch(`${service.url}/v1.0/myorg/groups`, { headers: { authorization }, signal: AbortSignal.timeout(100) })).rejects.toThrow(
    'timeout',
  );
});

test('an embed token can be requested with a lifetime of seconds', async () => {
  await fault({ preset: 'short_token', seconds: 2, times: 1 });
  const { expiration } = await api.mint(who, who.plain);
  expect(Date.parse(expiration) - Date.now()).toBeLessThan(2500);
});

test('the log counts the calls of each principal and keeps what a token was asked for', async () => {
  const before = (await counts())['POST /GenerateToken'] ?? 0;
  await api.mint(who, who.guarded, { username: 'Norte', roles: ['Regional'] });
  expect((await counts())['POST /GenerateToken']).toBe(before + 1);
  // The log always has calls.
  const { calls } = (await (await fetch(`${service.url}/__sim/log?principal=${who.appId}`)).json()) as { calls: { asked: unknown }[] };
  expect(calls.at(-1)?.asked).toMatchObject({ identities: [{ username: 'Norte', roles: ['Regional'] }] });
});

test('the report that always fails is missing at the service', async () => {
  const report = demoTenant('vertice').reports.find(({ failsAlways }) => failsAlways)?.service;
  if (!report) throw new Error('The demo has lost its failing report');
  const { account } = demoTenant('vertice');
  expect(await api.mint({ ...who, ...account }, report)).toMatchObject({ status: 404, error: { code: 'PowerBIEntityNotFound' } });
});

test('every answer carries a request id, and a host that is not loopback is refused', async () => {
  expect((await api.rest(who, '/groups')).headers.get('requestid')).toMatch(/^[0-9a-f-]{36}$/);
  const { port } = new URL(service.url);
  const status = await new Promise((resolve) => {
    request({ host: '127.0.0.1', port, path: '/__sim/log', headers: { host: 'evil.example' } }, (response) =>
      resolve(response.resume().statusCode),
    ).end();
  });
  expect(status).toBe(403);
});
