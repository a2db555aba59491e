import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { makeEmbeddable, makePrincipal } from '../guards/place.ts';
import { api, getApi, signIn } from '../support/api.ts';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { embedToken, makeEmbedKey } from '../support/make-embedding.ts';
import { authenticator, codeAt, makeFactor, makePasskey } from '../support/make-factor.ts';
import { makeTenant, type Tenant } from '../support/make-tenant.ts';
import { makeUser, type User } from '../support/make-user.ts';
import { password } from '../support/password.ts';
import { answer, arrive, begin, bring, makeProvider, makeSamlApp } from '../support/saml-provider.ts';
import { getAddress } from '../support/test-file.ts';

const harness = useHarness();
let places = 0;
/** A new address for each call, so that parallel tests are counted separately. */
const office = () => ({ headers: { 'cf-connecting-ip': getAddress(++places) } });
const getIp = (from: ReturnType<typeof office>) => from.headers['cf-connecting-ip'];
const counted = async (key: string) => (await query('select n from attempts where key = $1', [key]))[0]?.n ?? 0;

describe('an office behind one address', () => {
  // Both lock the counters of the address and of the unit; locked in different orders they would deadlock.
  test('signs in during other attempts: a successful sign-in locks counters in the order in which they are counted', async () => {
    const tenant = await makeTenant();
    const user = await makeUser(tenant);
    const address = getIp(office());
    const keys = [`a ${address}`, `t ${tenant.id}`];
    // The unit's counter comes first in the table, where a scan finds it first.
    for (const key of keys.toReversed())
      await query("insert into attempts (key, n, until) values ($1, 1, now() + interval '1 hour')", [key]);
    const count = keys.map((key) => `perform app.attempt('${key}', 100, '15 min'); perform pg_sleep(0.5);`).join(' ');
    const start = `perform set_config('enable_indexscan', 'off', true), set_config('enable_bitmapscan', 'off', true);
      perform app.session_start('${randomUUID()}', '${tenant.id}', '${user.id}', '${user.email}', '${address}',
        now() + interval '1 hour', null, null, null, 'password', 'account', '', '');`;
    const inOneTransaction = (text: string) => query(`do $$ begin ${text} end $$`);
    const counting = inOneTransaction(count);
    await query('select pg_sleep(0.2)');
    await Promise.all([counting, inOneTransaction(start)]);
    expect(await counted(`a ${address}`)).toBe(1);
  });

  test('is not charged for a successful second step', async () => {
    const tenant = await makeTenant();
    const user = await makeUser(tenant);
    await makeFactor(user);
    const from = office();
    const { token } = (await api(harness, tenant).post('/api/login', { email: user.email, password }, from)).body;
    await api(harness, tenant).post('/api/login/2fa/config', { token }, from);
    expect((await api(harness, tenant).post('/api/login/2fa', { token, code: '000000' }, from)).status).toBe(422);
    expect(await counted(`f2 ${getIp(from)}`)).toBe(2);
    expect((await api(harness, tenant).post('/api/login/2fa', { token, code: codeAt(Date.now()) }, from)).status).toBe(200);
    // The failed attempt stays counted.
    expect(await counted(`f2 ${getIp(from)}`)).toBe(1);
  });

  test('is not charged for a successful passkey', async () => {
    const tenant = await makeTenant();
    const user = await makeUser(tenant);
    const device = authenticator(tenant.host);
    await makePasskey(user, device);
    const from = office();
    const anybody = api(harness, tenant);
    const { challenge } = (await anybody.post('/api/login/passkey/options', {}, from)).body;
    expect((await anybody.post('/api/login/passkey', { passkey: device.sign(challenge) }, from)).status).toBe(200);
    expect(await counted(`pk ${getIp(from)}`)).toBe(0);
    expect(await counted(`po ${tenant.id} ${getIp(from)}`)).toBe(0);
  });

  test('can begin 600 SAML sign-ins in 15 minutes and post as many responses, then gets a waiting time', async () => {
    const tenant = await makeTenant();
    const administrator = await getApi(harness, tenant, await makeUser(tenant, { profile: 'admin' }));
    const provider = await makeProvider();
    const app = await makeSamlApp(administrator, provider);
    const anybody = api(harness, tenant);
    const { id, cookie } = await begin(anybody, app);
    const [known] = await query("select key from attempts where key like 'se ' || $1 || ' %'", [tenant.id]);
    const address = String(known?.key).split(' ').at(-1);
    await query(
      `insert into attempts (key, n, until)
        select k, 600, now() + interval '10 minutes'
        from unnest($1::text[]) k
        on conflict (key) do update set n = 600, until = excluded.until`,
      [['se', 'sa'].map((step) => `${step} ${tenant.id} ${address}`)],
    );
    const refused = await anybody.post('/api/saml/login', { app: app.id });
    expect([refused.status, refused.body.status]).toEqual([429, 'too_many_attempts']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(500);
    const location = await bring(harness, app.acs, answer(provider, app, { inResponseTo: id, nameId: 'key-1' }));
    expect(location).toMatch(/\/redirect\?code=wait-\d+-+$/);
    const told = await arrive(anybody, location, cookie);
    expect([told.status, told.body.status]).toEqual([429, 'too_many_attempts']);
    expect(Number(told.headers.get('retry-after'))).toBeGreaterThan(500);
  });
});

describe('the lockout after five wrong passwords', () => {
  const tryTo = (tenant: Tenant, user: User, typed: string, cookie = '') =>
    api(harness, tenant).post(
      '/api/login',
      { email: user.email, password: typed },
      { headers: { ...office().headers, ...(cookie && { cookie }) } },
    );

  test('is seen and lifted once by an administrator, also for a known browser, and recorded', async () => {
    const tenant = await makeTenant();
    const [user, admin, viewer] = [await makeUser(tenant), await makeUser(tenant, { profile: 'admin' }), await makeUser(tenant)];
    const boss = await getApi(harness, tenant, admin);
    const getLock = async () => (await boss.get(`/api/auth/users/${user.id}`)).body.lockedUntil;
    const lift = async () => boss.post(`/api/auth/users/${user.id}/unlock`);
    expect(await getLock()).toBeNull();
    expect((await lift()).body).toEqual({ lifted: false });
    const cookie = (await tryTo(tenant, user, password)).headers.get('set-cookie')?.split(';')[0] ?? '';
    for (const known of ['', cookie]) {
      for (let index = 0; index < 5; index++) expect((await tryTo(tenant, user, 'not-this-one', known)).status).toBe(401);
      expect((await tryTo(tenant, user, password, known)).status).toBe(429);
      expect(Date.parse(await getLock()) - Date.now()).toBeGreaterThan(25 * 60_000);
      expect((await (await getApi(harness, tenant, viewer)).post(`/api/auth/users/${user.id}/unlock`)).status).toBe(403);
      const answers = await Promise.all(Array.from({ length: 10 }, lift));
      expect(answers.filter(({ body }) => body.lifted)).toHaveLength(1);
      expect(await getLock()).toBeNull();
      expect((await tryTo(tenant, user, password, known)).status).toBe(200);
    }
    expect(await query("select user_id from audit where row_id = $1 and what = 'user.unlock'", [user.id])).toEqual([
      { user_id: admin.id },
      { user_id: admin.id },
    ]);
  });

  test('lifted for a known browser doesn’t give it guesses without end: from then on they count as those of strangers', async () => {
    const tenant = await makeTenant();
    const user = await makeUser(tenant);
    const boss = await getApi(harness, tenant, await makeUser(tenant, { profile: 'admin' }));
    const cookie = (await tryTo(tenant, user, password)).headers.get('set-cookie')?.split(';')[0] ?? '';
    let compared = 0;
    for (let round = 0; round < 7; round += 1) {
      for (let index = 0; index < 5; index += 1) compared += Number((await tryTo(tenant, user, 'not-this-one', cookie)).status === 401);
      await boss.post(`/api/auth/users/${user.id}/unlock`);
    }
    expect(compared).toBe(5 + 20);
  });

  test('of another tenant stays, as do the counts of the address in all tenants', async () => {
    const [tenant, other] = [await makeTenant(), await makeTenant()];
    const user = await makeUser(tenant);
    await makeUser(other, { email: user.email });
    for (const where of [tenant, other]) for (let index = 0; index < 5; index++) await tryTo(where, user, 'not-this-one');
    const boss = await getApi(harness, tenant, await makeUser(tenant, { profile: 'admin' }));
    const stranger = await getApi(harness, other, await makeUser(other, { profile: 'admin' }));
    expect((await stranger.post(`/api/auth/users/${user.id}/unlock`)).status).toBe(404);
    expect((await boss.post(`/api/auth/users/${user.id}/unlock`)).body).toEqual({ lifted: true });
    expect((await tryTo(other, user, password)).status).toBe(429);
    expect(await counted(`g ${user.email}`)).toBe(10);
    expect((await tryTo(tenant, user, password)).status).toBe(200);
  });
});

describe('allowed addresses and hours during a session', () => {
  const closed = () => JSON.stringify([{ days: [((new Date().getUTCDay() + 3) % 7) + 1], from: '03:00', to: '03:01' }]);
  const listed = { 'cf-connecting-ip': getAddress(250) };
  async function page(settings = {}) {
    const tenant = await makeTenant({ settings });
    const person = await makeUser(tenant);
    const report = await makeEmbeddable(tenant, await makePrincipal({}), { title: 'Vendas' });
    const key = await makeEmbedKey(tenant, { origins: ['https://intranet.test'] });
    const now = Math.floor(Date.now() / 1000);
    const open = async (of: object) =>
      (
        await api(harness, tenant).post(
          '/api/login/embedded',
          {
            token: embedToken(key, { aud: tenant.host, iat: now, exp: now + 300, jti: crypto.randomUUID(), report: report.id, ...of }),
            parent: null,
          },
          { headers: listed },
        )
      ).body;
    return { tenant, person, open };
  }

  test('end a session of one embedded report when its user’s hours end', async () => {
    const { tenant, person, open } = await page();
    const { token, scope } = await open({ sub: person.email });
    expect(scope).toBe('report');
    expect((await api(harness, tenant, token).post('/api/refresh/token')).status).toBe(200);
    await query('update users set access_hours = $2::jsonb where id = $1', [person.id, closed()]);
    expect((await api(harness, tenant, token).post('/api/refresh/token')).body.status).toBe('horario_not_allowed');
    await expect
      .poll(() => query("select outcome from sign_ins where user_id = $1 and way = 'session'", [person.id]), { timeout: 20_000 })
      .toEqual([{ outcome: 'horario_not_allowed' }]);
  });

  test('record a refused address for one embedded report, with or without a user', async () => {
    const { tenant, person, open } = await page({ ip: 'S', listIp: [listed['cf-connecting-ip']] });
    const [personal, anonymous] = [
      (await open({ sub: person.email })).token,
      (await open({ identity: { username: 'loja-1', roles: [] } })).token,
    ];
    for (const token of [personal, anonymous])
      expect((await api(harness, tenant, token).get('/api/embedded/report', office())).body.status).toBe('ip_not_allowed');
    await expect
      .poll(async () => (await query("select outcome from sign_ins where user_id = $1 and way = 'session'", [person.id]))[0], {
        timeout: 20_000,
      })
      .toEqual({ outcome: 'ip_not_allowed' });
    await expect
      .poll(async () => (await query("select change from audit where tenant_id = $1 and what = 'embedded.refused'", [tenant.id]))[0], {
        timeout: 20_000,
      })
      .toEqual({ change: { code: 'ip_not_allowed' } });
  });

  test('apply to a user as soon as an exemption ends, not when the token expires', async () => {
    const tenant = await makeTenant();
    const [person, admin] = [await makeUser(tenant), await makeUser(tenant, { profile: 'admin' })];
    const boss = await getApi(harness, tenant, admin);
    await query('update users set ip_exempt = true where id = $1', [person.id]);
    const client = api(harness, tenant, await signIn(harness, tenant, person));
    expect((await client.get('/api/auth/dashboard')).status).toBe(200);
    const { body: seen } = await boss.get(`/api/auth/users/${person.id}`);
    const form = { version: seen.version, name: seen.name, email: seen.email, profile: 'user', ipExempt: false };
    const saved = await boss.put(`/api/auth/users/${person.id}`, form);
    expect(saved.status, saved.text).toBe(200);
    expect((await client.get('/api/auth/dashboard')).body.status).toBe('rights_stale');
  });
});
