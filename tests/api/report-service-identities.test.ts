import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { makePrincipal } from '../guards/place.ts';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { makeGrant } from '../support/make-content.ts';
import { expectRefusal, fault, heal, roles, seen, serviceScene } from './report-service-scene.ts';

const harness = useHarness();
const scene = serviceScene(harness);
afterEach(heal);

describe('the identity', () => {
  test('is required before the service is asked, for administrators too', async () => {
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

  test('is sent to the service only if the dataset has RLS', async () => {
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

  test('of a grant takes precedence over the user’s own', async () => {
    const { principal, person, report, tenant } = await scene({ rls: roles, report: { grantTo: [] } });
    const { user, embed } = await person({ rlsUsername: 'own', rlsRoles: ['Regional'] });
    await makeGrant(tenant, report, user, { identity: { username: 'given', roles: ['Regional'] } });
    expect((await embed()).status).toBe(200);
    expect((await seen(principal)).asked[0]?.identities).toMatchObject([{ username: 'given' }]);
  });

  test('is requested again at once when it changes', async () => {
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
  test('is requested once for thirty concurrent users of one identity, and shared only by them', async () => {
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

  test('survives the cancellation of the first request that waits for it', async () => {
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
  });

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
  ])('is never shared by two identities, however similar: %j and %j', async (one, two) => {
    const { principal, person } = await scene({
      rls: Object.fromEntries(['b', 'c', 'b,c', 'b|c'].map((name) => [name, 'region' as const])),
    });
    const [first, second] = [await (await person(one)).embed(), await (await person(two)).embed()];
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(first.body.token).not.toBe(second.body.token);
    expect((await seen(principal)).minted).toBe(2);
    // Each finds its own again, in one round trip.
    await harness.database.resetTrips();
    expect((await (await person(one)).embed()).body.token).toBe(first.body.token);
    expect((await harness.database.trips()).requests).toBe(1);
  });

  test('never reaches another tenant with the same account and the same report', async () => {
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
    // A sealed token copied into another tenant's row does not open.
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

  test('is stored sealed, and neither it nor the account’s secret is ever logged', async () => {
    const { principal, person, tenant } = await scene();
    const { client, embed } = await person();
    await fault(principal, { preset: 'unauthorized', times: 1 });
    const { body } = await embed();
    // Only some successful calls are logged; every failed one is.
    await client.post('/api/auth/reports/018f0000-0000-7000-8000-000000000000/embed', {});
    const [row] = await query('select token_sealed from embed_tokens where tenant_id = $1', [tenant.id]);
    expect(row?.token_sealed).not.toContain(body.token);
    const logged = JSON.stringify(harness.getLogs());
    expect(logged).toContain('"event');
    for (const secret of [body.token, principal.secret]) expect(logged).not.toContain(secret);
  });
});

describe('a user who may not see the report', () => {
  test('gets the end of a maintenance window; an exempt administrator sees the report', async () => {
    const { principal, person, report, tenant } = await scene();
    await query(
      `insert into maintenance (tenant_id, id, target, target_id, title, starts_at, ends_at, except_admin)
        values ($1, gen_random_uuid(), 'report', $2, 'Carga', now() - interval '1 hour', now() + interval '1 hour', true)`,
      [tenant.id, report.id],
    );
    const refused = await (await person()).embed();
    expectRefusal(refused, 503, 'report_in_maintenance');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_000);
    expect(Date.parse(refused.body.vars.until)).toBeGreaterThan(Date.now());
    expect((await seen(principal)).calls).toBe(0);
    expect((await (await person({ profile: 'admin' })).embed()).status).toBe(200);
  });

  test('gets 404 for a hidden, foreign, not granted or no longer granted report, and the service is not asked', async () => {
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

  test('loses an open report at the next heartbeat, and the cached token with it', async () => {
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
