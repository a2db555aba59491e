import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { api, signIn } from '../support/api.ts';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { authenticator, codeAt, mailedCode, makeFactor, makePasskey } from '../support/make-factor.ts';
import { makeTenant, type Tenant } from '../support/make-tenant.ts';
import { makeUser, type User } from '../support/make-user.ts';
import { password } from '../support/password.ts';

const harness = useHarness();
const now = Date.now();
const at = (minutes: number) => ({ at: new Date(now + minutes * 60_000).toISOString() });
const late = (minutes: number) => now + minutes * 60_000;

/** Signs in with the right password when a second factor is required: the token of the two-factor page. */
async function pending(tenant: Tenant, user: User, options = {}): Promise<string> {
  const { status, body } = await api(harness, tenant).post('/api/login', { email: user.email, password }, options);
  expect([status, body.status]).toEqual([403, 'redirect_two_factor']);
  return body.token;
}
const give = (tenant: Tenant, token: string, body: object, options = {}) =>
  api(harness, tenant).post('/api/login/2fa', { token, ...body }, options);
const getSessions = (user: User) => query('select auth_type, factor_at is not null as given from sessions where user_id = $1', [user.id]);
async function holder(settings = {}, options = {}) {
  const tenant = await makeTenant({ settings });
  const user = await makeUser(tenant, options);
  await makeFactor(user);
  return { tenant, user };
}

test('a user who needs a second factor sets it up with its first code, gets ten recovery codes once, and is signed in', async () => {
  const tenant = await makeTenant({ settings: { mfa_master: 'S' } });
  const user = await makeUser(tenant);
  const token = await pending(tenant, user);
  const page = await api(harness, tenant).post('/api/login/2fa/config', { token });
  expect(page.body).toMatchObject({
    mode: 'setup',
    email: user.email,
    app: false,
    passkey: null,
    setup: { key: expect.stringMatching(/^[A-Z2-7]{32}$/) },
  });
  const { id, seal, key, uri } = page.body.setup;
  expect(uri).toContain(`secret=${key}`);
  const setup = { id, seal };
  expect(await give(tenant, token, { code: '000000', setup })).toMatchObject({
    status: 422,
    body: { status: 'factor_wrong', field: 'code' },
  });
  expect((await give(tenant, token, { code: codeAt(Date.now(), key), setup: { id: crypto.randomUUID(), seal } })).status).toBe(422);
  expect(await getSessions(user)).toEqual([]);
  // A password alone sets up nothing: the platform mails a code to the account's own address.
  expect(page.body.mailCode).toBe(true);
  expect(await give(tenant, token, { code: codeAt(Date.now(), key), setup })).toMatchObject({
    status: 422,
    body: { status: 'factor_mail_code', field: 'mail_code' },
  });
  const mail_code = await mailedCode(user);
  const done = await give(tenant, token, { code: codeAt(Date.now(), key), setup, mail_code });
  expect(done).toMatchObject({ status: 200, body: { status: 'ok', user: { id: user.id }, auth_type: 'password', intended: '/' } });
  expect(new Set(done.body.recovery_codes).size).toBe(10);
  expect(await getSessions(user)).toEqual([{ auth_type: 'password', given: true }]);
  const stored = JSON.stringify(
    await query('select * from factors f join users u on u.account_id = f.account_id where u.id = $1', [user.id]),
  );
  for (const secret of [key, ...done.body.recovery_codes]) expect(stored).not.toContain(secret);
  expect((await give(tenant, token, { code: codeAt(Date.now(), key), setup })).body.status).toBe('factor_over');
  expect(await query('select kind from notifications where user_id = $1', [user.id])).toEqual([{ kind: 'factor_added' }]);
});

test('the second step names the language of a user who chose one; the first step names none', async () => {
  const tenant = await makeTenant({ settings: { mfa_master: 'S' } });
  const languageAt = async (user: User) =>
    (await api(harness, tenant).post('/api/login/2fa/config', { token: await pending(tenant, user) })).body.language;
  const user = await makeUser(tenant, { language: 'es' });
  expect(await languageAt(user)).toBe('es');
  await makeFactor(user);
  expect(await languageAt(user)).toBe('es');
  expect(await languageAt(await makeUser(tenant))).toBeNull();
  const login = (email: string, typed: string) => api(harness, tenant).post('/api/login', { email, password: typed });
  const [right, wrong, unknown] = [await login(user.email, password), await login(user.email, 'x'), await login('no@people.test', 'x')];
  expect(right.text).not.toContain('"es"');
  expect({ ...wrong.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' });
});

test('a user who needs a second factor may add a passkey instead, which then is the second step, and gets ten recovery codes', async () => {
  const tenant = await makeTenant({ settings: { mfa_master: 'S' } });
  const user = await makeUser(tenant);
  const token = await pending(tenant, user);
  const { setupPasskey: options } = (await api(harness, tenant).post('/api/login/2fa/config', { token })).body;
  expect(options).toMatchObject({ rp: { id: tenant.host, name: tenant.name }, user: { name: user.email }, excludeCredentials: [] });
  const device = authenticator(tenant.host);
  const wrong = [
    device.make(randomBytes(32).toString('base64url')),
    device.make(options.challenge, { origin: 'https://evil.test' }),
    device.make(options.challenge, { rpId: 'evil.test' }),
    device.make(options.challenge, { verified: false }),
  ];
  for (const setupPasskey of wrong)
    expect(await give(tenant, token, { setupPasskey })).toMatchObject({ status: 422, body: { status: 'factor_wrong' } });
  expect(await getSessions(user)).toEqual([]);
  const done = await give(tenant, token, { setupPasskey: device.make(options), mail_code: await mailedCode(user) });
  expect(done).toMatchObject({ status: 200, body: { status: 'ok', user: { id: user.id } } });
  expect(new Set(done.body.recovery_codes).size).toBe(10);
  expect(await getSessions(user)).toEqual([{ auth_type: 'password', given: true }]);
  expect(await query('select kind from notifications where user_id = $1', [user.id])).toEqual([{ kind: 'factor_added' }]);
  expect(await query("select change from audit where row_id = $1 and what = 'factor.added'", [user.id])).toEqual([
    { change: { after: { kind: 'passkey' } } },
  ]);
  // From now on it is required; a password alone sets up no other one.
  const next = await pending(tenant, user);
  const page = (await api(harness, tenant).post('/api/login/2fa/config', { token: next })).body;
  expect(page).toMatchObject({ mode: 'enter', recovery: true, setup: null, setupPasskey: null });
  const other = authenticator(tenant.host);
  expect((await give(tenant, next, { setupPasskey: other.make(options.challenge) })).body.status).toBe('factor_over');
  expect((await give(tenant, next, { passkey: device.sign(page.passkey.challenge) })).status).toBe(200);
});

test('a passkey that belongs to one user cannot be added by another', async () => {
  const tenant = await makeTenant({ settings: { mfa_master: 'S' } });
  const device = authenticator(tenant.host);
  await makePasskey(await makeUser(tenant), device);
  const user = await makeUser(tenant);
  const token = await pending(tenant, user);
  const { challenge } = (await api(harness, tenant).post('/api/login/2fa/config', { token })).body.setupPasskey;
  expect((await give(tenant, token, { setupPasskey: device.make(challenge), mail_code: await mailedCode(user) })).body.status).toBe(
    'factor_wrong',
  );
});

test('a code is valid one step before and after, and never twice, for any ticket', async () => {
  const { tenant, user } = await holder();
  const [one, two] = [await pending(tenant, user, at(0)), await pending(tenant, user, at(0))];
  for (const steps of [-2, 2])
    expect((await give(tenant, one, { code: codeAt(now + steps * 30_000) }, at(0))).body.status).toBe('factor_wrong');
  const code = codeAt(now + 30_000);
  expect((await give(tenant, one, { code }, at(0))).status).toBe(200);
  expect((await give(tenant, two, { code }, at(0))).body.status).toBe('factor_wrong');
  expect((await give(tenant, two, { code: codeAt(now) }, at(0))).body.status).toBe('factor_wrong');
  expect((await give(tenant, two, { code: codeAt(now + 60_000) }, at(0.5))).status).toBe(200);
});

test('of sixty concurrent uses of one ticket and code, one signs in', async () => {
  const { tenant, user } = await holder();
  const token = await pending(tenant, user);
  const answers = await Promise.all(Array.from({ length: 60 }, () => give(tenant, token, { code: codeAt(Date.now()) })));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
  expect(await getSessions(user)).toHaveLength(1);
});

test('of sixty concurrent uses of one recovery code, one signs in; it is used up and notified, and the others stay valid', async () => {
  const { tenant, user } = await holder();
  const tokens: string[] = [];
  for (let index = 0; index < 4; index++) tokens.push(await pending(tenant, user));
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, index) => give(tenant, tokens[index % 4] ?? '', { code: 'aaaa bbbb cccc dddd' })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await getSessions(user)).toHaveLength(1);
  expect(await query("select vars from notifications where user_id = $1 and kind = 'recovery_used'", [user.id])).toEqual([
    { vars: { left: 1 } },
  ]);
  await query(
    "delete from attempts x using users u where u.id = $1 and x.key in ('m ' || coalesce(u.account_id, u.id), 'u ' || u.tenant_id || ' ' || u.email)",
    [user.id],
  );
  const token = await pending(tenant, user);
  expect((await give(tenant, token, { code: 'AAAA-BBBB-CCCC-DDDD' })).body.status).toBe('factor_wrong');
  expect((await give(tenant, token, { code: 'EEEE-FFFF-GGGG-HHHH' })).status).toBe(200);
});

test('a ticket dies after five wrong codes or ten minutes, and works on its own host only', async () => {
  const { tenant, user } = await holder();
  const other = await makeTenant();
  const token = await pending(tenant, user);
  for (let index = 0; index < 5; index++) expect((await give(tenant, token, { code: '000000' })).body.status).toBe('factor_wrong');
  expect(await give(tenant, token, { code: codeAt(Date.now()) })).toMatchObject({ status: 410, body: { status: 'factor_over' } });
  const old = await pending(tenant, user);
  expect((await give(other, old, { code: codeAt(Date.now()) })).status).toBe(410);
  expect((await api(harness, tenant).post('/api/saml/callback', { code: old })).body.status).toBe('error_saml');
  expect((await give(tenant, old, { code: codeAt(late(11)) }, at(11))).status).toBe(410);
  expect((await api(harness, tenant).post('/api/login/2fa/config', { token: old }, at(11))).status).toBe(410);
  expect(await getSessions(user)).toEqual([]);
});

test('new tickets do not allow more guesses with a known password, and the wait is stated', async () => {
  const { tenant, user } = await holder();
  const said: string[] = [];
  for (let ticket = 0; ticket < 3; ticket++) {
    const token = await pending(tenant, user);
    for (let index = 0; index < 4; index++) {
      const { status, body, headers } = await give(tenant, token, { code: '000000' });
      said.push(body.status);
      if (status === 429) expect(Number(headers.get('retry-after'))).toBeGreaterThan(60);
    }
  }
  expect(said).toEqual([...Array(10).fill('factor_wrong'), 'too_many_attempts', 'too_many_attempts']);
});

test.each([
  ['all', 'user', true],
  ['all', 'admin', true],
  ['administrators', 'user', false],
  ['administrators', 'admin', true],
] as const)('if a factor is required of %s, for a user with the profile %s it is: %s', async (mfa_required, profile, asked) => {
  const tenant = await makeTenant({ settings: { mfa_master: 'S', mfa_required } });
  const user = await makeUser(tenant, { profile });
  const { body } = await api(harness, tenant).post('/api/login', { email: user.email, password });
  expect(body.status).toBe(asked ? 'redirect_two_factor' : 'ok');
});

test('a device is remembered for thirty days, for this user alone, until a factor is removed', async () => {
  const { tenant, user } = await holder();
  const done = await give(tenant, await pending(tenant, user, at(0)), { code: codeAt(now), remember: true }, at(0));
  const cookie = done.headers.get('set-cookie')?.split(';')[0] ?? '';
  const again = (days: number, who = user, more = {}) =>
    api(harness, tenant).post('/api/login', { email: who.email, password }, { headers: { cookie }, ...at(days * 1440), ...more });
  expect((await again(1)).body.status).toBe('ok');
  // The session stores when the factor was passed, for checks of its age.
  const [session] = await query('select factor_at from sessions where user_id = $1 order by created_at desc limit 1', [user.id]);
  expect(Math.abs(new Date(session?.factor_at as string).getTime() - now)).toBeLessThan(5000);
  const other = await makeUser(tenant);
  await makeFactor(other);
  expect((await again(1, other)).body.status).toBe('redirect_two_factor');
  expect((await again(31)).body.status).toBe('redirect_two_factor');
  const own = api(harness, tenant, done.body.token);
  const [{ id } = { id: '' }] = await query(
    "select f.id from factors f join users u on u.account_id = f.holder where u.id = $1 and f.kind = 'totp'",
    [user.id],
  );
  expect((await own.post(`/api/auth/account/factors/${id}/remove`, { password }, at(1))).status).toBe(200);
  await makeFactor(user);
  expect((await again(1)).body.status).toBe('redirect_two_factor');
});

test('no route bypasses it: company change, a password link, or an untrusted provider’s answer', async () => {
  const { tenant, user } = await holder();
  const next = await makeTenant();
  const there = await makeUser(next, { email: user.email });
  // The right password at another unit's address leads there, where the factor is required again.
  const lone = await makeTenant();
  const { body } = await api(harness, lone).post('/api/login', { email: user.email, password });
  expect(body.status).toBe('change');
  const target = body.domain === tenant.host ? tenant : next;
  expect((await api(harness, target).post('/api/oauth/company', { token: body.token })).body.status).toBe('redirect_two_factor');
  // A factor passed in one unit of the account counts in the other.
  const { body: entered } = await give(tenant, await pending(tenant, user), { code: codeAt(Date.now()) });
  const way = await api(harness, tenant, entered.token).post('/api/auth/change/companies', { company: next.id });
  const arrived = await api(harness, next).post('/api/oauth/company', { token: way.body.token });
  expect(arrived.body).toMatchObject({ status: 'ok', auth_type: 'company', user: { id: there.id } });
  const leaveCode = async () => {
    const code = crypto.randomUUID().replaceAll('-', '').padEnd(43, 'x');
    await query(
      `insert into tickets (hash, purpose, tenant_id, host, body, expires_at) values (sha256($1::bytea), 'sso.code', $2, $3, $4, now() + interval '1 minute')`,
      [code, tenant.id, tenant.host, JSON.stringify({ way: 'saml', redirect: '/all/reports', userId: user.id })],
    );
    return api(harness, tenant).post('/api/saml/callback', { code });
  };
  expect((await leaveCode()).body.status).toBe('ok');
  await query(`update settings set "values" = '{"mfa_trust_sso":"N"}' where tenant_id = $1`, [tenant.id]);
  const due = await leaveCode();
  expect(due.body.status).toBe('redirect_two_factor');
  const done = await give(tenant, due.body.token, { code: 'AAAA-BBBB-CCCC-DDDD' });
  expect(done.body).toMatchObject({ status: 'ok', auth_type: 'saml', redirect: '/all/reports' });
});

test('before a password that must be changed is set its factor is asked for, once, and the device is remembered as requested', async () => {
  const { tenant, user } = await holder();
  await query('update accounts set must_change = true where email = $1', [user.email]);
  const waiting = await pending(tenant, user);
  expect(await query('select 1 from tokens where user_id = $1', [user.id])).toEqual([]);
  const told = await give(tenant, waiting, { code: codeAt(Date.now()), remember: true });
  expect(told).toMatchObject({ status: 403, body: { status: 'user_change_password', token: expect.stringMatching(/^[\w-]{43}$/) } });
  expect(await getSessions(user)).toEqual([]);
  // The ticket works once, and the factor is not asked for again after the change.
  expect((await give(tenant, waiting, { code: codeAt(late(1)) }, at(1))).body.status).toBe('factor_over');
  const taken = await api(harness, tenant).post('/api/password/new', { token: told.body.token, password: 'nove-cafés-azuis' });
  expect(taken.body).toMatchObject({ status: 'ok', session: { user: { id: user.id }, auth_type: 'password' } });
  expect(await getSessions(user)).toEqual([{ auth_type: 'password', given: true }]);
  expect(await query('select 1 from devices where user_id = $1 and trusted_at is not null', [user.id])).toHaveLength(1);
  await expect(signIn(harness, tenant, user, 'nove-cafés-azuis')).rejects.toThrow('redirect_two_factor');
});

test('a user without the required factor sets the password that must be changed first, then the factor', async () => {
  const tenant = await makeTenant({ settings: { mfa_master: 'S' } });
  const user = await makeUser(tenant);
  await query('update accounts set must_change = true where email = $1', [user.email]);
  const { body } = await api(harness, tenant).post('/api/login', { email: user.email, password });
  expect(body.status).toBe('user_change_password');
  const taken = await api(harness, tenant).post('/api/password/new', { token: body.token, password: 'nove-cafés-azuis' });
  expect(taken.body.status).toBe('redirect_two_factor');
  expect((await api(harness, tenant).post('/api/login/2fa/config', { token: taken.body.token })).body.mode).toBe('setup');
});

test('a factor passed after the password was changed does not complete a sign-in with the old one', async () => {
  const { tenant, user } = await holder();
  const waiting = await pending(tenant, user);
  await query("update accounts set password = 'another' where email = $1", [user.email]);
  expect((await give(tenant, waiting, { code: codeAt(Date.now()) })).body).toMatchObject({ status: 'error_user_or_password' });
  expect(await getSessions(user)).toEqual([]);
});

test('a user blocked in between is refused at the second step with that reason', async () => {
  const { tenant, user } = await holder();
  const token = await pending(tenant, user);
  await query("update users set status = 'B' where id = $1", [user.id]);
  expect((await give(tenant, token, { code: codeAt(Date.now()) })).body.status).toBe('blocked');
});

test('a pending sign-in and the factor itself cost two round trips each', async () => {
  const { tenant, user } = await holder();
  await pending(tenant, user);
  const count = async (work: () => Promise<unknown>) => {
    const before = (await harness.database.trips()).requests;
    await work();
    return (await harness.database.trips()).requests - before;
  };
  let token = '';
  expect(await count(async () => (token = await pending(tenant, user)))).toBe(2);
  expect(await count(() => api(harness, tenant).post('/api/login/2fa/config', { token }))).toBe(1);
  expect(await count(() => give(tenant, token, { code: codeAt(Date.now()) }))).toBe(2);
});
