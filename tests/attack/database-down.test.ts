import { afterEach, expect, test } from 'vitest';
import { can } from '../../domain/access/permissions.ts';
import { endpoints } from '../../domain/contract/all.ts';
import type { Endpoint } from '../../domain/contract/endpoint.ts';
import { makePlace } from '../guards/place.ts';
import { firstCall } from '../guards/samples.ts';
import { api } from '../support/api.ts';
import { useHarness } from '../support/harness.ts';
import { makeTenant } from '../support/make-tenant.ts';

const harness = useHarness();
afterEach(() => harness.database.heal());

test('every API call answers 503 with Retry-After and no internals, and works again when the database does', async () => {
  const home = await makePlace('admin');
  const client = api(harness, home.tenant, home.token);
  expect((await client.get('/api/auth/dashboard')).status).toBe(200);
  await harness.database.fail({ down: true });
  const display = api(harness, home.tenant, home.player);
  // Forbidden calls, sign-in page data, leaving a remote session and malformed passkeys are answered without the database.
  const without = [
    '/api/login/config',
    '/api/auth/change/back/partner',
    '/api/auth/remote/session/end',
    '/api/auth/remote/session/page',
    '/api/auth/account/passkeys',
  ];
  const asked = (endpoints as readonly Endpoint[]).filter(
    ({ path, needs }) =>
      !without.includes(path) &&
      (needs === 'public' ||
        needs === 'signedIn' ||
        needs === 'playlist' ||
        (needs !== 'embedded' && can({ profile: 'admin', flags: [] }, needs))),
  );
  expect(asked.length).toBeGreaterThan(100);
  for (const { method, path, needs } of asked) {
    const call = firstCall(`${method} ${path}`, home);
    const answer = await (needs === 'playlist' ? display : client).call(method, call?.path ?? '', { body: call?.body });
    expect(answer.status, `${method} ${path} ${answer.text}`).toBe(503);
    expect(answer.body).toMatchObject({ status: 'service_unavailable', message: 'service_unavailable' });
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(answer.text).not.toMatch(/fetch|neon|sql|127\.0\.0\.1|ECONN/i);
  }
  await harness.database.heal();
  expect((await client.get('/api/auth/dashboard')).status).toBe(200);
}, 120_000);

test('a hanging database costs a bounded wait and the same clear answer', async () => {
  const home = await makePlace('admin');
  const client = api(harness, home.tenant, home.token);
  expect((await client.get('/api/auth/dashboard')).status).toBe(200);
  await harness.database.fail({ delayMs: 12_000 });
  const started = performance.now();
  expect(await client.get('/api/auth/dashboard')).toMatchObject({ status: 503, body: { status: 'service_unavailable' } });
  expect(performance.now() - started).toBeLessThan(10_500);
});

test('the sign-in page still loads, in the tenant’s name, from memory and after hours from the store', async () => {
  const tenant = await makeTenant({ name: 'Vértice Alimentos', language: 'es' });
  await (await harness.fetch(`http://${tenant.host}/signin`)).arrayBuffer();
  await harness.database.fail({ down: true });
  for (const hours of [0, 0.01, 2, 48]) {
    const at = new Date(Date.now() + hours * 3_600_000).toISOString();
    const page = await harness.fetch(`http://${tenant.host}/signin`, { headers: { 'x-test-now': at } });
    const html = await page.text();
    expect(page.status, `after ${hours} h`).toBe(200);
    expect(html).toContain('lang="es"');
    expect(JSON.parse(/id="boot"[^>]*>([^<]*)</.exec(html)?.[1] ?? 'null')).toMatchObject({
      tenant: { id: tenant.id, name: 'Vértice Alimentos' },
    });
    expect(html).not.toContain('id="notices"');
  }
  const config = await api(harness, tenant).post('/api/login/config');
  expect([config.status, config.body.tenant?.name]).toEqual([200, 'Vértice Alimentos']);
  const signIn = await api(harness, tenant).post('/api/login', { email: 'a@b.test', password: 'x' });
  expect(signIn).toMatchObject({ status: 503, body: { status: 'service_unavailable' } });
});

test('an unknown host gets “try again”, not “does not exist”', async () => {
  const tenant = await makeTenant();
  await harness.database.fail({ down: true });
  const page = await harness.fetch(`http://${tenant.host}/signin`);
  expect(page.status).toBe(503);
  expect(page.headers.get('retry-after')).toBeTruthy();
  await page.arrayBuffer();
  await harness.database.heal();
  const again = await harness.fetch(`http://${tenant.host}/signin`);
  expect(again.status).toBe(200);
  await again.arrayBuffer();
});

test('/healthz names the failing part, and nothing more', async () => {
  const tenant = await makeTenant();
  expect(await api(harness, tenant).get('/healthz')).toMatchObject({
    status: 200,
    body: { status: 'ok', parts: { database: 'ok', hosts: 'ok', files: 'ok' } },
  });
  await harness.database.fail({ down: true });
  const ill = await api(harness, tenant).get('/healthz');
  expect(ill).toMatchObject({ status: 503, body: { status: 'ill', parts: { database: 'ill', hosts: 'ok', files: 'ok' } } });
  expect(Object.keys(ill.body)).toEqual(['status', 'parts']);
  expect(Number(ill.headers.get('retry-after'))).toBeGreaterThan(0);
  await harness.database.fail({ delayMs: 6_000 });
  const started = Date.now();
  expect((await api(harness, tenant).get('/healthz')).body.parts.database).toBe('ill');
  expect(Date.now() - started).toBeLessThan(5_000);
});

test('logout answers even then, so that the browser can continue', async () => {
  const home = await makePlace('user');
  await harness.database.fail({ down: true });
  const answer = await api(harness, home.tenant, home.token).post('/api/logout');
  expect([200, 503]).toContain(answer.status);
  await harness.database.heal();
  expect((await api(harness, home.tenant, home.token).get('/api/auth/dashboard')).status).toBe(200);
});
