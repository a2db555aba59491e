import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { outcome } from '../attack/sql-roles.ts';
import { api, signIn } from '../support/api.ts';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { makeTenant, type Tenant } from '../support/make-tenant.ts';
import { makeUser } from '../support/make-user.ts';
import { password } from '../support/password.ts';

const harness = useHarness();
const from = (address: string) => ({ headers: { 'cf-connecting-ip': address } });
const office = from('203.0.113.7');
const home = from('198.51.100.9');
const listed = { ip: 'S', listIp: ['203.0.113.0/24', '2001:db8::/32'] };
const update = '/api/auth/config/update';
const getSid = (token: string): string => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).sid;

const saveAs = (tenant: Tenant, token: string, body: object, options = office) => api(harness, tenant, token).post(update, body, options);
const outcomes = (id: string) => query('select way, outcome, address from sign_ins where user_id = $1 order by at', [id]);

test('every sign-in method refuses a disallowed address, and the refusal is recorded', async () => {
  const tenant = await makeTenant({ settings: listed });
  const person = await makeUser(tenant);
  const login = (options: object) => api(harness, tenant).post('/api/login', { email: person.email, password }, options);
  expect(await login(home)).toMatchObject({ status: 403, body: { status: 'ip_not_allowed', message: 'ip_not_allowed' } });
  // A wrong password reveals nothing about the list.
  expect((await api(harness, tenant).post('/api/login', { email: person.email, password: 'wrong' }, home)).body.status).toBe(
    'error_user_or_password',
  );
  expect((await login(office)).status).toBe(200);
  expect((await login(from('2001:db8:1::5'))).status).toBe(200);
  expect((await login(from('::ffff:203.0.113.9'))).status).toBe(200);
  await expect
    .poll(() => outcomes(person.id), { timeout: 10_000 })
    .toContainEqual({ way: 'password', outcome: 'ip_not_allowed', address: '198.51.100.9' });
  expect(await query("select 1 from sessions where user_id = $1 and address = '198.51.100.9'", [person.id])).toEqual([]);
});

test('a session that moves to a disallowed address is refused on every call and at renewal, without a database trip', async () => {
  const tenant = await makeTenant({ settings: listed });
  const person = await makeUser(tenant);
  const client = api(harness, tenant, await signIn(harness, tenant, person, password, office));
  expect((await client.get('/api/auth/dashboard', office)).status).toBe(200);
  for (let time = 0; time < 3; time += 1) {
    const refused = await client.get('/api/auth/dashboard', home);
    expect(refused).toMatchObject({ status: 403, body: { message: 'ip_not_allowed' } });
    expect(refused.headers.get('server-timing')).not.toContain('desc="app"');
  }
  expect((await client.post('/api/refresh/token', {}, home)).body.status).toBe('ip_not_allowed');
  // The same user and address are recorded once a minute, not once a call.
  const blocks = () => query("select outcome from sign_ins where user_id = $1 and way = 'session'", [person.id]);
  await expect.poll(blocks, { timeout: 10_000 }).toEqual([{ outcome: 'ip_not_allowed' }]);
  expect((await client.post('/api/refresh/token', {}, office)).status).toBe(200);
});

test('simultaneous refusals are recorded once', async () => {
  const tenant = await makeTenant();
  const person = await makeUser(tenant);
  const sid = getSid(await signIn(harness, tenant, person, password, office));
  const refuse = () =>
    query("select app.call_refused($1, $2, 'ip_not_allowed', '198.51.100.77', 'a browser', 'a request')", [tenant.id, sid]);
  await Promise.all(Array.from({ length: 12 }, refuse));
  expect(await query("select 1 from sign_ins where user_id = $1 and way = 'session'", [person.id])).toHaveLength(1);
});

test('a refused call is recorded for the session’s user, never by a user id or another unit’s session that the caller supplies', async () => {
  const [tenant, elsewhere] = [await makeTenant(), await makeTenant()];
  const [person, stranger] = [await makeUser(tenant), await makeUser(elsewhere)];
  const sid = getSid(await signIn(harness, tenant, person, password));
  const recorded = () =>
    query("select user_id, outcome from sign_ins where user_id = any($1) and way = 'session'", [[person.id, stranger.id]]);
  const asDoor = (place: { id: string }, named: string) =>
    outcome('door', [
      "select app.call_refused($1::uuid, $2::uuid, 'ip_not_allowed', '198.51.100.78', 'a browser', 'a request')",
      [place.id, named],
    ]);
  for (const [place, named] of [
    [tenant, person.id],
    [elsewhere, stranger.id],
    [elsewhere, sid],
    [tenant, randomUUID()],
  ] as const)
    await asDoor(place, named);
  expect(await recorded()).toEqual([]);
  await asDoor(tenant, sid);
  expect(await recorded()).toEqual([{ user_id: person.id, outcome: 'ip_not_allowed' }]);
});

test('an exempt user can connect from anywhere', async () => {
  const tenant = await makeTenant({ settings: listed });
  const person = await makeUser(tenant);
  await query('update users set ip_exempt = true where id = $1', [person.id]);
  const client = api(harness, tenant, await signIn(harness, tenant, person, password, home));
  expect((await client.get('/api/auth/dashboard', home)).status).toBe(200);
  const renewed = await client.post('/api/refresh/token', {}, home);
  expect((await api(harness, tenant, renewed.body.token).get('/api/auth/dashboard', home)).status).toBe(200);
});

test('an administrator cannot be locked out by accident: the list must include the current address, or the unit’s name is typed', async () => {
  const tenant = await makeTenant({ name: 'Vértice' });
  const admin = await makeUser(tenant, { profile: 'admin' });
  const token = await signIn(harness, tenant, admin, password, office);
  expect(await saveAs(tenant, token, { ip: 'S', listIp: ['198.51.100.9'] })).toMatchObject({
    status: 409,
    body: { status: 'ip_lockout', field: 'listIp', vars: { address: '203.0.113.7', name: 'Vértice' } },
  });
  expect(await saveAs(tenant, token, { ip: 'S', listIp: [] })).toMatchObject({ status: 422, body: { field: 'listIp' } });
  expect(await saveAs(tenant, token, { ip: 'S' })).toMatchObject({ status: 422, body: { field: 'listIp' } });
  for (const entry of ['300.1.1.1', 'office', '10.0.0.9-10.0.0.1', ''])
    expect(await saveAs(tenant, token, { listIp: [entry] })).toMatchObject({ status: 422, body: { field: 'listIp.0' } });
  expect(await saveAs(tenant, token, { ip: 'S', listIp: ['198.51.100.9'], confirm_lockout: 'Vértice' })).toMatchObject({ status: 200 });
  expect((await api(harness, tenant, token).get('/api/auth/config/getConfig', office)).body.status).toBe('ip_not_allowed');
});

test('a change is undone after fifteen minutes unless a new call confirms it', async () => {
  const tenant = await makeTenant({ name: 'Vértice' });
  const admin = await makeUser(tenant, { profile: 'admin' });
  const token = await signIn(harness, tenant, admin, password, office);
  const client = api(harness, tenant, token);
  expect((await saveAs(tenant, token, { ip: 'S', listIp: ['203.0.113.0/24'] })).status).toBe(200);
  const read = (options: object = office) => client.get('/api/auth/config/getConfig', options);
  expect((await read()).body.config).toMatchObject({ ip: 'S', listIp: ['203.0.113.0/24'], ip_trial: expect.any(String) });
  expect((await read(home)).body.status).toBe('ip_not_allowed');
  const later = { at: new Date(Date.now() + 16 * 60_000).toISOString(), ...home };
  expect((await read(later)).body.config).toMatchObject({ ip: 'N', listIp: null, ip_trial: null });
  const whitelist = '/api/auth/config/get/whitelist/by/domain';
  expect((await client.get(whitelist, later)).body).toMatchObject({ ip: 'N', listIp: [], own: '198.51.100.9' });
  expect((await client.post('/api/auth/config/addresses/confirm', {}, later)).body.status).toBe('addresses_settled');
  const confirm = () => client.post('/api/auth/config/addresses/confirm', {}, office);
  expect((await client.post('/api/auth/config/addresses/confirm', {}, home)).body.status).toBe('ip_not_allowed');
  const answers = await Promise.all(Array.from({ length: 60 }, confirm));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect((await read()).body.config).toMatchObject({ ip: 'S', ip_trial: null });
  expect((await read({ ...later, ...home })).body.status).toBe('ip_not_allowed');
  expect((await client.get(whitelist, office)).body).toMatchObject({ ip: 'S', listIp: ['203.0.113.0/24'], own: '203.0.113.7' });
  // A second trial change reverts to the last confirmed list, not to the first trial.
  await saveAs(tenant, token, { listIp: ['203.0.113.7'] });
  await saveAs(tenant, token, { listIp: ['203.0.113.6-203.0.113.8'] });
  expect((await read({ ...office, at: later.at })).body.config.listIp).toEqual(['203.0.113.0/24']);
  expect((await saveAs(tenant, token, { ip: 'N' })).status).toBe(200);
  expect((await read(home)).body.config).toMatchObject({ ip: 'N', ip_trial: null });
});

test('a display obeys the list too', async () => {
  const tenant = await makeTenant({ settings: listed });
  const refused = await api(harness, tenant).post('/api/login/playlist', { token: 'a'.repeat(43) }, home);
  expect(refused.body.status).toBe('ip_not_allowed');
  expect((await api(harness, tenant).post('/api/login/playlist', { token: 'a'.repeat(43) }, office)).body.status).toBe(
    'playlist_token_unknown',
  );
});

const hours = (from: string, to: string) => JSON.stringify([{ days: [1, 2, 3, 4, 5, 6, 7], from, to }]);

test('access hours follow the unit’s own clock, at sign-in and at every token renewal', async () => {
  const tenant = await makeTenant({ zone: 'America/Sao_Paulo' });
  const [person, admin] = [await makeUser(tenant), await makeUser(tenant, { profile: 'admin' })];
  await query('update users set access_hours = $2::jsonb where id = any ($1)', [[person.id, admin.id], hours('08:00', '18:00')]);
  // Noon and 20:00 in São Paulo.
  const [noon, evening] = [{ at: '2026-11-24T15:00:00Z' }, { at: '2026-11-24T23:00:00Z' }];
  const login = (email: string, options: object) => api(harness, tenant).post('/api/login', { email, password }, options);
  const refused = await login(person.email, evening);
  expect(refused).toMatchObject({ status: 403, body: { status: 'horario_not_allowed', vars: { zone: 'America/Sao_Paulo' } } });
  // Only a caller who knows the password learns when access opens.
  expect(JSON.parse(refused.body.vars.hours)).toMatchObject([{ from: expect.any(String), to: '18:00' }]);
  expect(Date.parse(refused.body.vars.opens)).toBeGreaterThan(Date.parse(evening.at));
  const stranger = await api(harness, tenant).post('/api/login', { email: person.email, password: 'another password' }, evening);
  expect(stranger.body).toMatchObject({ status: 'error_user_or_password' });
  expect(stranger.body.vars?.hours).toBeUndefined();
  expect((await login(admin.email, evening)).status).toBe(200);
  const client = api(harness, tenant, (await login(person.email, noon)).body.token);
  expect((await client.post('/api/refresh/token', {}, { at: '2026-11-24T20:59:00Z' })).status).toBe(200);
  const ended = await client.post('/api/refresh/token', {}, { at: '2026-11-24T21:01:00Z' });
  expect(ended).toMatchObject({ status: 403, body: { status: 'horario_not_allowed' } });
});

test('hours past midnight belong to the day on which they begin', async () => {
  const tenant = await makeTenant({ zone: 'Europe/Lisbon' });
  const person = await makeUser(tenant);
  // From Saturday 22:00 until Sunday 06:00; clocks go back an hour that night.
  await query('update users set access_hours = $2::jsonb where id = $1', [
    person.id,
    JSON.stringify([{ days: [6], from: '22:00', to: '06:00' }]),
  ]);
  const at = async (instant: string) =>
    (await api(harness, tenant).post('/api/login', { email: person.email, password }, { at: instant })).status;
  expect(await at('2026-10-24T20:59:00Z')).toBe(403);
  expect(await at('2026-10-24T21:01:00Z')).toBe(200);
  expect(await at('2026-10-25T05:59:00Z')).toBe(200);
  expect(await at('2026-10-25T06:01:00Z')).toBe(403);
});

test('one unit’s list does not affect another unit', async () => {
  const [tenant, other] = [await makeTenant({ settings: listed }), await makeTenant()];
  const email = `${randomUUID()}@people.test`;
  await makeUser(tenant, { email });
  await makeUser(other, { email });
  expect((await api(harness, other).post('/api/login', { email, password }, home)).status).toBe(200);
});
