import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { embedReport, readRefreshes } from '../../domain/reports/contract.ts';
import { control, makeEmbeddable, makePrincipal, type Principal, sessionOf } from '../guards/place.ts';
import { type Answer, api } from '../support/api.ts';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { makeGrant, type ReportOptions } from '../support/make-content.ts';
import { makeTenant, type Tenant } from '../support/make-tenant.ts';
import { makeUser, type UserOptions } from '../support/make-user.ts';

const harness = useHarness();
const dead = useHarness({ vars: { REPORT_SERVICE_API: 'http://127.0.0.1:9', ENTRA_AUTHORITY: 'http://127.0.0.1:9' } });
const roles = { Regional: 'region' } as const;

type Scene = { rls?: Record<string, 'region' | 'member' | null>; report?: ReportOptions; tenant?: Tenant; principal?: Principal };
/** A tenant with one report at the service, known to a principal of its own, so that its faults and counts are its own. */
async function scene({ rls = {}, report: options = {}, tenant: place, principal: lent }: Scene = {}) {
  const tenant = place ?? (await makeTenant());
  const principal = lent ?? (await makePrincipal({ roles: rls }));
  const needsIdentity = Object.keys(rls).length > 0;
  const report = await makeEmbeddable(tenant, principal, { needsIdentity, needsRoles: needsIdentity, ...options });
  const person = async (who: UserOptions = {}) => {
    const user = await makeUser(tenant, who);
    const { token } = await sessionOf(tenant, user, who.profile ?? 'user');
    const client = api(harness, tenant, token);
    return { user, client, token, embed: (options = {}) => client.post(`/api/auth/reports/${report.id}/embed`, {}, options) };
  };
  return { tenant, principal, report, person };
}

const faults: number[] = [];
async function fault({ appId }: Principal, what: Record<string, unknown>): Promise<void> {
  const { id } = (await control('POST', '/__sim/faults', { ...what, principal: appId })) as { id: number }; // because the stand-in answers so
  faults.push(id);
}
const heal = async () => {
  for (const id of faults.splice(0)) await control('DELETE', `/__sim/faults/${id}`);
};
afterEach(heal);

type Asked = { identities?: { username: string; roles?: string[]; datasets?: string[] }[]; lifetimeInMinutes?: number };
/** What the service was asked by this principal. */
async function seen({ appId }: Principal) {
  const log = (await control('GET', `/__sim/log?principal=${appId}`)) as {
    counts: Record<string, number>;
    calls: { path: string; status: number; asked: Asked | null }[];
  }; // because the stand-in answers so
  const minted = log.calls.filter((call) => call.path.endsWith('/GenerateToken'));
  return {
    calls: log.calls.length,
    minted: minted.length,
    asked: minted.map((call) => call.asked),
    entra: log.calls.length - log.calls.filter((call) => call.path.startsWith('/v1.0')).length,
  };
}

/** A refusal in the portal's own words: a code that the contract names, nothing of the service's text. */
function expectRefusal(answer: Answer, status: number, code: string): void {
  expect(answer.status, answer.text).toBe(status);
  expect(answer.body).toMatchObject({ status: code, message: code });
  expect(answer.body.requestId).toBeTruthy();
  expect(answer.text).not.toMatch(/AADSTS|PowerBI|<html|Capacity|client secret|127\.0\.0\.1|Bearer/);
  expect(embedReport.errors).toContain(code);
}

describe('the report service', () => {
  test.each([
    ['answers 401 again and again', { preset: 'unauthorized' }, 502, 'report_account_refused', 2],
    ['says again and again that a fresh token has expired', { preset: 'token_expired' }, 502, 'report_account_refused', 2],
    ['does not know the account in the workspace', { preset: 'not_member' }, 502, 'report_account_refused', 1],
    ['has no tokens left without a capacity', { preset: 'token_quota' }, 502, 'report_service_refused', 1],
    ['does not know the report any more', { preset: 'not_found', scope: 'pbi' }, 502, 'report_missing_at_service', 1],
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
    ['answers HTML and says that all is well', { scope: 'pbi', status: 200, body: '<html>ok</html>' }, 503, 'report_service_down', 1],
    ['cuts its body off', { preset: 'cut', scope: 'pbi' }, 503, 'report_service_down', 1],
    ['answers half a JSON', { preset: 'bad_json', scope: 'pbi' }, 503, 'report_service_down', 1],
    ['answers a token of no kind', { scope: 'pbi', status: 200, body: { token: 1, expiration: 'soon' } }, 503, 'report_service_down', 1],
    ['answers a token without an end', { scope: 'pbi', status: 200, body: { token: 'x' } }, 503, 'report_service_down', 1],
    ['answers nothing', { scope: 'pbi', status: 200, body: '' }, 503, 'report_service_down', 1],
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
    ['does not take the account’s secret', { preset: 'secret_wrong' }, 502, 'report_account_refused', 0],
    ['says that the secret has expired', { preset: 'secret_expired' }, 502, 'report_account_refused', 0],
    ['does not know the application', { preset: 'app_unknown' }, 502, 'report_account_refused', 0],
    ['answers HTML where tokens are asked for', { preset: 'html', scope: 'entra' }, 503, 'report_service_down', 0],
    ['cuts the answer off where tokens are asked for', { preset: 'cut', scope: 'entra' }, 503, 'report_service_down', 0],
    [
      'answers no token where tokens are asked for',
      { scope: 'entra', status: 200, body: { token_type: 'Bearer' } },
      503,
      'report_service_down',
      0,
    ],
  ] as const)(
    '%s: a clear code, no more calls than needed, and the next try works',
    async (_, what, status, code, calls) => {
      const { principal, person } = await scene();
      const { embed, client } = await person();
      await fault(principal, what);
      const started = Date.now();
      const answer = await embed();
      expectRefusal(answer, status, code);
      // The runtime notices a body that was cut off only by its own deadline.
      expect(Date.now() - started).toBeLessThan('preset' in what && what.preset === 'cut' ? 13_000 : 5_000);
      expect((await seen(principal)).minted).toBe(calls);
      if ('retryAfter' in what) expect(answer.headers.get('retry-after')).toBe('60');
      expect((await client.get('/api/auth/dashboard')).status).toBe(200);
      await heal();
      await pause(50);
      expect((await embed()).status).toBe(200);
    },
    30_000,
  );

  test('is throttled for a second: the person waits for it and gets the report', async () => {
    const { principal, person } = await scene();
    const { embed } = await person();
    await fault(principal, { preset: 'throttled', retryAfter: 1, times: 1 });
    const started = Date.now();
    expect((await embed()).status).toBe(200);
    expect(Date.now() - started).toBeGreaterThanOrEqual(1_000);
    expect((await seen(principal)).minted).toBe(2);
  });

  test('that throttles and lies about the time is not asked without end', async () => {
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
    'says once %s: the application’s token is renewed once, and nobody notices',
    async (preset) => {
      const { principal, person } = await scene();
      const { embed } = await person();
      await fault(principal, { preset, times: 1 });
      expect((await embed()).status).toBe(200);
      expect(await seen(principal)).toMatchObject({ minted: 2, entra: 2 });
    },
  );

  test('is slow: the answer comes; hangs: the wait ends after ten seconds, and meanwhile the portal lives', async () => {
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
  }, 30_000);

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

  test('is dead: told at once, and everything that does not need it works', async () => {
    const { tenant, report } = await scene();
    const admin = await makeUser(tenant, { profile: 'admin' });
    const client = api(dead, tenant, (await sessionOf(tenant, admin, 'admin')).token);
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

  test('of which only the loads are asked says the same clear codes', async () => {
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

describe('the identity', () => {
  test('that is missing is refused before the service is asked, for administrators too', async () => {
    const { principal, person } = await scene({ rls: roles });
    for (const who of [
      {},
      { rlsUsername: '  ', rlsRoles: ['Regional'] },
      { rlsUsername: 'x' },
      { profile: 'admin' as const },
      { rlsRoles: ['Regional'] },
    ]) {
      const { embed, client } = await person(who);
      expectRefusal(await embed(), 403, 'rls_identity_missing');
      expect((await client.get('/api/auth/reports')).body.items).toHaveLength(1);
    }
    expect((await seen(principal)).calls).toBe(0);
  });

  test('goes to the service where the model has rules, and only there', async () => {
    const ruled = await scene({ rls: roles });
    const who = { rlsUsername: 'sul@vertice.test', rlsRoles: ['Regional'] };
    expect((await (await ruled.person(who)).embed()).status).toBe(200);
    expect((await seen(ruled.principal)).asked).toMatchObject([
      { identities: [{ username: 'sul@vertice.test', roles: ['Regional'], datasets: [ruled.principal.datasetId] }], lifetimeInMinutes: 30 },
    ]);
    const open = await scene();
    expect((await (await open.person(who)).embed()).status).toBe(200);
    expect((await seen(open.principal)).asked[0]?.identities).toBeUndefined();
  });

  test('of a grant is stronger than the person’s own', async () => {
    const { principal, person, report, tenant } = await scene({ rls: roles, report: { grantTo: [] } });
    const { user, embed } = await person({ rlsUsername: 'own', rlsRoles: ['Regional'] });
    await makeGrant(tenant, report, user, { identity: { username: 'given', roles: ['Regional'] } });
    expect((await embed()).status).toBe(200);
    expect((await seen(principal)).asked[0]?.identities).toMatchObject([{ username: 'given' }]);
  });

  test('that changes is asked for anew at once', async () => {
    const { principal, person } = await scene({ rls: roles });
    const { user, embed } = await person({ rlsUsername: 'north', rlsRoles: ['Regional'] });
    const first = await embed();
    await query("update users set rls_username = 'south' where id = $1", [user.id]);
    const second = await embed();
    expect(second.body.token).not.toBe(first.body.token);
    expect((await seen(principal)).asked.map((asked) => asked?.identities?.[0]?.username)).toEqual(['north', 'south']);
  });
});

describe('a token', () => {
  test('is asked for once by thirty people of one identity who come at once, and shared by them alone', async () => {
    const { principal, person } = await scene({ rls: roles });
    const people = await Promise.all(Array.from({ length: 30 }, () => person({ rlsUsername: 'north', rlsRoles: ['Regional'] })));
    await fault(principal, { preset: 'slow', scope: 'pbi', delayMs: 300 });
    const answers = await Promise.all(people.map(({ embed }) => embed()));
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
    expect(new Set(answers.map((answer) => answer.body.token)).size).toBe(1);
    expect((await seen(principal)).minted).toBe(1);
    const other = await (await person({ rlsUsername: 'south', rlsRoles: ['Regional'] })).embed();
    expect(other.body.token).not.toBe(answers[0]?.body.token);
    expect((await seen(principal)).minted).toBe(2);
  });

  test('does not die with the first of those who wait for it', async () => {
    const { principal, person, report, tenant } = await scene();
    const [first, second] = [await person(), await person()];
    await fault(principal, { preset: 'slow', scope: 'pbi', delayMs: 1_500, times: 1 });
    const leaving = new AbortController();
    const address = `http://${tenant.host}/api/auth/reports/${report.id}/embed`;
    const left = harness
      .fetch(address, { method: 'POST', signal: leaving.signal, headers: { authorization: `Bearer ${first.token}` } })
      .then((response) => response.status)
      .catch(() => 'left');
    await pause(300);
    const waiting = second.embed();
    await pause(300);
    leaving.abort();
    expect(await left).toBe('left');
    expect((await waiting).status).toBe(200);
  }, 30_000);

  test.each([
    [
      { rlsUsername: 'a', rlsRoles: ['b,c'] },
      { rlsUsername: 'a', rlsRoles: ['b', 'c'] },
    ],
    [
      { rlsUsername: 'a|b', rlsRoles: ['c'] },
      { rlsUsername: 'a', rlsRoles: ['b|c'] },
    ],
    [
      { rlsUsername: 'a\\|b', rlsRoles: ['c'] },
      { rlsUsername: 'a\\', rlsRoles: ['b|c'] },
    ],
    [
      { rlsUsername: 'A', rlsRoles: ['b'] },
      { rlsUsername: 'a', rlsRoles: ['b'] },
    ],
    [
      { rlsUsername: 'a', rlsRoles: ['b', 'c'] },
      { rlsUsername: 'a', rlsRoles: ['b'] },
    ],
  ])('is never shared by two identities, however alike: %j and %j', async (one, two) => {
    const { principal, person } = await scene({
      rls: Object.fromEntries(['b', 'c', 'b,c', 'b|c'].map((name) => [name, 'region' as const])),
    });
    const [first, second] = [await (await person(one)).embed(), await (await person(two)).embed()];
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(first.body.token).not.toBe(second.body.token);
    expect((await seen(principal)).minted).toBe(2);
    // And each finds its own again, in one round trip.
    await harness.database.resetTrips();
    expect((await (await person(one)).embed()).body.token).toBe(first.body.token);
    expect((await harness.database.trips()).requests).toBe(1);
  });

  test('never reaches another tenant, though both lend the same account and the same report', async () => {
    const principal = await makePrincipal();
    const [one, two] = [await scene({ principal }), await scene({ principal })];
    const [first, second] = [await (await one.person()).embed(), await (await two.person()).embed()];
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(first.body.token).not.toBe(second.body.token);
    const other = await two.person();
    expect(await other.client.post(`/api/auth/reports/${one.report.id}/embed`)).toMatchObject({
      status: 404,
      body: { status: 'not_found' },
    });
    const rows = await query('select tenant_id, token_sealed from embed_tokens where tenant_id = any($1::uuid[])', [
      [one.tenant.id, two.tenant.id],
    ]);
    expect(rows).toHaveLength(2);
    await query('update embed_tokens set token_sealed = $1 where tenant_id = $2', [
      rows.find((row) => row.tenant_id === one.tenant.id)?.token_sealed,
      two.tenant.id,
    ]);
    // A sealed token that is carried into another tenant's row does not open.
    const carried = await other.embed();
    expect(carried.text).not.toContain(first.body.token);
  });

  test('is renewed when less than nine minutes are left, not before', async () => {
    const { principal, person } = await scene();
    const { embed } = await person();
    const later = (minutes: number) => ({ at: new Date(Date.now() + minutes * 60_000).toISOString() });
    const first = await embed();
    expect((await embed(later(20))).body.token).toBe(first.body.token);
    expect((await embed(later(22))).body.token).not.toBe(first.body.token);
    expect((await seen(principal)).minted).toBe(2);
  });

  test('lies sealed, and neither it nor the account’s secret is ever logged', async () => {
    const { principal, person, tenant } = await scene();
    const { client, embed } = await person();
    await fault(principal, { preset: 'unauthorized', times: 1 });
    const { body } = await embed();
    // Of calls that go well few are logged; one that doesn't is.
    await client.post('/api/auth/reports/018f0000-0000-7000-8000-000000000000/embed', {});
    const [row] = await query('select token_sealed from embed_tokens where tenant_id = $1', [tenant.id]);
    expect(row?.token_sealed).not.toContain(body.token);
    const logged = JSON.stringify(harness.getLogs());
    expect(logged).toContain('"event');
    for (const secret of [body.token, principal.secret]) expect(logged).not.toContain(secret);
  });
});

describe('who may not see the report', () => {
  test('in maintenance is told until when; an administrator who is spared sees it', async () => {
    const { principal, person, report, tenant } = await scene();
    await query(
      "insert into maintenance (tenant_id, id, target, target_id, title, starts_at, ends_at, except_admin) values ($1, gen_random_uuid(), 'report', $2, 'Carga', now() - interval '1 hour', now() + interval '1 hour', true)",
      [tenant.id, report.id],
    );
    const refused = await (await person()).embed();
    expectRefusal(refused, 503, 'report_in_maintenance');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_000);
    expect(Date.parse(refused.body.vars.until)).toBeGreaterThan(Date.now());
    expect((await seen(principal)).calls).toBe(0);
    expect((await (await person({ profile: 'admin' })).embed()).status).toBe(200);
  });

  test('gets 404 for what is hidden, foreign, not granted or granted no longer, and the service is not asked', async () => {
    const hidden = await scene({ report: { hidden: true } });
    const ungranted = await scene({ report: { grantTo: [] } });
    const past = await scene({ report: { grantTo: [] } });
    const late = await past.person();
    await makeGrant(past.tenant, past.report, late.user, { validUntil: new Date(Date.now() - 1000).toISOString() });
    const foreign = await (await scene()).person();
    const answers = [
      await (await hidden.person()).embed(),
      await (await hidden.person({ profile: 'admin' })).embed(),
      await (await ungranted.person()).embed(),
      await late.embed(),
      await foreign.client.post(`/api/auth/reports/${ungranted.report.id}/embed`),
      await foreign.client.post(`/api/auth/reports/${randomUUID()}/embed`),
    ];
    for (const answer of answers) expectRefusal(answer, 404, 'not_found');
    expect(new Set(answers.map(({ body: { requestId: _, ...rest } }) => JSON.stringify(rest))).size).toBe(1);
    for (const { principal } of [hidden, ungranted, past]) expect((await seen(principal)).calls).toBe(0);
  });

  test('loses an open report with the next heartbeat, and the cached token with it', async () => {
    const { person, report, tenant } = await scene();
    const { client, embed } = await person();
    expect((await embed()).status).toBe(200);
    const visitId = randomUUID();
    const beat = (state: string) => client.post('/api/auth/log/report/page/view', { reportId: report.id, visitId, state });
    expect((await beat('open')).body).toMatchObject({ status: 'ok', reason: null, announced: null });
    expect((await beat('beat')).body).toMatchObject({ status: 'ok', reason: null, announced: null });
    await query('delete from grants where tenant_id = $1', [tenant.id]);
    expect((await beat('beat')).body).toMatchObject({ status: 'ended', reason: 'not_found', announced: null });
    expectRefusal(await embed(), 404, 'not_found');
    await makeGrant(tenant, report, null);
    expect((await beat('beat')).body.status).toBe('ok');
    await query('update reports set hidden = true where id = $1', [report.id]);
    expect((await beat('beat')).body.status).toBe('ended');
    expect(await query('select count(*)::int as n from visits where tenant_id = $1', [tenant.id])).toEqual([{ n: 1 }]);
  });
});
