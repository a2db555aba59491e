import { describe, expect, test } from 'vitest';
import { getPasswords } from '../../functions/services/password.ts';
import { api, signIn } from '../support/api.ts';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { makeTenant } from '../support/make-tenant.ts';
import { makeUser } from '../support/make-user.ts';
import { password } from '../support/password.ts';
import { getAddress } from '../support/test-file.ts';

const harness = useHarness();

test('a user signs in on the tenant’s own host and gets the fields of the specification at the top level', async () => {
  const tenant = await makeTenant({ name: 'Vértice' });
  const user = await makeUser(tenant, { name: 'Ana Nunes' });
  const { status, body, headers } = await api(harness, tenant).post('/api/login', { email: user.email.toUpperCase(), password });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    status: 'ok',
    intended: '/',
    perfil_usuario: 'user',
    auth_type: 'password',
    tenant_id: tenant.id,
    message: null,
    redirect: null,
  });
  expect(body.user).toMatchObject({ id: user.id, name: 'Ana Nunes', tenant: 'Vértice', perfil_usuario: 'user', mayManage: false });
  expect(headers.get('set-cookie')).toMatch(/^device=.*HttpOnly; Secure; SameSite=Strict/);
  expect(headers.get('cache-control')).toBe('no-store');
  const config = await api(harness, tenant, body.token).post('/api/auth/config');
  expect(config.body).toMatchObject({
    hidden_menu: [],
    config: { login_timeout: 8, enable_embedded: 'N', intended: '/', user: { id: user.id } },
  });
});

test('a password hashed at another cost is rehashed by a successful sign-in, never by a failed one', async () => {
  const tenant = await makeTenant();
  const user = await makeUser(tenant);
  const stored = async () => (await query('select password from accounts where email = $1', [user.email]))[0]?.password;
  const old = await getPasswords('5').hash(password);
  await query('update accounts set password = $2 where email = $1', [user.email, old]);
  expect(await api(harness, tenant).post('/api/login', { email: user.email, password: 'wrong' })).toMatchObject({ status: 401 });
  expect(await stored()).toBe(old);
  await signIn(harness, tenant, user);
  const anew = await stored();
  expect(anew).toMatch(/^\$scrypt\$ln=4,r=8,p=5\$/);
  await signIn(harness, tenant, user);
  expect(await stored()).toBe(anew);
});

describe('at a cost allowed in production', () => {
  const dear = useHarness({ vars: { PASSWORD_COST: '15' } });
  const usual = useHarness({ vars: { PASSWORD_COST: '' } });

  test.each([
    ['15', () => dear, /^\$scrypt\$ln=15,r=8,p=3\$/],
    ['the default, 14', () => usual, /^\$scrypt\$ln=14,r=8,p=5\$/],
  ])('%s, a password is hashed and verified', async (_, at, hash) => {
    const tenant = await makeTenant();
    const user = await makeUser(tenant);
    const enter = (given: string) => api(at(), tenant).post('/api/login', { email: user.email, password: given });
    expect(await enter(password)).toMatchObject({ status: 200 });
    expect((await query('select password from accounts where email = $1', [user.email]))[0]?.password).toMatch(hash);
    expect(await enter(password)).toMatchObject({ status: 200 });
    expect(await enter('wrong')).toMatchObject({ status: 401 });
  });
});

test.each([
  [{ status: 'B' }, 'blocked'],
  [{ status: 'I' }, 'inactive'],
  [{ status: 'D' }, 'user_disable'],
] as const)('a user with the status %j gets %s, and only with the right password', async (options, outcome) => {
  const tenant = await makeTenant();
  const user = await makeUser(tenant, options);
  const right = await api(harness, tenant).post('/api/login', { email: user.email, password });
  expect(right).toMatchObject({ status: 403, body: { status: outcome, message: outcome } });
  const wrong = await api(harness, tenant).post('/api/login', { email: user.email, password: 'not this one' });
  expect(wrong).toMatchObject({ status: 401, body: { status: 'error_user_or_password' } });
});

test('a user without a company gets that reason only with the right password', async () => {
  const home = await makeTenant();
  const other = await makeTenant();
  const user = await makeUser(home);
  await query("update users set status = 'D' where id = $1", [user.id]);
  expect(await api(harness, other).post('/api/login', { email: user.email, password })).toMatchObject({
    status: 403,
    body: { status: 'not_found_companies', message: 'not_found_companies' },
  });
  expect(await api(harness, other).post('/api/login', { email: user.email, password: 'wrong' })).toMatchObject({ status: 401 });
});

test('the end of a trial and a unit in maintenance refuse sign-in with their own messages', async () => {
  const ended = await makeTenant({ status: 'T', trialEndsAt: '2026-01-01T00:00:00Z' });
  const user = await makeUser(ended);
  expect(await api(harness, ended).post('/api/login', { email: user.email, password })).toMatchObject({
    status: 403,
    body: { status: 'finish_test' },
  });
  const kept = await makeTenant();
  const [person, admin] = [await makeUser(kept), await makeUser(kept, { profile: 'admin' })];
  await query(
    `insert into maintenance (tenant_id, id, target, title, starts_at, ends_at)
      values ($1, gen_random_uuid(), 'unit', 'Carga', now() - interval '1 hour', now() + interval '1 hour')`,
    [kept.id],
  );
  expect(await api(harness, kept).post('/api/login', { email: person.email, password })).toMatchObject({
    status: 403,
    body: { message: 'maitenance' },
  });
  expect((await api(harness, kept).post('/api/login', { email: admin.email, password })).status).toBe(200);
  expect((await api(harness, kept).post('/api/login/config')).body.maintenance).toMatchObject({ title: 'Carga' });
});

test('logout ends the session on the server, also with an expired token', async () => {
  const tenant = await makeTenant();
  const user = await makeUser(tenant);
  const token = await signIn(harness, tenant, user);
  const client = api(harness, tenant, token);
  expect((await client.get('/api/auth/dashboard')).status).toBe(200);
  const later = new Date(Date.now() + 3_600_000).toISOString();
  expect(await client.get('/api/auth/dashboard', { at: later })).toMatchObject({
    status: 401,
    body: { status: 'token_expired', message: 'Token is Expired' },
  });
  expect((await client.post('/api/logout', {}, { at: later })).status).toBe(200);
  expect(await client.get('/api/auth/dashboard')).toMatchObject({ status: 401, body: { status: 'session_gone' } });
  expect(await client.post('/api/refresh/token')).toMatchObject({ status: 401 });
});

test('a token is renewed while the session lives, also after its expiry, and never after login_timeout', async () => {
  const tenant = await makeTenant({ settings: { login_timeout: 2 } });
  const user = await makeUser(tenant);
  const client = api(harness, tenant, await signIn(harness, tenant, user));
  const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
  const renewed = await client.post('/api/refresh/token', {}, { at: inAnHour });
  expect(renewed.status).toBe(200);
  expect((await api(harness, tenant, renewed.body.token).get('/api/auth/dashboard', { at: inAnHour })).status).toBe(200);
  const inThreeHours = new Date(Date.now() + 3 * 3_600_000).toISOString();
  expect(await client.post('/api/refresh/token', {}, { at: inThreeHours })).toMatchObject({
    status: 401,
    body: { status: 'session_gone' },
  });
});

test('a change of permissions is reported once and fixed by a new token; a blocked user is signed out at once', async () => {
  const tenant = await makeTenant();
  const user = await makeUser(tenant);
  const client = api(harness, tenant, await signIn(harness, tenant, user));
  await query("update users set profile = 'admin', rights = rights + 1 where id = $1", [user.id]);
  expect(await client.get('/api/auth/dashboard')).toMatchObject({ status: 409, body: { status: 'rights_stale' } });
  const { body } = await client.post('/api/refresh/token');
  const renewed = api(harness, tenant, body.token);
  expect((await renewed.get('/api/auth/groups')).status).toBe(200);
  await query("update users set status = 'B' where id = $1", [user.id]);
  expect(await renewed.get('/api/auth/groups')).toMatchObject({ status: 403, body: { status: 'user_blocked' } });
  await query("update users set status = 'A' where id = $1", [user.id]);
  // Sessions ended by the block stay ended.
  expect(await renewed.get('/api/auth/groups')).toMatchObject({ status: 401, body: { status: 'session_gone' } });
  const again = api(harness, tenant, await signIn(harness, tenant, user));
  await query("update tenants set status = 'B' where id = $1", [tenant.id]);
  expect(await again.get('/api/auth/groups')).toMatchObject({ status: 403, body: { status: 'tenant_blocked' } });
});

test('sixty simultaneous guesses cost five hashes, and a known browser can still sign in', async () => {
  const tenant = await makeTenant();
  const user = await makeUser(tenant);
  const first = await api(harness, tenant).post('/api/login', { email: user.email, password });
  const device = first.headers.get('set-cookie')?.split(';')[0] ?? '';
  const guesses = await Promise.all(
    Array.from({ length: 60 }, (_, n) =>
      api(harness, tenant).post(
        '/api/login',
        { email: user.email, password: `guess ${n}` },
        { headers: { 'cf-connecting-ip': getAddress(n + 1) } },
      ),
    ),
  );
  expect(guesses.filter((answer) => answer.status === 401)).toHaveLength(5);
  const limited = guesses.filter((answer) => answer.status === 429);
  expect(limited).toHaveLength(55);
  expect(Number(limited[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await api(harness, tenant).post('/api/login', { email: user.email, password })).status).toBe(429);
  expect((await api(harness, tenant).post('/api/login', { email: user.email, password }, { headers: { cookie: device } })).status).toBe(
    200,
  );
});

test('an administrator reads the settings form, an ordinary user does not, and secrets are never returned', async () => {
  const tenant = await makeTenant({ settings: { home_page: '/all/reports', enable: 'S' } });
  const [admin, user] = [await makeUser(tenant, { profile: 'admin' }), await makeUser(tenant)];
  const config = await api(harness, tenant, await signIn(harness, tenant, admin)).get('/api/auth/config/getConfig');
  expect(config.body.config).toMatchObject({
    home_page: '/all/reports',
    last_update: 'S',
    login_timeout: 8,
    token_embedded: { set: false, at: null },
    listIp: null,
  });
  const client = api(harness, tenant, await signIn(harness, tenant, user));
  expect(await client.get('/api/auth/config/getConfig')).toMatchObject({ status: 403, body: { status: 'not_permitted' } });
  const zones = (await client.get('/api/timezone/all')).body.timezone as { id: string; offset: number }[];
  expect(zones.find((zone) => zone.id === 'America/Sao_Paulo')?.offset).toBe(-180);
});

test('an unknown host names no tenant', async () => {
  const page = await harness.fetch('http://nobody.localhost/signin');
  const text = await page.text();
  expect(page.status).toBe(404);
  expect(text).toContain('"unknownHost":true');
  expect(await api(harness, 'nobody.localhost').post('/api/login/config')).toMatchObject({ status: 404, body: { status: 'unknown_host' } });
});
