import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { readRefreshes } from '../../domain/reports/contract.ts';
import { getSession } from '../guards/place.ts';
import { api } from '../support/api.ts';
import { useHarness } from '../support/harness.ts';
import { makeUser } from '../support/make-user.ts';
import { expectRefusal, fault, heal, seen, serviceScene } from './report-service-scene.ts';

const harness = useHarness();
const dead = useHarness({ vars: { REPORT_SERVICE_API: 'http://127.0.0.1:9', ENTRA_AUTHORITY: 'http://127.0.0.1:9' } });
const scene = serviceScene(harness);
afterEach(heal);

describe('the report service', () => {
  test.each([
    ['answers 401 repeatedly', { preset: 'unauthorized' }, 502, 'report_account_refused', 2],
    ['repeatedly reports a fresh token as expired', { preset: 'token_expired' }, 502, 'report_account_refused', 2],
    ['does not list the account in the workspace', { preset: 'not_member' }, 502, 'report_account_refused', 1],
    ['has no tokens left without a capacity', { preset: 'token_quota' }, 502, 'report_service_refused', 1],
    ['no longer has the report', { preset: 'not_found', scope: 'pbi' }, 502, 'report_missing_at_service', 1],
    [
      'refuses the request',
      { scope: 'pbi', status: 400, body: { error: { code: 'InvalidRequest', message: 'Nothing is right' } } },
      502,
      'report_service_refused',
      1,
    ],
    [
      'says that an identity is missing',
      {
        scope: 'pbi',
        status: 400,
        body: {
          error: {
            code: 'InvalidRequest',
            message: 'Creating embed token for accessing dataset x requires effective identity to be provided',
          },
        },
      },
      403,
      'rls_identity_missing',
      1,
    ],
    ['has its capacity paused', { preset: 'capacity_paused', scope: 'pbi' }, 503, 'capacity_paused', 1],
    ['fails', { preset: 'server_error', scope: 'pbi' }, 503, 'report_service_down', 1],
    ['answers HTML', { preset: 'html', scope: 'pbi' }, 503, 'report_service_down', 1],
    ['answers HTML with status 200', { scope: 'pbi', status: 200, body: '<html>ok</html>' }, 503, 'report_service_down', 1],
    ['truncates its body', { preset: 'cut', scope: 'pbi' }, 503, 'report_service_down', 1],
    ['answers incomplete JSON', { preset: 'bad_json', scope: 'pbi' }, 503, 'report_service_down', 1],
    ['answers an invalid token', { scope: 'pbi', status: 200, body: { token: 1, expiration: 'soon' } }, 503, 'report_service_down', 1],
    ['answers a token without expiry', { scope: 'pbi', status: 200, body: { token: 'x' } }, 503, 'report_service_down', 1],
    ['answers an empty body', { scope: 'pbi', status: 200, body: '' }, 503, 'report_service_down', 1],
    [
      'sends the caller elsewhere',
      { scope: 'pbi', status: 302, body: '', headers: { location: 'http://127.0.0.1:9/steal' } },
      503,
      'report_service_down',
      1,
    ],
    ['throttles for a minute', { preset: 'throttled', retryAfter: 60 }, 503, 'report_service_throttled', 1],
    [
      'throttles until a date',
      { preset: 'throttled', headers: { 'retry-after': 'Wed, 21 Oct 2026 07:28:00 GMT' } },
      503,
      'report_service_throttled',
      1,
    ],
    ['rejects the account’s secret', { preset: 'secret_wrong' }, 502, 'report_account_refused', 0],
    ['says that the secret has expired', { preset: 'secret_expired' }, 502, 'report_account_refused', 0],
    ['does not know the app registration', { preset: 'app_unknown' }, 502, 'report_account_refused', 0],
    ['answers a token request with HTML', { preset: 'html', scope: 'entra' }, 503, 'report_service_down', 0],
    ['truncates the answer to a token request', { preset: 'cut', scope: 'entra' }, 503, 'report_service_down', 0],
    [
      'answers a token request without a token',
      { scope: 'entra', status: 200, body: { token_type: 'Bearer' } },
      503,
      'report_service_down',
      0,
    ],
  ] as const)('%s: a clear code, no more calls than needed, and the next try works', async (_, what, status, code, calls) => {
    const { principal, person } = await scene();
    const { embed, client } = await person();
    await fault(principal, what);
    const started = Date.now();
    const answer = await embed();
    expectRefusal(answer, status, code);
    // The runtime notices a truncated body only at its own deadline.
    expect(Date.now() - started).toBeLessThan('preset' in what && what.preset === 'cut' ? 13_000 : 5_000);
    expect((await seen(principal)).minted).toBe(calls);
    if ('retryAfter' in what) expect(answer.headers.get('retry-after')).toBe('60');
    expect((await client.get('/api/auth/dashboard')).status).toBe(200);
    await heal();
    await pause(50);
    expect((await embed()).status).toBe(200);
  });

  test('throttles for a second: the viewer waits and gets the report', async () => {
    const { principal, person } = await scene();
    const { embed } = await person();
    await fault(principal, { preset: 'throttled', retryAfter: 1, times: 1 });
    const started = Date.now();
    expect((await embed()).status).toBe(200);
    expect(Date.now() - started).toBeGreaterThanOrEqual(1_000);
    expect((await seen(principal)).minted).toBe(2);
  });

  test('throttles with an unreasonable retry time: retries are bounded', async () => {
    const { principal, person } = await scene();
    const { embed } = await person();
    for (const retryAfter of ['0', '-5']) {
      await fault(principal, { preset: 'throttled', headers: { 'retry-after': retryAfter } });
      const before = (await seen(principal)).minted;
      expectRefusal(await embed(), 503, 'report_service_throttled');
      expect((await seen(principal)).minted - before).toBeLessThanOrEqual(5);
      await heal();
    }
  });

  test.each([['unauthorized'], ['token_expired']])(
    'returns %s once: the application’s token is renewed once, and the viewer notices nothing',
    async (preset) => {
      const { principal, person } = await scene();
      const { embed } = await person();
      await fault(principal, { preset, times: 1 });
      expect((await embed()).status).toBe(200);
      expect(await seen(principal)).toMatchObject({ minted: 2, entra: 2 });
    },
  );

  test('is slow: the answer arrives; hangs: the wait ends after ten seconds, and the portal keeps working', async () => {
    const { principal, person } = await scene();
    const { embed, client } = await person();
    await fault(principal, { preset: 'slow', scope: 'pbi', delayMs: 1_500, times: 1 });
    expect((await embed()).status).toBe(200);
    const other = await scene();
    const waiting = await other.person();
    await fault(other.principal, { preset: 'hang', scope: 'pbi' });
    const started = Date.now();
    const hanging = waiting.embed();
    await pause(200);
    for (const path of ['/api/auth/dashboard', `/api/auth/reports/${other.report.id}`])
      expect((await waiting.client.get(path)).status).toBe(200);
    expect((await client.get('/api/auth/dashboard')).status).toBe(200);
    expect(Date.now() - started).toBeLessThan(5_000);
    expectRefusal(await hanging, 503, 'report_service_down');
    expect(Date.now() - started).toBeGreaterThan(8_000);
    expect(Date.now() - started).toBeLessThan(13_000);
  });

  test('sends ten megabytes: they are not read', async () => {
    const { principal, person } = await scene();
    const { embed } = await person();
    await fault(principal, {
      scope: 'pbi',
      status: 200,
      body: `{"token":"${'x'.repeat(10 * 1024 * 1024)}"}`,
      headers: { 'content-type': 'application/json' },
    });
    expectRefusal(await embed(), 503, 'report_service_down');
  });

  test('is down: reported at once, and everything that does not need it works', async () => {
    const { tenant, report } = await scene();
    const admin = await makeUser(tenant, { profile: 'admin' });
    const client = api(dead, tenant, (await getSession(tenant, admin, 'admin')).token);
    const started = Date.now();
    expectRefusal(await client.post(`/api/auth/reports/${report.id}/embed`), 503, 'report_service_down');
    expect(await client.get(`/api/auth/reports/${report.id}/refreshes`)).toMatchObject({
      status: 503,
      body: { status: 'report_service_down' },
    });
    expect(Date.now() - started).toBeLessThan(8_000);
    for (const path of [
      '/api/auth/dashboard',
      '/api/auth/reports',
      '/api/auth/group_reports/get/config/menu/reports',
      `/api/auth/reports/${report.id}`,
      '/api/auth/groups',
      '/api/auth/search?q=re',
      '/healthz',
    ])
      expect((await client.get(path)).status, path).toBe(200);
    expect((await client.put(`/api/auth/reports/${report.id}/favorite`)).status).toBe(200);
    expect((await api(dead, tenant).post('/api/login/config')).status).toBe(200);
  });

  test('answers load times with the same clear codes', async () => {
    const { principal, person, report } = await scene();
    const { client } = await person();
    for (const [what, status] of [
      [{ preset: 'throttled', retryAfter: 60 }, 503],
      [{ preset: 'capacity_paused', scope: 'pbi' }, 503],
      [{ preset: 'not_found', scope: 'pbi' }, 502],
      [{ preset: 'html', scope: 'pbi' }, 503],
      [{ preset: 'unauthorized' }, 502],
      [{ scope: 'pbi', status: 200, body: { value: 'none' } }, 503],
    ] as const) {
      await fault(principal, what);
      const answer = await client.get(`/api/auth/reports/${report.id}/refreshes`);
      expect(answer.status, answer.text).toBe(status);
      expect(readRefreshes.errors).toContain(answer.body.status);
      await heal();
    }
    expect((await client.get(`/api/auth/reports/${report.id}/refreshes`)).body.runs.length).toBeGreaterThan(0);
  });
});
