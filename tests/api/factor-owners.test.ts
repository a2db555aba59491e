import { describe, expect, test } from 'vitest';
import { deliver, getInvite, mailTo } from '../support/account-mail.ts';
import { api, getApi } from '../support/api.ts';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { authenticator, codeAt, makeFactor, makePasskey } from '../support/make-factor.ts';
import { makeTenant, type Tenant } from '../support/make-tenant.ts';
import { makeUser, type User } from '../support/make-user.ts';
import { password } from '../support/password.ts';
import { getAddress } from '../support/test-file.ts';

const harness = useHarness();
const own = '/api/auth/account/factors';
const untrusting = { mfa_master: 'S', mfa_trust_sso: 'N' } as const;
const bound = { bound: 'unit' } as const;
const other = 'KRSXG5CTMVRXEZLUKRSXG5CTMVRXEZLU';

/** An answer of a unit's identity provider for this user: what a unit can always assert. */
async function asserted(tenant: Tenant, user: User) {
  const code = crypto.randomUUID().replaceAll('-', '').padEnd(43, 'x');
  await query(
    `insert into tickets (hash, purpose, tenant_id, host, body, expires_at) values (sha256($1::bytea), 'sso.code', $2, $3, $4, now() + interval '1 minute')`,
    [code, tenant.id, tenant.host, JSON.stringify({ way: 'saml', redirect: null, userId: user.id })],
  );
  return api(harness, tenant).post('/api/saml/callback', { code });
}
const give = (tenant: Tenant, token: string, body: object, options = {}) =>
  api(harness, tenant).post('/api/login/2fa', { token, ...body }, options);
const typed = (tenant: Tenant, user: User, options = {}) =>
  api(harness, tenant).post('/api/login', { email: user.email, password }, options);
const getChallenge = async (tenant: Tenant) => (await api(harness, tenant).post('/api/login/passkey/options', {})).body.challenge;
const come = (tenant: Tenant, passkey: object) => api(harness, tenant).post('/api/login/passkey', { passkey });
const getOwners = (user: User) =>
  query(
    `select f.account_id is not null as of_account, f.kind
      from factors f join users u on f.holder in (u.id, u.account_id)
      where u.id = $1 and f.kind <> 'recovery'`,
    [user.id],
  );
const getVouched = (user: User) => query('select vouched from sessions where user_id = $1 order by created_at', [user.id]);
/** The authenticator app that a unit makes a user set up after its provider's answer. */
async function planted(tenant: Tenant, user: User) {
  const due = await asserted(tenant, user);
  expect(due.body.status).toBe('redirect_two_factor');
  const { setup } = (await api(harness, tenant).post('/api/login/2fa/config', { token: due.body.token })).body;
  const done = await give(tenant, due.body.token, { code: codeAt(Date.now(), setup.key), setup: { id: setup.id, seal: setup.seal } });
  expect(done.status).toBe(200);
  return { key: setup.key as string, done }; // because the key is a string
}

test('a factor that a unit requires of its provider’s users counts in this unit alone', async () => {
  const [tenant, elsewhere] = [await makeTenant({ settings: untrusting }), await makeTenant({ settings: { mfa_master: 'S' } })];
  const user = await makeUser(tenant);
  const there = await makeUser(elsewhere, { email: user.email });
  const { key, done } = await planted(tenant, user);
  expect(await getOwners(user)).toEqual([{ of_account: false, kind: 'totp' }]);
  expect(await getVouched(user)).toEqual([{ vouched: 'unit' }]);
  const session = api(harness, tenant, done.body.token);
  expect((await session.get(own)).body).toMatchObject({ bound: 'unit', prove: true, app: { name: expect.any(String) }, recovery: 10 });
  expect((await session.get('/api/auth/companies')).body).toMatchObject({ companies: [{ id: tenant.id }], prove: true });
  // Elsewhere the account has none yet, and after the password this one does not count here either.
  for (const [place, who] of [
    [elsewhere, there],
    [tenant, user],
  ] as const) {
    const due = await typed(place, who);
    expect(due.body.status).toBe('redirect_two_factor');
    expect((await api(harness, place).post('/api/login/2fa/config', { token: due.body.token })).body.mode).toBe('setup');
    expect((await give(place, due.body.token, { code: codeAt(Date.now(), key) })).body.status).toBe('factor_wrong');
  }
  const again = await asserted(tenant, user);
  expect((await give(tenant, again.body.token, { code: codeAt(Date.now() + 30_000, key) })).status).toBe(200);
});

test('a passkey bound to a unit opens that unit and never the account, whatever the host', async () => {
  const [tenant, elsewhere] = [await makeTenant(), await makeTenant()];
  const user = await makeUser(tenant);
  await makeUser(elsewhere, { email: user.email });
  const device = authenticator(tenant.host);
  await makePasskey(user, device, bound);
  const entered = await come(tenant, device.sign(await getChallenge(tenant)));
  expect(entered.body).toMatchObject({ status: 'ok', auth_type: 'passkey', user: { id: user.id } });
  expect(await getVouched(user)).toEqual([{ vouched: 'unit' }]);
  const client = api(harness, tenant, entered.body.token);
  expect((await client.get('/api/auth/companies')).body).toMatchObject({ companies: [{ id: tenant.id }], prove: true });
  expect((await client.post('/api/auth/change/companies', { company: elsewhere.id })).body.status).toBe('account_proof');
  expect((await client.get('/api/auth/account')).body).toEqual({ account: null, prove: true });
  // Factors listed and added in this session are the unit's; calls for the account's are refused.
  const options = (more: object) =>
    client.post('/api/auth/account/passkeys/options', { password, ...more }, { headers: { 'cf-connecting-ip': getAddress(9) } });
  expect((await options({ bound: 'account' })).body.status).toBe('account_proof');
  // The account's own passkey vouches for it, as before.
  const mine = authenticator(tenant.host);
  await makePasskey(user, mine);
  await come(tenant, mine.sign(await getChallenge(tenant)));
  expect(await getVouched(user)).toEqual([{ vouched: 'unit' }, { vouched: 'account' }]);
});

test('a factor of the account also satisfies a unit’s requirement, and the session stays the unit’s', async () => {
  const tenant = await makeTenant({ settings: untrusting });
  const user = await makeUser(tenant);
  await makeFactor(user);
  await makeFactor(user, ['KKKK-BBBB-CCCC-DDDD'], { ...bound, secret: other });
  const now = Date.now();
  for (const code of [codeAt(now), codeAt(now, other)]) {
    const due = await asserted(tenant, user);
    expect((await api(harness, tenant).post('/api/login/2fa/config', { token: due.body.token })).body).toMatchObject({ mode: 'enter' });
    expect((await give(tenant, due.body.token, { code })).status).toBe(200);
  }
  expect(await getVouched(user)).toEqual([{ vouched: 'unit' }, { vouched: 'unit' }]);
});

test('a stolen session of a unit’s provider cannot add a factor: the first one needs a sign-in within the last fifteen minutes', async () => {
  const tenant = await makeTenant();
  const [user, held] = [await makeUser(tenant, { account: false }), await makeUser(tenant)];
  const client = api(harness, tenant, (await asserted(tenant, user)).body.token);
  const options = (of: typeof client) => of.post('/api/auth/account/passkeys/options', { bound: 'unit' });
  await query("update sessions set created_at = now() - interval '16 minutes' where user_id = $1", [user.id]);
  expect(await options(client)).toMatchObject({ status: 403, body: { status: 'sign_in_again' } });
  expect(await query("select from tickets where tenant_id = $1 and purpose = 'passkey'", [tenant.id])).toEqual([]);
  await query("update sessions set created_at = now() - interval '14 minutes' where user_id = $1", [user.id]);
  expect((await options(client)).status).toBe(200);
  // A user with a factor on the account must pass that one first, however fresh the session is.
  await makeFactor(held);
  const theirs = api(harness, tenant, (await asserted(tenant, held)).body.token);
  expect((await options(theirs)).body.status).toBe('factor_due');
  expect((await theirs.post('/api/auth/account/factors/confirm', { code: codeAt(Date.now()) })).status).toBe(200);
  expect((await options(theirs)).status).toBe(200);
});

test('a device remembered by a unit, or a factor passed there, does not replace the account’s factor', async () => {
  const [tenant, elsewhere] = [await makeTenant({ settings: untrusting }), await makeTenant()];
  const user = await makeUser(tenant);
  const there = await makeUser(elsewhere, { email: user.email });
  await makeFactor(user);
  await makeFactor(user, [], { ...bound, secret: other });
  const due = await asserted(tenant, user);
  const done = await give(tenant, due.body.token, { code: codeAt(Date.now(), other), remember: true });
  const cookie = done.headers.get('set-cookie')?.split(';')[0] ?? '';
  expect((await typed(tenant, user, { headers: { cookie } })).body.status).toBe('redirect_two_factor');
  // The account is proved there by its own factor, so the next unit does not ask again.
  const client = api(harness, tenant, done.body.token);
  expect((await client.post('/api/auth/account/proof', { password })).body.status).toBe('factor_code');
  expect((await client.post('/api/auth/account/proof', { password, code: codeAt(Date.now()) })).status).toBe(200);
  const way = await client.post('/api/auth/change/companies', { company: elsewhere.id });
  const arrived = await api(harness, elsewhere).post('/api/oauth/company', { token: way.body.token });
  expect(arrived.body).toMatchObject({ status: 'ok', user: { id: there.id } });
});

test('an account proved by its password alone does not bring a unit’s factor to a unit that requires one', async () => {
  const [tenant, elsewhere] = [await makeTenant({ settings: untrusting }), await makeTenant({ settings: { mfa_master: 'S' } })];
  const user = await makeUser(tenant);
  await makeUser(elsewhere, { email: user.email });
  const { done } = await planted(tenant, user);
  const client = api(harness, tenant, done.body.token);
  expect((await client.post('/api/auth/account/proof', { password })).status).toBe(200);
  const way = await client.post('/api/auth/change/companies', { company: elsewhere.id });
  expect((await api(harness, elsewhere).post('/api/oauth/company', { token: way.body.token })).body.status).toBe('redirect_two_factor');
});

test('a passkey planted on a just-in-time user does not open the account that the user later accepts', async () => {
  const [hostile, platform] = [await makeTenant(), await makeTenant()];
  const operator = await makeUser(platform);
  await query('update accounts set verified_at = now() where email = $1', [operator.email]);
  const made = await makeUser(hostile, { email: operator.email, account: false });
  const device = authenticator(hostile.host);
  await makePasskey(made, device, bound);
  expect((await come(hostile, device.sign(await getChallenge(hostile)))).status).toBe(200);
  const { token } = await getInvite(harness, made);
  expect((await api(harness, hostile).post('/api/password/new', { token, password })).status).toBe(200);
  // The user joined with the account's password: earlier factors are gone, both here and in the home unit.
  expect(await getOwners(made)).toEqual([]);
  expect((await come(hostile, device.sign(await getChallenge(hostile)))).body.status).toBe('factor_wrong');
  expect(await query("select user_id, change from audit where tenant_id = $1 and what = 'factor.removed'", [hostile.id])).toEqual([
    { user_id: made.id, change: { after: { kind: 'passkey', name: 'Notebook' } } },
  ]);
  const client = await getApi(harness, platform, operator);
  expect((await client.get(own)).body).toMatchObject({ bound: 'account', app: null, passkeys: [] });
});

test('a removed user loses the unit’s factors, and the audit log names each', async () => {
  const tenant = await makeTenant();
  const [admin, person] = [await makeUser(tenant, { profile: 'admin' }), await makeUser(tenant, { name: 'Caio Prado' })];
  await makeFactor(person, ['KKKK-BBBB-CCCC-DDDD'], bound);
  await makePasskey(person, authenticator(tenant.host), bound);
  const client = await getApi(harness, tenant, admin);
  expect((await client.post(`/api/auth/users/${person.id}/remove`, { typed: 'CAIO_PRADO' })).status).toBe(200);
  expect(await getOwners(person)).toEqual([]);
  const rows = await query(
    "select user_id, row_id, change->'after'->>'kind' as kind from audit where tenant_id = $1 and what = 'factor.removed' order by 3",
    [tenant.id],
  );
  expect(rows).toEqual(['passkey', 'totp'].map((kind) => ({ user_id: admin.id, row_id: person.id, kind })));
});

test('the owner of a factor cannot be changed, not even by the database’s own functions', async () => {
  const [denied] = await query(
    `select bool_or(has_column_privilege('mirante_gate', 'factors', c, 'update')) as may
      from unnest(array['holder', 'account_id', 'tenant_id', 'user_id', 'kind', 'credential', 'public_key', 'secret']) c`,
  );
  expect(denied).toEqual({ may: false });
});

test('wrong proofs of an account in one unit do not keep its owner from proving it in another unit', async () => {
  const [tenant, elsewhere] = [await makeTenant(), await makeTenant()];
  const user = await makeUser(tenant);
  const there = await makeUser(elsewhere, { email: user.email });
  const prove = (at: Tenant, token: string, guess: string) => api(harness, at, token).post('/api/auth/account/proof', { password: guess });
  const [here, other] = [(await asserted(tenant, user)).body.token, (await asserted(elsewhere, there)).body.token];
  for (let index = 0; index < 12; index += 1) await prove(tenant, here, 'not-this-one');
  expect((await prove(tenant, here, password)).body.status).toBe('too_many_attempts');
  expect((await prove(elsewhere, other, password)).status).toBe(200);
});

test('a factor that only the unit knows of gives its sessions no new guesses at the account’s password', async () => {
  const tenant = await makeTenant({ settings: untrusting });
  const user = await makeUser(tenant);
  const { key, done } = await planted(tenant, user);
  const session = api(harness, tenant, done.body.token);
  const guess = async (times: number) => {
    const codes: string[] = [];
    for (let index = 0; index < times; index += 1)
      codes.push((await session.post('/api/auth/account/proof', { password: 'not-this-one' })).body.status);
    return codes;
  };
  expect(await guess(9)).toEqual(Array(9).fill('password_wrong'));
  expect((await session.post(`${own}/confirm`, { code: codeAt(Date.now() + 30_000, key) })).status).toBe(200);
  expect(await guess(2)).toEqual(['password_wrong', 'too_many_attempts']);
});

test('a browser that the unit’s provider made known has no guesses of its own at an account’s factor', async () => {
  const tenant = await makeTenant();
  const user = await makeUser(tenant);
  await makeFactor(user);
  const known = (await asserted(tenant, user)).headers.get('set-cookie') ?? '';
  const cookie = /device=[\w-]+/.exec(known)?.[0] ?? '';
  expect(cookie).not.toBe('');
  const due = await typed(tenant, user, { headers: { cookie } });
  expect(due.body.status).toBe('redirect_two_factor');
  await give(tenant, due.body.token, { code: '000000' }, { headers: { cookie } });
  const [counted] = await query("select n from attempts a join users u on a.key = 'm ' || u.account_id where u.id = $1", [user.id]);
  expect(counted).toEqual({ n: 1 });
});

test('a factor that only the unit knows of gives no one new guesses at the account’s, not even in a known browser', async () => {
  const tenant = await makeTenant({ settings: untrusting });
  const user = await makeUser(tenant);
  const { key } = await planted(tenant, user);
  await makeFactor(user);
  const due = await typed(tenant, user);
  const signed = await give(tenant, due.body.token, { code: codeAt(Date.now()) });
  const known = { headers: { cookie: /device=[\w-]+/.exec(signed.headers.get('set-cookie') ?? '')?.[0] ?? '' } };
  const guess = async (times: number) => {
    const { token } = (await typed(tenant, user, known)).body;
    const codes: string[] = [];
    for (let index = 0; index < times; index += 1) codes.push((await give(tenant, token, { code: '000000' }, known)).body.status);
    return codes;
  };
  expect([...(await guess(5)), ...(await guess(4))]).toEqual(Array(9).fill('factor_wrong'));
  const { token } = (await asserted(tenant, user)).body;
  expect((await give(tenant, token, { code: codeAt(Date.now() + 30_000, key) }, known)).status).toBe(200);
  expect(await guess(2)).toEqual(['factor_wrong', 'too_many_attempts']);
});

test('failed second steps in one unit do not lock the user out of another unit', async () => {
  const [tenant, elsewhere] = [await makeTenant({ settings: untrusting }), await makeTenant()];
  const user = await makeUser(tenant);
  const there = await makeUser(elsewhere, { email: user.email });
  await makeFactor(user);
  for (let ticket = 0; ticket < 3; ticket += 1) {
    const { body } = await asserted(tenant, user);
    for (let index = 0; index < 4; index += 1) await give(tenant, body.token, { code: '000000' });
  }
  const { body } = await asserted(tenant, user);
  expect((await give(tenant, body.token, { code: codeAt(Date.now()) })).body.status).toBe('too_many_attempts');
  const due = await typed(elsewhere, there);
  expect((await give(elsewhere, due.body.token, { code: codeAt(Date.now()) })).status).toBe(200);
});

describe.each([
  ['the unit’s provider first', [0, 1]],
  ['the account first', [1, 0]],
] as const)('mails to the user at most once an hour, %s:', (_, order) => {
  /** How many mails the user got, once everything written for the units so far is delivered. */
  const received = async ({ email }: User, ...units: Tenant[]) => {
    for (const unit of units) await deliver(harness, unit);
    return (await mailTo(email)).length;
  };

  test('new browsers that a unit vouched for and those of the account are announced apart from each other', async () => {
    const [tenant, elsewhere] = [await makeTenant(), await makeTenant()];
    const user = await makeUser(tenant);
    const there = await makeUser(elsewhere, { email: user.email });
    const count = () => received(user, tenant, elsewhere);
    // A user's first browser in a unit isn't announced.
    await asserted(tenant, user);
    expect([(await typed(elsewhere, there)).status, await count()]).toEqual([200, 0]);
    const ways = [
      () => Promise.all([asserted(tenant, user), asserted(tenant, user), asserted(tenant, user)]),
      () => Promise.all([typed(tenant, user), typed(elsewhere, there), typed(elsewhere, there)]),
    ];
    await ways[order[0]]?.();
    expect(await count()).toBe(1);
    await ways[order[1]]?.();
    expect(await count()).toBe(2);
    for (const way of ways) await way();
    expect(await count()).toBe(2);
  });

  test('second steps given wrong after a unit’s provider and after the password are announced apart from each other', async () => {
    const [tenant, elsewhere] = [await makeTenant({ settings: untrusting }), await makeTenant()];
    const user = await makeUser(tenant);
    const there = await makeUser(elsewhere, { email: user.email });
    await makeFactor(user);
    const count = () => received(user, tenant, elsewhere);
    const guess = async (at: Tenant, token: string) => {
      for (let index = 0; index < 6; index += 1) await give(at, token, { code: '000000' });
    };
    const ways = [
      async () => guess(tenant, (await asserted(tenant, user)).body.token),
      async () => guess(elsewhere, (await typed(elsewhere, there)).body.token),
    ];
    await ways[order[0]]?.();
    await expect.poll(count, { timeout: 20_000 }).toBe(1);
    await ways[order[1]]?.();
    await expect.poll(count, { timeout: 20_000 }).toBe(2);
  });
});
