import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { outcome } from '../attack/sql-roles.ts';
import { api, signIn } from '../support/api.ts';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { authenticator, codeAt, mailedCode, makeFactor } from '../support/make-factor.ts';
import { makeTenant, type Tenant } from '../support/make-tenant.ts';
import { makeUser, type User } from '../support/make-user.ts';
import { password } from '../support/password.ts';
import { getAddress } from '../support/test-file.ts';

const harness = useHarness();
const own = '/api/auth/account/factors';
const refused = (status: number, code: string) => ({ status, body: { status: code } });

const recoveryHash = (code: string) =>
  createHash('sha256')
    .update(`recovery ${code.replaceAll('-', '')}`)
    .digest('hex');

async function inside(tenant: Tenant, user: User) {
  return api(harness, tenant, await signIn(harness, tenant, user));
}
/** Signed in with password and the code of the app that `makeFactor` sets up. */
async function insideWithCode(tenant: Tenant, user: User, at = Date.now()) {
  const when = { at: new Date(at).toISOString() };
  const { body } = await api(harness, tenant).post('/api/login', { email: user.email, password }, when);
  const done = await api(harness, tenant).post('/api/login/2fa', { token: body.token, code: codeAt(at) }, when);
  expect(done.status).toBe(200);
  return api(harness, tenant, done.body.token);
}
async function addPasskey(
  client: ReturnType<typeof api>,
  tenant: Tenant,
  user: User,
  device = authenticator(tenant.host),
  name = 'Notebook',
) {
  const options = await client.post('/api/auth/account/passkeys/options', { password, mail_code: await mailedCode(user) });
  expect(options.status).toBe(200);
  return {
    device,
    options: options.body,
    made: await client.post('/api/auth/account/passkeys', { name, passkey: device.make(options.body) }),
  };
}
const getChallenge = async (tenant: Tenant) => (await api(harness, tenant).post('/api/login/passkey/options', {})).body.challenge;
const come = (tenant: Tenant, passkey: object) => api(harness, tenant).post('/api/login/passkey', { passkey });

test('a passkey is added with the password, signs in by itself, is counted, renamed and removed', async () => {
  const tenant = await makeTenant();
  const user = await makeUser(tenant);
  const client = await inside(tenant, user);
  expect(await client.post('/api/auth/account/passkeys/options', {})).toMatchObject(refused(422, 'factor_proof'));
  expect(await client.post('/api/auth/account/passkeys/options', { password: 'outra' })).toMatchObject(refused(422, 'password_wrong'));
  const { device, options, made } = await addPasskey(client, tenant, user);
  expect(options).toMatchObject({ rp: { id: tenant.host }, user: { name: user.email } });
  expect(made.body.recovery_codes).toHaveLength(10);
  const entered = await come(tenant, device.sign(await getChallenge(tenant)));
  expect(entered.body).toMatchObject({ status: 'ok', auth_type: 'passkey', user: { id: user.id } });
  expect(
    await query("select factor_at is not null as given from sessions where user_id = $1 and auth_type = 'passkey'", [user.id]),
  ).toEqual([{ given: true }]);
  const { body } = await client.get(own);
  expect(body).toMatchObject({
    app: null,
    recovery: 10,
    passkeys: [{ name: 'Notebook', host: tenant.host, here: true, usedAt: expect.any(String) }],
  });
  const [{ id }] = body.passkeys;
  const again = api(harness, tenant, entered.body.token);
  expect((await again.put(`${own}/${id}`, { name: 'Pes\u200bsoal\u202e' })).status).toBe(200);
  expect((await client.get(own)).body.passkeys).toMatchObject([{ name: 'Pessoal' }]);
  const stranger = await inside(tenant, await makeUser(tenant));
  expect(await stranger.put(`${own}/${id}`, { name: 'Meu' })).toMatchObject(refused(404, 'not_found'));
  expect(await stranger.post(`${own}/${id}/remove`, { password })).toMatchObject(refused(404, 'not_found'));
  // In a session begun without a factor, a password alone no longer removes one.
  await query("update sessions set factor_at = null where user_id = $1 and auth_type = 'password'", [user.id]);
  expect(await client.post(`${own}/${id}/remove`, { password })).toMatchObject(refused(422, 'factor_code'));
  expect((await again.post(`${own}/${id}/remove`, { password })).status).toBe(200);
  expect((await come(tenant, device.sign(await getChallenge(tenant)))).body.status).toBe('factor_wrong');
  expect(await query('select f.id from factors f join users u on u.account_id = f.holder where u.id = $1', [user.id])).toEqual([]);
  expect(await query('select kind from notifications where user_id = $1 order by created_at', [user.id])).toEqual([
    { kind: 'factor_added' },
    { kind: 'factor_removed' },
  ]);
});

test('a code alone changes no factor of an account with a password, however many codes were seen; with the password it does', async () => {
  const tenant = await makeTenant();
  const user = await makeUser(tenant);
  const { id } = await makeFactor(user, ['AAAA-BBBB-CCCC-DDDD', 'EEEE-FFFF-GGGG-HHHH', 'KKKK-FFFF-GGGG-HHHH', 'MMMM-FFFF-GGGG-HHHH']);
  const client = await insideWithCode(tenant, user);
  const { body: fresh } = await client.post(`${own}/start`);
  const app = { id: fresh.id, seal: fresh.seal, name: 'De outro', app_code: codeAt(Date.now(), fresh.key) };
  const changes = [
    ['/api/auth/account/passkeys/options', {}],
    [own, app],
    ['/api/auth/account/recovery-codes', {}],
    [`${own}/${id}/remove`, {}],
  ] as const;
  const code = 'AAAA-BBBB-CCCC-DDDD';
  const forgive = () => query("delete from attempts a using users u where u.id = $1 and a.key = 'mp ' || u.account_id", [user.id]);
  const left = () =>
    query('select f.kind, f.used_at from factors f join users u on u.account_id = f.holder where u.id = $1 order by f.id', [user.id]);
  const before = await left();
  for (const fresh of [true, false]) {
    await query('update sessions set factor_at = case when $2::boolean then now() end where user_id = $1', [user.id, fresh]);
    expect((await client.get(own)).body.proof).toBe(fresh ? 'password' : 'both');
    for (const [path, body] of changes) {
      const asked = { status: 422, body: { status: 'factor_proof', field: 'password' } };
      expect(await client.post(path, { ...body, code }), path).toMatchObject(asked);
      expect((await client.post(path, { ...body, code, password: 'outra' })).body.status, path).toBe('password_wrong');
      await forgive();
    }
  }
  // Nothing was used up, and nothing planted. The database asks for the password that was verified as well.
  const [at] = await query('select s.id as sid from sessions s where s.user_id = $1', [user.id]);
  const enter = ['select app.enter($1::uuid, 1, $2::uuid, null)', [at?.sid, tenant.id]] as const;
  for (const [seen, state] of [
    [{}, 'proof'],
    [{ seen: 'other' }, 'wrong'],
  ] as const) {
    const proof = JSON.stringify({ kind: 'recovery', hash: `\\x${recoveryHash(code)}`, ...seen });
    const write = `select app.factor_write('${proof}', 'codes', '{"bound":"account","codes":[]}', null, null) as state`;
    expect(await outcome('app', enter, write)).toEqual([{ state }]);
  }
  expect(await left()).toEqual(before);
  for (const [path, body] of changes)
    expect(await client.post(path, { ...body, password }), path).toMatchObject(refused(422, 'factor_code'));
  await forgive();
  expect((await client.post('/api/auth/account/passkeys/options', { code, password })).status).toBe(200);
  await query('update sessions set factor_at = null where user_id = $1', [user.id]);
  expect((await client.post(`${own}/confirm`, { code: 'EEEE-FFFF-GGGG-HHHH' })).status).toBe(200);
  await query('update sessions set factor_at = null where user_id = $1', [user.id]);
  expect((await client.post(`${own}/${id}/remove`, { code: 'KKKK-FFFF-GGGG-HHHH', password })).status).toBe(200);
});

test('a passkey is accepted only for its own host, challenge, purpose and gesture, and once', async () => {
  const tenant = await makeTenant();
  const other = await makeTenant();
  const user = await makeUser(tenant);
  await makeUser(other, { email: user.email });
  const { device } = await addPasskey(await inside(tenant, user), tenant, user);
  const challenge = await getChallenge(tenant);
  const good = device.sign(challenge);
  const wrongs = [{ origin: `http://${other.host}` }, { rpId: other.host }, { verified: false }, { type: 'webauthn.create' }];
  // No user was named: the answer itself must name the passkey's owner correctly.
  for (const wrong of [...wrongs, { userHandle: Buffer.from(user.id).toString('base64url') }])
    expect(await come(tenant, device.sign(await getChallenge(tenant), wrong)), JSON.stringify(wrong)).toMatchObject(
      refused(422, 'factor_wrong'),
    );
  const nameless = device.sign(await getChallenge(tenant));
  const { userHandle: _, ...response } = nameless.response;
  expect(await come(tenant, { ...nameless, response })).toMatchObject(refused(422, 'factor_wrong'));
  expect((await come(other, good)).status).not.toBe(200);
  const foreign = await getChallenge(other);
  expect((await come(tenant, device.sign(foreign))).body.status).toBe('factor_over');
  expect((await come(other, device.sign(foreign))).status).not.toBe(200);
  expect((await come(tenant, device.sign('A'.repeat(43)))).body.status).toBe('factor_over');
  const stranger = authenticator(tenant.host);
  expect((await come(tenant, { ...stranger.sign(await getChallenge(tenant)), id: device.id, rawId: device.id })).body.status).toBe(
    'factor_wrong',
  );
  const answers = await Promise.all(Array.from({ length: 60 }, () => come(tenant, good)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  // A counter that does not increase indicates a copy.
  expect((await come(tenant, device.sign(await getChallenge(tenant), { counter: 1 }))).body.status).toBe('factor_wrong');
});

test('a passkey is also a second factor, bound to the pending sign-in', async () => {
  const tenant = await makeTenant();
  const user = await makeUser(tenant);
  const { device } = await addPasskey(await inside(tenant, user), tenant, user);
  const wait = async () => (await api(harness, tenant).post('/api/login', { email: user.email, password })).body.token;
  const [one, two] = [await wait(), await wait()];
  const page = (await api(harness, tenant).post('/api/login/2fa/config', { token: one })).body;
  expect(page).toMatchObject({
    mode: 'enter',
    app: false,
    recovery: true,
    setup: null,
    passkey: { rpId: tenant.host, allowCredentials: [{ id: device.id }] },
  });
  const passkey = device.sign(page.passkey.challenge);
  expect((await api(harness, tenant).post('/api/login/2fa', { token: two, passkey })).body.status).toBe('factor_wrong');
  // The user is known here: an answer may leave out whose passkey it is, but not name another.
  const userHandle = Buffer.from(user.id).toString('base64url');
  const other = device.sign(page.passkey.challenge, { userHandle });
  expect((await api(harness, tenant).post('/api/login/2fa', { token: one, passkey: other })).body.status).toBe('factor_wrong');
  expect((await api(harness, tenant).post('/api/login/2fa', { token: one, passkey })).body).toMatchObject({
    status: 'ok',
    auth_type: 'password',
  });
});

test('a challenge for a new passkey is for one user and one use', async () => {
  const tenant = await makeTenant();
  const [user, other] = [await makeUser(tenant), await makeUser(tenant)];
  const [client, stranger] = [await inside(tenant, user), await inside(tenant, other)];
  const options = await client.post('/api/auth/account/passkeys/options', { password, mail_code: await mailedCode(user) });
  const passkey = authenticator(tenant.host).make(options.body);
  expect(await stranger.post('/api/auth/account/passkeys', { name: 'Meu', passkey })).toMatchObject(refused(410, 'factor_over'));
  const { device, made } = await addPasskey(client, tenant, user);
  expect(made.status).toBe(200);
  expect((await client.post('/api/auth/account/passkeys', { name: 'Outro', passkey: device.make(options.body) })).status).toBe(410);
  expect((await come(tenant, authenticator(tenant.host).sign(options.body.challenge))).status).not.toBe(200);
});

test('a device may attest itself; a maker’s certificate is not read, and an answer that relies on one is refused', async () => {
  const tenant = await makeTenant();
  const user = await makeUser(tenant);
  const client = await inside(tenant, user);
  const made = async (vouched: 'packed' | 'apple') => {
    const options = await client.post('/api/auth/account/passkeys/options', { password, mail_code: await mailedCode(user) });
    const passkey = authenticator(tenant.host).make(options.body.challenge, { vouched });
    return client.post('/api/auth/account/passkeys', { name: vouched, passkey });
  };
  expect(await made('apple')).toMatchObject({ status: 422, body: { status: 'factor_wrong' } });
  expect((await made('packed')).status).toBe(200);
});

test('an app is added with its first code, once; recovery codes are regenerated, and the old ones stop working', async () => {
  const tenant = await makeTenant();
  const user = await makeUser(tenant);
  const client = await inside(tenant, user);
  const { body: fresh } = await client.post(`${own}/start`);
  const add = (more: object) => client.post(own, { id: fresh.id, seal: fresh.seal, name: 'Telefone', ...more });
  expect(await add({ app_code: '000000', password })).toMatchObject({ status: 422, body: { status: 'factor_wrong', field: 'app_code' } });
  expect(await add({ app_code: codeAt(Date.now(), fresh.key) })).toMatchObject(refused(422, 'factor_proof'));
  expect(await add({ app_code: codeAt(Date.now(), fresh.key), password })).toMatchObject({
    status: 422,
    body: { status: 'factor_mail_code', field: 'mail_code' },
  });
  const mail_code = await mailedCode(user);
  const added = await add({ app_code: codeAt(Date.now(), fresh.key), password, mail_code });
  expect(added.body.recovery_codes).toHaveLength(10);
  expect((await add({ app_code: codeAt(Date.now(), fresh.key), password })).status).toBeGreaterThanOrEqual(409);
  const [spent, kept] = added.body.recovery_codes;
  const renewed = await client.post('/api/auth/account/recovery-codes', { password, code: spent });
  expect(renewed.body.recovery_codes).toHaveLength(10);
  expect((await client.post('/api/auth/account/recovery-codes', { password, code: kept })).body.status).toBe('factor_wrong');
  expect((await client.post('/api/auth/account/recovery-codes', { password, code: renewed.body.recovery_codes[3] })).status).toBe(200);
});

test('the last factor cannot be removed where one is required; failed proofs are limited', async () => {
  const tenant = await makeTenant({ settings: { mfa_master: 'S' } });
  const user = await makeUser(tenant);
  const { id } = await makeFactor(user);
  const client = await insideWithCode(tenant, user);
  expect(await client.post(`${own}/${id}/remove`, { password })).toMatchObject(refused(409, 'factor_required'));
  const said: string[] = [];
  for (let index = 0; index < 12; index++) said.push((await client.post(`${own}/confirm`, { code: '000000' })).body.status);
  expect(said.filter((status) => status === 'too_many_attempts').length).toBeGreaterThanOrEqual(2);
});

test('an administrator can remove a user’s factors of the unit, which ends their sessions; never their own or an account’s', async () => {
  const tenant = await makeTenant();
  const [admin, user] = [await makeUser(tenant, { profile: 'admin', name: 'Ana Nunes' }), await makeUser(tenant)];
  await makeFactor(user, [], { bound: 'unit' });
  await makeFactor(admin);
  const person = await inside(tenant, user);
  const client = await insideWithCode(tenant, admin);
  const of = (who: User) => `/api/auth/users/${who.id}/factors`;
  expect((await client.get(of(user))).body).toMatchObject({ app: true, passkeys: 0, bound: 1 });
  expect(await person.post(`${of(admin)}/reset`)).toMatchObject(refused(403, 'not_permitted'));
  expect(await client.post(`${of(admin)}/reset`)).toMatchObject(refused(409, 'own_person'));
  await makeFactor(user);
  expect((await client.post(`${of(user)}/reset`)).status).toBe(200);
  expect((await person.get(own)).status).toBe(401);
  // The account's factor remains: it is still required, and no administrator can remove it.
  expect((await client.get(of(user))).body).toMatchObject({ app: true, recovery: 2, bound: 0 });
  expect(await client.post(`${of(user)}/reset`)).toMatchObject(refused(409, 'factor_account'));
  await insideWithCode(tenant, user);
  expect(await client.post(`${of(await makeUser(tenant))}/reset`)).toMatchObject(refused(409, 'factor_none'));
  expect(await query("select kind, vars from notifications where user_id = $1 and kind = 'factors_reset'", [user.id])).toEqual([
    { kind: 'factors_reset', vars: { person: 'Ana Nunes' } },
  ]);
  expect(await query("select user_id from audit where tenant_id = $1 and what = 'factor.reset'", [tenant.id])).toEqual([
    { user_id: admin.id },
  ]);
});

test('the second factor settings are refused where the layer above keeps them, and hidden', async () => {
  const partner = await makeTenant({ kind: 'partner' });
  const unit = await makeTenant({ parent: partner });
  const client = await inside(unit, await makeUser(unit, { profile: 'admin' }));
  const save = (body: object) => client.post('/api/auth/config/update', body);
  expect((await save({ mfa_master: 'S', mfa_required: 'administrators', mfa_trust_sso: 'N' })).status).toBe(200);
  expect((await client.get('/api/auth/config/getConfig')).body.config).toMatchObject({
    mfa_master: 'S',
    mfa_required: 'administrators',
    mfa_trust_sso: 'N',
    mfa_permission_admin: 'S',
  });
  // A unit may post the permission back; its value is ignored.
  expect((await save({ mfa_permission_admin: 'N' })).status).toBe(200);
  expect((await save({ below_mfa: false })).status).toBe(422);
  const boss = await inside(partner, await makeUser(partner, { profile: 'master' }));
  expect((await boss.post('/api/auth/config/update', { mfa_permission_admin: 'N' })).status).toBe(200);
  for (const field of [{ mfa_master: 'N' }, { mfa_required: 'all' }, { mfa_trust_sso: 'S' }])
    expect(await save(field)).toMatchObject({ status: 403, body: { status: 'function_disabled', field: 'mfa_master' } });
  const { config } = (await client.get('/api/auth/config/getConfig')).body;
  expect(config).toMatchObject({ mfa_permission_admin: 'N', functions: { mfa: false } });
  for (const field of ['mfa_master', 'mfa_required', 'mfa_trust_sso']) expect(config).not.toHaveProperty(field);
  expect((await client.get('/api/auth/config/history?area=security')).body.items).toEqual([]);
  expect((await save({ login_timeout: 5 })).status).toBe(200);
  expect((await client.get('/api/auth/config/history?area=security')).body.items).toMatchObject([{ fields: [{ field: 'login_timeout' }] }]);
});

test('a partner with a factor passes it again after twelve hours before entering a unit', async () => {
  const partner = await makeTenant({ kind: 'partner' });
  const unit = await makeTenant({ parent: partner });
  await query('update relations set verify = false where tenant_id = $1', [unit.id]);
  const master = await makeUser(partner, { profile: 'master' });
  const enter = (client: ReturnType<typeof api>) => client.post('/api/auth/change/partner/to/admin/no/verify', { company: unit.id });
  expect((await enter(await inside(partner, master))).body.status).toBe('change');
  await makeFactor(master);
  const client = await insideWithCode(partner, master);
  expect((await enter(client)).body.status).toBe('change');
  await query("update sessions set factor_at = now() - interval '13 hours' where user_id = $1", [master.id]);
  expect(await enter(client)).toMatchObject(refused(403, 'factor_stale'));
  expect((await client.post(`${own}/confirm`, { code: 'AAAA-BBBB-CCCC-DDDD' })).status).toBe(200);
  expect((await enter(client)).body.status).toBe('change');
  await query(`update sessions set factor_at = null where user_id = $1`, [master.id]);
  await query('delete from factors where account_id = (select account_id from users where id = $1)', [master.id]);
  await query(`update settings set "values" = '{"mfa_master":"S"}' where tenant_id = $1`, [partner.id]);
  expect(await enter(client)).toMatchObject(refused(403, 'factor_stale'));
});

test('a passkey of this host proves it as well, once, by the user it was requested for', async () => {
  const tenant = await makeTenant();
  const [user, other] = [await makeUser(tenant), await makeUser(tenant)];
  const client = await inside(tenant, user);
  const ask = (from = client) => from.post('/api/auth/account/passkeys/challenge', {});
  expect((await ask()).body).toEqual({ challenge: null });
  const { device } = await addPasskey(client, tenant, user);
  const stranger = await inside(tenant, other);
  const theirs = (await addPasskey(stranger, tenant, other)).device;
  await query('update sessions set factor_at = null where user_id = $1', [user.id]);
  const confirm = (passkey: object, from = client) => from.post(`${own}/confirm`, { passkey });
  const { challenge } = (await ask()).body;
  expect(challenge).toMatchObject({ rpId: tenant.host, allowCredentials: [{ id: device.id }] });
  for (const wrong of [
    device.sign(challenge.challenge, { origin: 'https://evil.test' }),
    device.sign(challenge.challenge, { verified: false }),
    theirs.sign(challenge.challenge),
    // Not requested here: a challenge of the sign-in, and one of another user.
    device.sign(await getChallenge(tenant)),
    device.sign((await ask(stranger)).body.challenge.challenge),
  ])
    expect((await confirm(wrong)).status).not.toBe(200);
  const given = async () => (await query('select factor_at is not null as given from sessions where user_id = $1', [user.id]))[0]?.given;
  expect(await given()).toBe(false);
  const right = device.sign(challenge.challenge);
  expect((await confirm(right)).status).toBe(200);
  expect(await given()).toBe(true);
  expect((await confirm(right)).status).not.toBe(200);
  expect((await client.post(`${own}/confirm`, {})).body).toMatchObject({ status: 'required', field: 'code' });
});

test('sign-in challenges are limited per address and unit, with room for an office; a mere offer is omitted, not refused', async () => {
  const [tenant, other] = [await makeTenant(), await makeTenant()];
  const path = '/api/login/passkey/options';
  const ask = (body: object = {}, more: object = {}, place = tenant) => api(harness, place).post(path, body, more);
  expect((await ask({ offer: true })).body).toMatchObject({ rpId: tenant.host, challenge: expect.any(String) });
  const key = `po ${tenant.id} %`;
  expect(await query('update attempts set n = 598 where key like $1 returning n', [key])).toHaveLength(1);
  const last = await Promise.all(Array.from({ length: 20 }, () => ask()));
  expect(last.filter(({ status }) => status === 200)).toHaveLength(2);
  const tickets = () => query("select count(*)::int as n from tickets where tenant_id = $1 and purpose = 'passkey'", [tenant.id]);
  expect(await tickets()).toEqual([{ n: 3 }]);
  const refused = await ask();
  expect(refused).toMatchObject({ status: 429, body: { status: 'too_many_attempts' } });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(600);
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(900);
  expect(await ask({ offer: true })).toMatchObject({ status: 200, body: null });
  expect(await tickets()).toEqual([{ n: 3 }]);
  // Earlier challenges stay valid; other units and addresses are unaffected, and this one works again after the wait.
  expect((await come(tenant, authenticator(tenant.host).sign(last.find(({ status }) => status === 200)?.body.challenge))).status).toBe(422);
  expect((await ask({}, {}, other)).status).toBe(200);
  expect((await ask({}, { headers: { 'cf-connecting-ip': getAddress(77) } })).status).toBe(200);
  expect((await ask({}, { at: new Date(Date.now() + 16 * 60_000).toISOString() })).status).toBe(200);
  for (const body of [{ offer: 'true' }, { offer: 1 }, { offer: null }, { offer: true, more: 1 }, [], 'x'])
    expect((await api(harness, tenant).post(path, body)).status, JSON.stringify(body)).toBeGreaterThanOrEqual(400);
});
