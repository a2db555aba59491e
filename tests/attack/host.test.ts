import { describe, expect, test } from 'vitest';
import { makePlace } from '../guards/place.ts';
import { api } from '../support/api.ts';
import { useHarness } from '../support/harness.ts';
import { makeTenant } from '../support/make-tenant.ts';

const harness = useHarness();
const tenantAt = async (host: string, headers: Record<string, string> = {}) => {
  const answer = await api(harness, host).post('/api/login/config', {}, { headers });
  return answer.status === 200 ? answer.body.tenant.id : answer.body.status;
};

describe('the tenant is decided by the request’s own host', () => {
  test('whatever forwarding headers say', async () => {
    const [home, other] = [await makeTenant(), await makeTenant()];
    const names = ['host', 'server', 'for', 'proto'].map((name) => `x-forwarded-${name}`);
    const more = [
      'x-host',
      'x-original-host',
      'x-rewrite-url',
      'x-original-url',
      'forwarded',
      'x-tenant',
      'x-tenant-id',
      'origin',
      'referer',
    ];
    for (const value of [other.host, other.id, `host=${other.host}`, `http://${other.host}/`])
      expect(await tenantAt(home.host, Object.fromEntries([...names, ...more].map((name) => [name, value])))).toBe(home.id);
  });

  test('in upper case, with a trailing dot and with a port', async () => {
    const home = await makeTenant();
    for (const host of [home.host.toUpperCase(), `${home.host}.`, `${home.host}:8787`, `${home.host}.:8787`])
      expect(await tenantAt(host), host).toBe(home.id);
  });

  test('and a similar host belongs to no tenant', async () => {
    const home = await makeTenant();
    for (const host of [
      `x.${home.host}`,
      `x${home.host}`,
      home.host.replace('.localhost', '.example.test'),
      `${home.host}.example.test`,
      home.host.replace('t-', 't_'),
    ])
      expect(await tenantAt(host), host).toBe('unknown_host');
    expect(await tenantAt('xn--mirante-.localhost')).toBe('unknown_host');
    expect(await tenantAt(`${'a'.repeat(60)}.localhost`)).toBe('unknown_host');
  });

  test('an unknown host gets a page and an error that name no tenant, and no file', async () => {
    const page = await harness.fetch('http://stranger.localhost/signin');
    expect(page.status).toBe(404);
    const html = await page.text();
    expect(html).not.toMatch(/"tenant"|tenant_id/);
    // Its own icon is inline, so the page asks for no file.
    expect(html).toContain('<link rel="icon" href="data:image/svg+xml');
    expect(html).not.toContain('/storage/');
    const { status, body } = await api(harness, 'stranger.localhost').get('/api/auth/dashboard');
    expect([status, Object.keys(body).sort()]).toEqual([404, ['message', 'requestId', 'status']]);
    expect((await api(harness, 'stranger.localhost').get('/storage/mark.svg')).status).toBe(404);
  });

  test('a token is bound to its host: the same tenant under another name refuses it', async () => {
    const { tenant, token } = await makePlace('admin');
    expect((await api(harness, tenant.host.toUpperCase(), token).get('/api/auth/dashboard')).status).toBe(200);
    expect((await api(harness, 'stranger.localhost', token).get('/api/auth/dashboard')).status).toBe(404);
  });
});

describe('an odd path', () => {
  // Each is either outside the API or handled like the plain path, never with more access.
  const odd = (path: string) => [
    `/${path}`,
    `/.${path}`,
    `/x/..${path}`,
    path.replace('/auth/', '//auth/'),
    path.replace('/auth/', '/./auth/'),
    path.replace('/auth/', '/auth//'),
    path.replace('/auth/', '%2fauth/'),
    path.replace('/auth/', '/auth%2f'),
    path.replace('/auth/', '/auth;x=1/'),
    path.replace('/auth/', '/%61uth/'),
    path.replace('/auth/', '/AUTH/'),
    path.replace('/api/', '/API/'),
    path.replace('/auth/', '/auth/../auth/'),
    path.replace('/auth/', '\\auth\\'),
    `${path}/`,
    `${path}//`,
    `${path};x=1`,
    `${path}%00`,
    `${path}%20`,
    `${path}.json`,
    `${path}?`,
    `${path}#x`,
  ];
  const calls = ['/api/auth/config/getConfig', '/api/auth/groups', '/api/auth/partners'];

  test.each(calls)('of %s gives no more access than the plain path', async (path) => {
    const { tenant, token } = await makePlace('user');
    const plain = await api(harness, tenant, token).get(path);
    expect(plain).toMatchObject({ status: 403, body: { status: 'not_permitted' } });
    for (const each of odd(path)) {
      for (const bearer of [token, undefined]) {
        const answer = await api(harness, tenant, bearer).get(each);
        const isPage = answer.headers.get('content-type')?.startsWith('text/html') ?? false;
        if (isPage) expect(answer.text, each).not.toMatch(/"items"|"config"\s*:/);
        else expect([401, 403, 404], `${each} ${answer.text}`).toContain(answer.status);
      }
    }
  });

  test.each(calls)('of %s takes an administrator no further than their own tenant', async (path) => {
    const [home, twin] = [await makePlace('admin'), await makePlace('admin')];
    for (const each of odd(path)) {
      const { text, status } = await api(harness, home.tenant, home.token).get(each);
      expect(status, each).toBeLessThan(500);
      expect(text, each).not.toContain(twin.tenant.id);
      expect(text, each).not.toContain(twin.ids.group);
    }
  });

  test('and an unsupported method are refused, with the supported one named', async () => {
    const { tenant, token } = await makePlace('admin');
    const client = api(harness, tenant, token);
    for (const method of ['PATCH', 'DELETE', 'PUT', 'OPTIONS', 'PROPFIND']) {
      const answer = await client.call(method, '/api/auth/dashboard');
      expect([404, 405], `${method} ${answer.text}`).toContain(answer.status);
    }
    expect(await client.post('/api/auth/dashboard')).toMatchObject({ status: 405, body: { status: 'method_not_allowed' } });
    expect((await client.post('/api/auth/dashboard')).headers.get('allow')).toBe('GET');
    expect((await client.call('POST', '/signin')).status).toBe(405);
    for (const header of ['x-http-method-override', 'x-method-override', 'x-http-method'])
      expect((await client.post('/api/auth/dashboard', {}, { headers: { [header]: 'GET' } })).status).toBe(405);
  });
});
