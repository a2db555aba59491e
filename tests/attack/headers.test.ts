import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { root } from '../../dev/folders.ts';
import { commonHeaders } from '../../functions/request/headers.ts';
import { makePlace } from '../guards/place.ts';
import type { Place } from '../guards/sample.ts';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { makeTenant } from '../support/make-tenant.ts';

const harness = useHarness();
let home: Place;
beforeAll(async () => {
  home = await makePlace('admin');
});

type Ask = { path: string; method?: string; host?: string; signedIn?: boolean; headers?: Record<string, string>; body?: string };
const ask = ({ path, method = 'GET', host = home.tenant.host, signedIn = false, headers = {}, body }: Ask) =>
  harness.fetch(`http://${host}${path}`, {
    method,
    redirect: 'manual',
    headers: { ...(signedIn && { authorization: `Bearer ${home.token}` }), ...headers },
    ...(body !== undefined && { body }),
  });
const asset = () => `/assets/${readdirSync(join(root, 'dist/assets')).find((name) => name.endsWith('.js'))}`;

const api: Record<string, Ask> = {
  'a response': { path: '/api/auth/dashboard', signedIn: true },
  'a public response': { path: '/api/login/config', method: 'POST' },
  'no session': { path: '/api/auth/dashboard' },
  'no permission': { path: '/api/auth/partners', signedIn: true },
  'an unknown path': { path: '/api/nothing' },
  'a wrong method': { path: '/api/auth/dashboard', method: 'PUT', signedIn: true },
  'an invalid input': { path: '/api/auth/reports?x=1', signedIn: true },
  'a body that is too large': {
    path: '/api/login',
    method: 'POST',
    body: 'x'.repeat(70_000),
    headers: { 'content-type': 'application/json' },
  },
  'a body of another type': { path: '/api/login', method: 'POST', body: '{}', headers: { 'content-type': 'text/plain' } },
  'the API description': { path: '/api/openapi.json' },
  'the API description page': { path: '/api/docs' },
  'an unknown host': { path: '/api/login/config', method: 'POST', host: 'stranger.localhost' },
  'the health check': { path: '/healthz' },
  'a CORS preflight': { path: '/api/auth/dashboard', method: 'OPTIONS' },
};
const pages: Record<string, Ask> = {
  'the sign-in page': { path: '/signin' },
  'a deep link': { path: '/018f0000-0000-7000-8000-000000000000/reports/view' },
  'an unknown page': { path: '/no/such/page.php' },
  'a page of an unknown host': { path: '/signin', host: 'stranger.localhost' },
};
const files: Record<string, Ask> = {
  'the logo': { path: '/storage/mark.svg' },
  'a missing file': { path: '/storage/nothing.png' },
  'an invalid file name': { path: '/storage/..%2f..%2fsecret' },
  'an external frame without a signature': { path: '/storage/frame.html?u=https%3A%2F%2Fexample.test' },
  'a missing asset': { path: '/assets/nothing-12345678.js' },
  'a post to a page': { path: '/signin', method: 'POST' },
};

describe('on every kind of response', () => {
  test.each(Object.entries({ ...api, ...pages, ...files }))('security headers are set: %s', async (_, wanted) => {
    const response = await ask({ ...wanted, headers: { origin: 'https://evil.example', ...wanted.headers } });
    const headers = new Headers([...response.headers]);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-frame-options')).toMatch(/^(DENY|SAMEORIGIN)$/);
    expect(headers.get('referrer-policy')).toMatch(/^(strict-origin-when-cross-origin|no-referrer|same-origin)$/);
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(headers.get('content-security-policy')).not.toMatch(/unsafe-eval|script-src[^;]*unsafe-inline|\*(?!\.)/);
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    for (const name of ['access-control-allow-origin', 'access-control-allow-credentials', 'server', 'x-powered-by', 'via'])
      expect(headers.get(name), name).toBeNull();
    await response.arrayBuffer();
  });

  test.each(Object.entries(api))('the API is never cached and reports its duration: %s', async (_, wanted) => {
    const response = await ask(wanted);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('server-timing')).toMatch(/total;dur=[\d.]+/);
    expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    await response.arrayBuffer();
  });

  test('a hashed asset served by the platform itself has them too', async () => {
    const response = await ask({ path: asset() });
    expect(response.status).toBe(200);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(response.headers.get('x-frame-options')).toBe('DENY');
    expect(response.headers.get('strict-transport-security')).toMatch(/max-age=\d{8}/);
    expect(response.headers.get('cache-control')).toContain('immutable');
    await response.arrayBuffer();
  });

  test('production declares that it is reached over HTTPS only', () => {
    expect(commonHeaders({ STAGE: 'production' })['strict-transport-security']).toMatch(/^max-age=\d{8}; includeSubDomains/);
    expect(commonHeaders({ STAGE: 'local' })['strict-transport-security']).toBeUndefined();
  });
});

const getNonce = (policy: string | null) => /script-src [^;]*'nonce-([\w-]+)'/.exec(policy ?? '')?.[1];

describe('the page', () => {
  test('has a fresh nonce for each response, on everything that runs or styles and on nothing that a tenant wrote', async () => {
    const nonces = new Set<string | undefined>();
    for (let time = 0; time < 5; time += 1) {
      const response = await ask({ path: '/signin' });
      const html = await response.text();
      const nonce = getNonce(response.headers.get('content-security-policy'));
      expect(nonce?.length).toBeGreaterThan(20);
      nonces.add(nonce);
      const elements = html.match(/<(script|style)\b[^>]*>|<link\b[^>]*rel="(stylesheet|modulepreload)"[^>]*>/g) ?? [];
      expect(elements.length).toBeGreaterThan(3);
      for (const element of elements) expect(element).toContain(`nonce="${nonce}"`);
      expect(html).not.toMatch(/\son\w+=|javascript:/i);
    }
    expect(nonces.size).toBe(5);
  });

  test('is never stale: no ETag, no date, and a conditional request gets the whole page with its own nonce', async () => {
    const first = await ask({ path: '/' });
    await first.arrayBuffer();
    expect([first.headers.get('etag'), first.headers.get('last-modified')]).toEqual([null, null]);
    for (const headers of [
      { 'if-none-match': '*' },
      { 'if-none-match': 'W/"x", "y"' },
      { 'if-modified-since': new Date().toUTCString() },
      { 'if-match': '"x"' },
      { range: 'bytes=0-10' },
    ] as Record<string, string>[]) {
      const response = await ask({ path: '/', headers });
      const html = await response.text();
      expect(response.status, JSON.stringify(headers)).toBe(200);
      expect(html).toContain(`nonce="${getNonce(response.headers.get('content-security-policy'))}"`);
    }
    expect(first.headers.get('cache-control')).toMatch(/no-cache|no-store/);
  });

  test('frames only the report service and cannot be framed', async () => {
    const response = await ask({ path: '/signin' });
    await response.arrayBuffer();
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/frame-src 'self' https:\/\/app\.powerbi\.com/);
    expect(policy).toContain("frame-ancestors 'none'");
    for (const part of ["object-src 'none'", "base-uri 'none'", "form-action 'self'", "connect-src 'self'"]) expect(policy).toContain(part);
    expect(response.headers.get('cross-origin-opener-policy')).toBe('same-origin');
  });

  test('escapes a tenant’s text: names, titles, notices and colors', async () => {
    const evil = '</script></style></title><script>alert(1)</script><img src=x onerror=alert(1)>';
    const tenant = await makeTenant({ name: evil });
    const values = {
      pageTitle: `${evil}"`,
      icon: `x"><script>alert(2)</script>`,
      favicon: `"onload="alert(3)`,
      sun: `red}</style><script>alert(4)</script>`,
      loginBackground: 'url(javascript:alert(5))',
      button: 'expression(alert(6))',
    };
    await query('insert into themes (tenant_id, id, name, "values", published) values ($1, gen_random_uuid(), $2, $3::jsonb, true)', [
      tenant.id,
      'x',
      JSON.stringify(values),
    ]);
    await query('insert into notices (tenant_id, id, title, text, at_login) values ($1, gen_random_uuid(), $2, $2, true)', [
      tenant.id,
      evil,
    ]);
    for (const path of ['/signin', '/', '/%3Cscript%3Ealert(1)%3C/script%3E', '/signin?redirect=%22%3E%3Cscript%3Ealert(1)%3C/script%3E']) {
      const html = await (await ask({ path, host: tenant.host })).text();
      expect(html).not.toMatch(/<script>alert|<img src=x|onload="alert|alert\([2-6]\)[^"\\]*<\//);
      const boot = /<script[^>]*id="boot"[^>]*>([\s\S]*?)<\/script>/.exec(html)?.[1] ?? '';
      expect(JSON.parse(boot).tenant.name).toBe(evil);
    }
    const mark = await ask({ path: '/storage/mark.svg', host: tenant.host });
    expect(await mark.text()).not.toMatch(/script|javascript|expression/i);
  });
});
