import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../../dev/folders.ts';
import { endpoints } from '../../domain/contract/all.ts';
import { getSession, makePlace } from '../guards/place.ts';
import { api } from '../support/api.ts';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { makeReport } from '../support/make-content.ts';
import { makeTenant } from '../support/make-tenant.ts';
import { makeUser } from '../support/make-user.ts';

const harness = useHarness();

async function administrator() {
  const tenant = await makeTenant();
  const user = await makeUser(tenant, { profile: 'admin' });
  return { tenant, user, client: api(harness, tenant, (await getSession(tenant, user, 'admin')).token) };
}

test('the API describes itself from its contracts, as data and as a page', async () => {
  const { client } = await administrator();
  const { body } = await client.get('/api/openapi.json');
  expect(body.openapi).toBe('3.1.0');
  expect(Object.values<object>(body.paths).flatMap((methods) => Object.keys(methods))).toHaveLength(endpoints.length);
  const page = await client.get('/api/docs');
  expect(page.headers.get('content-type')).toContain('text/html');
  for (const { path } of endpoints) expect(page.text).toContain(path);
  expect(page.text).not.toContain('<script');
});

test('a response names its request id and the time of each trip, and the log has the same without tokens', async () => {
  const { client, tenant, user } = await administrator();
  // The first call of a host also looks up its tenant.
  await client.get('/api/auth/dashboard');
  const answer = await client.get('/api/auth/dashboard');
  expect(answer.headers.get('server-timing')).toMatch(/^db;desc="app";dur=[\d.]+, total;dur=[\d.]+$/);
  const refused = await client.get('/api/auth/partners');
  expect(refused.body.requestId).toBe(refused.headers.get('x-request-id'));
  const signedIn = await api(harness, tenant).post('/api/login', { email: user.email, password: 'Mirante!2026' });
  const logs = harness.getLogs().flatMap((line) => /\{"level".*\}/.exec(JSON.stringify(line).replaceAll('\\"', '"'))?.[0] ?? []);
  const line = logs.find((each) => each.includes(refused.body.requestId)) ?? '';
  expect(line).toMatch(/"event":"request".*"path":"\/api\/auth\/partners","status":403/);
  for (const secret of [signedIn.body.token, 'Mirante!2026', signedIn.headers.get('set-cookie')?.slice(7, 50)])
    expect(logs.join()).not.toContain(secret);
});

test('one in twenty ordinary calls is logged, and every refusal and sign-in', async () => {
  const { client, tenant, user } = await administrator();
  harness.clearLogs();
  const calls = 60;
  for (let n = 0; n < calls; n += 1) await client.get('/api/timezone/all');
  for (let n = 0; n < 5; n += 1) await client.get('/api/auth/partners');
  await api(harness, tenant).post('/api/login', { email: user.email, password: 'Mirante!2026' });
  const lines = harness.getLogs().flatMap(({ message }) => /\{"level":"info","event":"request".*\}/.exec(message)?.[0] ?? []);
  const of = (path: string) => lines.map((line) => JSON.parse(line)).filter((line) => line.path === path);
  const ordinary = of('/api/timezone/all').filter(({ ms }) => ms < 1_000);
  expect(ordinary.length).toBeLessThan(calls / 4);
  expect(ordinary.every(({ weight }) => weight === 20)).toBe(true);
  expect(of('/api/auth/partners').map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
  expect(of('/api/login')).toHaveLength(1);
});

describe('a list', () => {
  test.each(['title', '-title', 'added', '-added', 'data', '-data'])(
    'by %s can be walked by cursor to its end and back, each row once, ties included',
    async (sort) => {
      const { tenant, client } = await administrator();
      for (let n = 0; n < 23; n += 1) await makeReport(tenant, { title: `Relatório ${String(n % 4)}` });
      await query(
        "update reports set created_at = '2026-01-01T00:00:00.123456Z', data_at = case when position = 0 then null else created_at end where tenant_id = $1",
        [tenant.id],
      );
      const whole = (await client.get(`/api/auth/reports?sort=${sort}&size=100`)).body.items.map((item: { id: string }) => item.id);
      expect(whole).toHaveLength(23);
      const walk = async (from: string, key: 'next' | 'prev') => {
        const pages: string[][] = [];
        for (let at: string | null = from; at !== null; ) {
          const { status, body, text } = await client.get(at);
          expect(status, text).toBe(200);
          pages.push(body.items.map((item: { id: string }) => item.id));
          at = body[key] && `/api/auth/reports?sort=${sort}&size=5&cursor=${body[key]}`;
          if (!at) return { pages, last: body };
        }
        throw new Error('a list has at least one page');
      };
      const forth = await walk(`/api/auth/reports?sort=${sort}&size=5`, 'next');
      expect(forth.pages.flat()).toEqual(whole);
      expect(forth.pages.map((page) => page.length)).toEqual([5, 5, 5, 5, 3]);
      const back = await walk(`/api/auth/reports?sort=${sort}&size=5&cursor=${forth.last.prev}`, 'prev');
      expect(back.pages.reverse().flat()).toEqual(whole.slice(0, 20));
      const numbered = await client.get(`/api/auth/reports?sort=${sort}&size=5&page=2`);
      expect(numbered.body).toMatchObject({ page: 2, pages: 5, total: 23, totalIsExact: true });
      expect(numbered.body.items.map((item: { id: string }) => item.id)).toEqual(whole.slice(5, 10));
    },
  );

  test('beyond ten thousand rows asks to narrow the search, and a page past the end is empty', async () => {
    const { client } = await administrator();
    expect(await client.get('/api/auth/reports?page=401&size=25')).toMatchObject({
      status: 422,
      body: { field: 'page', vars: { reason: 'refine' } },
    });
    expect((await client.get('/api/auth/reports?page=3')).body).toMatchObject({ items: [], page: 3, pages: 1, total: 0, next: null });
  });
});

test('HEAD answers like GET without a body, and every portal path serves a page', async () => {
  const { tenant, token } = await makePlace('admin');
  const head = await harness.fetch(`http://${tenant.host}/api/auth/dashboard`, {
    method: 'HEAD',
    headers: { authorization: `Bearer ${token}` },
  });
  expect([head.status, await head.text()]).toEqual([200, '']);
  for (const path of ['/', '/signin', '/all/reports', '/x/reports/view', '/no/such/page']) {
    const page = await harness.fetch(`http://${tenant.host}${path}`);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    await page.arrayBuffer();
  }
});

describe('the head of a page', () => {
  const named = async (host: string, path: string) => {
    const page = await harness.fetch(`http://${host}${path}`);
    expect(page.headers.get('cache-control')).toBe('no-cache');
    expect(page.headers.get('link')).toBeNull();
    const files = [
      ...(await page.text()).matchAll(
        /<link rel="(?:modulepreload|stylesheet)"(?: fetchpriority="low")? nonce="[^"]+" href="\/assets\/([^"]+)"/g,
      ),
    ];
    return files.map(([, file = '']) => file.replace(/-[\w-]{6,7}\.(js|css)$/, '.$1'));
  };

  test.each([
    ['/', ['HomeRoute.js', 'HomeRoute.css']],
    ['/018f0000-0000-7000-8000-000000000000/reports/view', ['ReportViewPage.js', 'ReportLayer.js', 'ReportFrame.js']],
    ['/user', ['UsersRoute.js', 'part-manage.js']],
    ['/setting', ['SettingsPage.js', 'part-manage.js', 'part-operate.js']],
  ])('preloads the code of the portal and of the page: %s', async (path, own) => {
    const { tenant } = await administrator();
    expect(await named(tenant.host, path)).toEqual(
      expect.arrayContaining(['part-sign-in.js', 'part-view.js', 'portal.js', 'portal.css', ...own]),
    );
  });

  test.each(['/signin', '/forgot', '/no/such/page', '/user/x'])('preloads no portal code where no portal page is: %s', async (path) => {
    const { tenant } = await administrator();
    expect((await named(tenant.host, path)).filter((file) => file !== 'index.css')).toEqual(['part-sign-in.js']);
  });

  test('shows the tenant’s name before any code loads, on portal pages', async () => {
    const { tenant } = await administrator();
    await query('update tenants set name = $1 where id = $2', ['<Casa & "Filhos">', tenant.id]);
    const page = await (await harness.fetch(`http://${tenant.host}/user`)).text();
    expect(page).toContain('<b>&lt;Casa &amp; "Filhos"&gt;</b>');
    expect(page).toMatch(/<script[^>]* src="\/assets\/index-[^>]* fetchpriority="low"/);
    // Style sheets in the head would have to come first.
    expect(page.indexOf('<link rel="stylesheet"')).toBeGreaterThan(page.indexOf('<div id="first-frame"'));
    expect(page.match(/\/assets\/index-[\w-]+\.css/g)).toHaveLength(1);
    for (const [host, path] of [
      [tenant.host, '/signin'],
      ['nobody-lives-here.localhost', '/user'],
    ]) {
      const other = await (await harness.fetch(`http://${host}${path}`)).text();
      expect(other).not.toContain('<div id="first-frame"');
      expect(other).not.toContain('fetchpriority');
      expect(other.indexOf('rel="stylesheet"')).toBeLessThan(other.indexOf('</head>'));
    }
  });

  test('reveals nothing of a portal to an unknown host', async () => {
    expect(await named('nobody-lives-here.localhost', '/user')).toEqual(['part-sign-in.js']);
  });
});

test('a change of a tenant’s settings reaches the next session, and no other tenant', async () => {
  const [one, two] = [await makePlace('admin'), await makePlace('admin')];
  await query('update settings set "values" = $1::jsonb where tenant_id = $2', [
    JSON.stringify({ hidden_menu: ['reports'], home_page: '/all/reports', enable: 'S' }),
    one.tenant.id,
  ]);
  const config = async ({ tenant, token }: typeof one) => {
    const renewed = await api(harness, tenant, token).post('/api/refresh/token');
    return (await api(harness, tenant, renewed.body.token).post('/api/auth/config')).body;
  };
  expect(await config(one)).toMatchObject({ hidden_menu: ['reports'], config: { intended: '/all/reports' } });
  expect(await config(two)).toMatchObject({ hidden_menu: [], config: { intended: '/' } });
});

describe('files of the build', () => {
  const of = (path: string, init: { method?: string; headers?: Record<string, string> } = {}) =>
    harness.fetch(`http://files.localhost${path}`, { redirect: 'manual', ...init });
  const script = () => `/assets/${readdirSync(join(root, 'dist/assets')).find((name) => name.endsWith('.js'))}`;

  test('that exist are cached forever', async () => {
    const answer = await of(script());
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    await answer.arrayBuffer();
    const again = await of(script(), { headers: { 'if-none-match': answer.headers.get('etag') ?? '' } });
    expect(again.status).toBe(304);
  });

  // A tab of another deployment asks for missing files, and a rollback brings them back: a 404 must not be cached.
  test.each([
    ['a name of another deployment', '/assets/HomePage-00000000.js', 'GET'],
    ['the same with HEAD', '/assets/HomePage-00000000.js', 'HEAD'],
    ['a style sheet', '/assets/index-00000000.css', 'GET'],
    ['the folder', '/assets/', 'GET'],
    ['a name with a query', '/assets/HomePage-00000000.js?again=1', 'GET'],
    ['an escaped name', '/assets/%48omePage-00000000.js', 'GET'],
    ['a path traversal', '/assets/..%2f_headers', 'GET'],
    ['the list of headers', '/assets/_headers', 'GET'],
  ])('that are missing are refused, and the refusal is not cached: %s', async (_, path, method) => {
    const answer = await of(path, { method });
    expect(answer.status).toBe(404);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    await answer.arrayBuffer();
  });

  test('are not pages: neither the index nor the headers file is served directly', async () => {
    for (const path of ['/index.html', '/index', '/_headers']) {
      const answer = await of(path);
      const text = await answer.text();
      expect(text, path).not.toContain('route-files');
      expect(text, path).not.toContain('Cache-Control:');
      expect(answer.headers.get('cache-control') ?? '', path).not.toContain('immutable');
    }
  });

  test('keep search engines away, on every host', async () => {
    const { tenant } = await administrator();
    for (const host of ['nobody.localhost', tenant.host]) {
      const answer = await harness.fetch(`http://${host}/robots.txt`);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toContain('text/plain');
      expect(answer.headers.get('cache-control')).not.toContain('immutable');
      expect(await answer.text()).toBe('User-agent: *\nDisallow: /\n');
    }
  });
});

test('a page declares the unit’s language, and escapes its name', async () => {
  const tenant = await makeTenant({ name: 'Norte "& <Sul>', language: 'es' });
  const page = await (await harness.fetch(`http://${tenant.host}/signin`)).text();
  expect(page).toContain(
    '<meta name="description" content="Informes y paneles de Norte &quot;&amp; &lt;Sul>. Inicia sesión para ver los tuyos."',
  );
  expect(await (await harness.fetch('http://nobody.localhost/signin')).text()).toContain('<meta name="description" content="Mirante"');
});
