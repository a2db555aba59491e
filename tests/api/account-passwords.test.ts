import { describe, expect, test } from 'vitest';
import { getPasswords } from '../../functions/services/password.ts';
import { api, getApi, signIn } from '../support/api.ts';
import { query, together } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { codeAt, mailedCode, makeFactor } from '../support/make-factor.ts';
import { makeTenant, type Tenant } from '../support/make-tenant.ts';
import { makeUser, type User } from '../support/make-user.ts';
import { password } from '../support/password.ts';

const harness = useHarness();
const fresh = 'nove-cafés-azuis';
const strict = { enable_password: 'S', min_character: 14, capital_letter: 'S', special_characters: 'S' };
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

describe('the rules for a new password', () => {
  test('are listed in the language of the call, without a session and before any link', async () => {
    const tenant = await makeTenant({ settings: { ...strict, expiry_time_password: 90 } });
    const { body } = await api(harness, tenant).post('/api/password/config', {}, { headers: { lang: 'en-US' } });
    expect(body).toMatchObject({ link: null, policy: { min: 14, max: 256, capital: true, special: true, expiryDays: 90 } });
    expect(body.words).toEqual(
      expect.arrayContaining(['Has at least 14 characters', 'Has a capital letter', 'Must be changed every 90 days']),
    );
  });

  test('are the strictest of all units the account belongs to', async () => {
    const [lax, hard, closed] = [
      await makeTenant(),
      await makeTenant({ settings: strict }),
      await makeTenant({ status: 'B', settings: { enable_password: 'S', min_character: 40 } }),
    ];
    const user = await makeUser(lax);
    for (const tenant of [hard, closed]) await makeUser(tenant, { email: user.email });
    const client = await getApi(harness, lax, user);
    expect((await client.get('/api/auth/account')).body.account.policy).toMatchObject({ min: 14, capital: true, special: true });
    const change = (next: string) => client.post('/api/auth/account/password', { current: password, password: next });
    expect(await change('nove cafes azuis')).toMatchObject({
      status: 422,
      body: { status: 'password_refused', field: 'password', vars: { rule: 'capital' } },
    });
    expect((await change('Nove cafés azuis!')).status).toBe(200);
  });
});

describe('a password that must be changed', () => {
  test.each([
    ['because it has expired', { settings: { enable_password: 'S', expiry_time_password: 30 } }, null, inDays(31)],
    ['because an administrator requires it', {}, 'update accounts set must_change = true where email = $1', undefined],
  ] as const)('signs in to the page for a new password only, %s', async (_, options, damage, at) => {
    const tenant = await makeTenant(options);
    const user = await makeUser(tenant);
    if (damage) await query(damage, [user.email]);
    const client = api(harness, tenant);
    const wrong = await client.post('/api/login', { email: user.email, password: 'not this one' }, at ? { at } : {});
    expect(wrong.body).toMatchObject({ status: 'error_user_or_password' });
    expect(wrong.body.token).toBeUndefined();
    const told = await client.post('/api/login', { email: user.email, password }, at ? { at } : {});
    expect(told).toMatchObject({ status: 403, body: { status: 'user_change_password', token: expect.stringMatching(/^[\w-]{43}$/) } });
    const { token } = told.body;
    const call = (path: string, body: object) => client.post(path, { token, ...body }, at ? { at } : {});
    expect((await call('/api/password/config', {})).body.link).toMatchObject({ purpose: 'change', own: false, email: user.email });
    expect(await call('/api/password/new', { password })).toMatchObject({ status: 422, body: { vars: { rule: 'same' } } });
    const taken = await call('/api/password/new', { password: fresh });
    expect(taken.body.session).toMatchObject({ user: { id: user.id } });
    expect((await client.post('/api/login', { email: user.email, password: fresh }, at ? { at } : {})).status).toBe(200);
  });

  test('cannot be bypassed at another unit’s address, and that unit shows its own page for the new password', async () => {
    const [stranger, home] = [await makeTenant(), await makeTenant({ settings: { enable_password: 'S', expiry_time_password: 30 } })];
    const user = await makeUser(home);
    const at = inDays(31);
    const way = await api(harness, stranger).post('/api/login', { email: user.email, password }, { at });
    expect(way.body).toMatchObject({ status: 'change', domain: home.host, token: expect.any(String) });
    const client = api(harness, home);
    const arrived = await client.post('/api/oauth/company', { token: way.body.token }, { at });
    expect(arrived).toMatchObject({ status: 403, body: { status: 'user_change_password', token: expect.stringMatching(/^[\w-]{43}$/) } });
    expect(await query('select 1 from sessions where user_id = $1', [user.id])).toEqual([]);
    const taken = await client.post('/api/password/new', { token: arrived.body.token, password: fresh }, { at });
    expect(taken.body.session).toMatchObject({ user: { id: user.id } });
    await query('update accounts set must_change = true where email = $1', [user.email]);
    const next = await api(harness, stranger).post('/api/login', { email: user.email, password: fresh }, { at });
    expect((await client.post('/api/oauth/company', { token: next.body.token }, { at })).body.status).toBe('user_change_password');
  });

  describe('on a host whose DNS a business unit controls', () => {
    const ownHost = async (tenant: Tenant, main = false) => {
      const host = `bi.${tenant.host.split('.')[0]}.example`;
      if (main) await query('update domains set main = false where tenant_id = $1', [tenant.id]);
      await query('insert into domains (host, tenant_id, main) values ($1, $2, $3)', [host, tenant.id, main]);
      return host;
    };
    const refused = { status: 403, body: { status: 'account_elsewhere' } };
    const getLinks = (user: User) => query("select host from tokens where user_id = $1 and purpose = 'account.change'", [user.id]);

    test.each([
      ['because it has expired', { enable_password: 'S', expiry_time_password: 1 }, null, inDays(2)],
      ['because an administrator requires it', {}, 'update accounts set must_change = true where email = $1', new Date().toISOString()],
    ] as const)(
      'is not changed, %s: the unit must not learn or choose the password of its users’ accounts',
      async (_, settings, damage, at) => {
        const [tenant, other] = [await makeTenant({ settings }), await makeTenant()];
        const user = await makeUser(tenant);
        const twin = await makeUser(other, { email: user.email });
        if (damage) await query(damage, [user.email]);
        const host = await ownHost(tenant);
        const told = await api(harness, host).post('/api/login', { email: user.email, password }, { at });
        expect(told).toMatchObject(refused);
        expect(told.body.token).toBeUndefined();
        expect(await getLinks(user)).toEqual([]);
        expect((await api(harness, host).post('/api/password/config', {}, { at })).body).toMatchObject({
          elsewhere: { origin: tenant.origin },
        });
        // The page there names the address of the product, where the password is changed; here it works again afterwards.
        const client = api(harness, tenant);
        const { token } = (await client.post('/api/login', { email: user.email, password }, { at })).body;
        const stolen = await api(harness, host).post('/api/password/new', { token, password: fresh }, { at });
        expect(stolen).toMatchObject(refused);
        await query('update tokens set host = $2 where user_id = $1', [user.id, host]);
        expect(await api(harness, host).post('/api/password/new', { token, password: fresh }, { at })).toMatchObject(refused);
        expect((await api(harness, host).post('/api/password/config', { token }, { at })).body).toMatchObject({ link: null });
        await query('update tokens set host = $2 where user_id = $1', [user.id, tenant.host]);
        expect((await client.post('/api/password/new', { token, password: fresh }, { at })).body.session).toMatchObject({
          user: { id: user.id },
        });
        const again = await api(harness, host).post('/api/login', { email: user.email, password: fresh }, { at });
        expect(again).toMatchObject({ status: 200, body: { user: { id: user.id } } });
        await signIn(harness, other, twin, fresh, { at });
      },
    );

    test('is not changed after a switch from another unit, nor with a factor that only the unit knows', async () => {
      const [stranger, home] = [await makeTenant(), await makeTenant()];
      const user = await makeUser(home);
      const host = await ownHost(home, true);
      await query('update accounts set must_change = true where email = $1', [user.email]);
      const way = await api(harness, stranger).post('/api/login', { email: user.email, password });
      expect(way.body).toMatchObject({ status: 'change', domain: host, token: expect.any(String) });
      expect(await api(harness, host).post('/api/oauth/company', { token: way.body.token })).toMatchObject(refused);
      await makeFactor(user, ['AAAA-BBBB-CCCC-DDDD']);
      const planted = await makeFactor(user, ['HHHH-BBBB-CCCC-DDDD'], { bound: 'unit', secret: 'KRSXG5CTMVRXEZLUKRSXG5CTMVRXEZLU' });
      // Here the unit's own factor would do, so it isn't even asked for.
      const told = await api(harness, host).post('/api/login', { email: user.email, password });
      expect(told).toMatchObject(refused);
      expect(told.body.token).toBeUndefined();
      expect(await getLinks(user)).toEqual([]);
      // At the product's address the account's factor alone leads to the new password.
      const client = api(harness, home);
      const due = async () => (await client.post('/api/login', { email: user.email, password })).body.token;
      const give = (token: string, key?: string) => client.post('/api/login/2fa', { token, code: codeAt(Date.now(), key) });
      expect((await give(await due(), planted.key)).body.status).toBe('factor_wrong');
      expect((await give(await due())).body).toMatchObject({ status: 'user_change_password', token: expect.any(String) });
    });

    test('is changed by a mailed link where the unit has no address of the product', async () => {
      const tenant = await makeTenant();
      const user = await makeUser(tenant);
      const host = await ownHost(tenant);
      await query('delete from domains where host = $1', [tenant.host]);
      await query('update accounts set must_change = true where email = $1', [user.email]);
      expect(await api(harness, host).post('/api/login', { email: user.email, password })).toMatchObject(refused);
      expect((await api(harness, host).post('/api/password/config', {})).body).toMatchObject({ elsewhere: { origin: null } });
    });
  });

  test('cannot be changed from a disallowed address or outside the allowed hours', async () => {
    const [walled, open] = [await makeTenant({ settings: { ip: 'S', listIp: ['198.51.100.9'] } }), await makeTenant()];
    const [outside, early] = [await makeUser(walled), await makeUser(open)];
    const closed = JSON.stringify([{ days: [((new Date().getUTCDay() + 3) % 7) + 1], from: '03:00', to: '03:01' }]);
    await query('update users set access_hours = $2::jsonb where id = $1', [early.id, closed]);
    await query('update accounts set must_change = true where email = any ($1)', [[outside.email, early.email]]);
    const enter = async (tenant: Tenant, { email }: User) => (await api(harness, tenant).post('/api/login', { email, password })).body;
    expect(await enter(walled, outside)).toMatchObject({ message: 'ip_not_allowed' });
    expect(await enter(open, early)).toMatchObject({ status: 'horario_not_allowed' });
    expect(await query('select 1 from tokens where user_id = any ($1)', [[outside.id, early.id]])).toEqual([]);
  });

  test('is not required before it expires, or when the setting is off', async () => {
    const [young, off] = [
      await makeTenant({ settings: { enable_password: 'S', expiry_time_password: 30 } }),
      await makeTenant({ settings: { enable_password: 'N', expiry_time_password: 1 } }),
    ];
    const [one, other] = [await makeUser(young), await makeUser(off)];
    await signIn(harness, young, one, password, { at: inDays(29) });
    await signIn(harness, off, other, password, { at: inDays(29) });
  });
});

describe('your own password', () => {
  test('is changed with the old one, ends every other session in every unit and keeps this session', async () => {
    const [tenant, other] = [await makeTenant(), await makeTenant()];
    const user = await makeUser(tenant);
    const there = await makeUser(other, { email: user.email });
    const here = await getApi(harness, tenant, user);
    const others = [await getApi(harness, tenant, user), await getApi(harness, other, there)];
    expect((await here.get('/api/auth/account')).body.account).toMatchObject({ email: user.email, otherSessions: 2, passwordEndsAt: null });
    expect(await here.post('/api/auth/account/password', { current: 'wrong one', password: fresh })).toMatchObject({
      status: 422,
      body: { status: 'password_wrong', field: 'current' },
    });
    expect(await here.post('/api/auth/account/password', { current: password, password })).toMatchObject({
      status: 422,
      body: { vars: { rule: 'same' } },
    });
    expect((await here.post('/api/auth/account/password', { current: password, password: fresh })).body).toEqual({ status: 'ok' });
    expect((await here.get('/api/auth/account')).body.account.otherSessions).toBe(0);
    for (const session of others) {
      expect(await session.get('/api/auth/dashboard')).toMatchObject({ status: 401, body: { status: 'session_gone' } });
      expect((await session.post('/api/refresh/token')).status).toBe(401);
    }
    expect((await api(harness, tenant).post('/api/login', { email: user.email, password })).status).toBe(401);
    await signIn(harness, other, there, fresh);
    expect(await query("select user_id from audit where tenant_id = $1 and what = 'account.password'", [tenant.id])).toEqual([
      { user_id: user.id },
    ]);
  });

  test.each([
    ['Senha@2026', 'common'],
    ['curta', 'length'],
    [`${'x7'.repeat(200)}`, 'long'],
  ])('is refused when the new one breaks a rule: %#', async (next, rule) => {
    const tenant = await makeTenant();
    const client = await getApi(harness, tenant, await makeUser(tenant));
    expect(await client.post('/api/auth/account/password', { current: password, password: next })).toMatchObject({
      status: 422,
      body: { status: 'password_refused', vars: { rule } },
    });
  });

  test.each([
    ['', false],
    [', nor does it write the old one again', true],
  ])('cannot be used to sign in once a concurrent change has replaced it%s', async (_, stale) => {
    const tenant = await makeTenant();
    const user = await makeUser(tenant);
    if (stale) await query('update accounts set password = $2 where email = $1', [user.email, await getPasswords('2').hash(password)]);
    const mark = crypto.randomUUID();
    // The change is written but not yet visible to other transactions.
    const change = together(async () => {
      await query("update accounts set password = 'the new one' where email = $1", [user.email]);
      await query('update sessions set revoked_at = now() where user_id = $1', [user.id]);
      await query(`select pg_sleep(4) as "${mark}"`);
    });
    const underWay = () =>
      query('select 1 from pg_stat_activity where query like $1 and pid <> pg_backend_pid()', [`%pg_sleep(4) as "${mark}"%`]);
    await expect.poll(underWay, { timeout: 20_000 }).not.toEqual([]);
    const entered = await api(harness, tenant).post('/api/login', { email: user.email, password });
    expect(entered).toMatchObject({ status: 401, body: { status: 'error_user_or_password' } });
    await change;
    expect(await query('select password from accounts where email = $1', [user.email])).toEqual([{ password: 'the new one' }]);
    expect(await query('select 1 from sessions where user_id = $1', [user.id])).toEqual([]);
  });

  // 200 emoji are 400 UTF-16 units; each vowel is three code units as typed and one letter when counted.
  test.each([
    ['emoji', '\u{1F98A}\u{1F341}\u{1F30A}\u{1F319}\u{1F335}'.repeat(40)],
    ['accents', 'na\u0302\u0301o-ve\u0302\u0301m-to\u0302\u0301do-'.repeat(14)],
  ])('with many %s signs in, is accepted as the old password and proves a change', async (_, long) => {
    const tenant = await makeTenant();
    const user = await makeUser(tenant);
    const client = await getApi(harness, tenant, user);
    expect((await client.post('/api/auth/account/password', { current: password, password: long })).body).toEqual({ status: 'ok' });
    const again = api(harness, tenant, await signIn(harness, tenant, user, long));
    const mail_code = await mailedCode(user);
    const start = (given: string) => again.post('/api/auth/account/passkeys/options', { password: given, mail_code });
    expect((await start(long)).status).toBe(200);
    expect(await start(`${'x7'.repeat(128)}y`)).toMatchObject({ status: 422, body: { field: 'password' } });
    expect((await again.post('/api/auth/account/password', { current: long, password: fresh })).status).toBe(200);
    expect(await api(harness, tenant).post('/api/login', { email: user.email, password: 'x7'.repeat(129) })).toMatchObject({ status: 422 });
  });

  test('cannot be guessed from an open session', async () => {
    const tenant = await makeTenant();
    const client = await getApi(harness, tenant, await makeUser(tenant));
    const guess = (n: number) => client.post('/api/auth/account/password', { current: `guess ${n}`, password: fresh });
    for (let n = 0; n < 5; n += 1) expect((await guess(n)).status).toBe(422);
    const limited = await client.post('/api/auth/account/password', { current: password, password: fresh });
    expect(limited.status).toBe(429);
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  test('does not exist for a user who signs in without a password', async () => {
    const tenant = await makeTenant();
    const user = await makeUser(tenant);
    const client = await getApi(harness, tenant, user);
    await query('update users set account_id = null where id = $1', [user.id]);
    expect((await client.get('/api/auth/account')).body).toEqual({ account: null, prove: false });
    expect(await client.post('/api/auth/account/password', { current: password, password: fresh })).toMatchObject({
      status: 403,
      body: { status: 'password_not_offered' },
    });
  });
});

describe('an administrator', () => {
  test('can have a link mailed to a user, five times an hour, but never sets a password', async () => {
    const tenant = await makeTenant();
    const [admin, accepted, invited, gone] = [
      await makeUser(tenant, { profile: 'admin' }),
      await makeUser(tenant),
      await makeUser(tenant, { account: false }),
      await makeUser(tenant, { status: 'D' }),
    ];
    const client = await getApi(harness, tenant, admin);
    const mail = (id: string) => client.post(`/api/auth/users/${id}/account_mail`);
    expect((await mail(accepted.id)).body).toEqual({ status: 'ok', kind: 'reset' });
    expect((await mail(invited.id)).body).toEqual({ status: 'ok', kind: 'invite' });
    expect((await mail(gone.id)).status).toBe(404);
    for (let n = 0; n < 4; n += 1) expect((await mail(invited.id)).status).toBe(200);
    expect((await mail(invited.id)).status).toBe(429);
    expect(await query("select what, user_id from audit where row_id = $1 and what = 'account.reset_mail'", [accepted.id])).toEqual([
      { what: 'account.reset_mail', user_id: admin.id },
    ]);
  });

  test('of another unit cannot reach this unit’s users, and an ordinary user cannot reach anyone', async () => {
    const [tenant, other] = [await makeTenant(), await makeTenant()];
    const person = await makeUser(tenant);
    const stranger = await getApi(harness, other, await makeUser(other, { profile: 'admin' }));
    expect((await stranger.post(`/api/auth/users/${person.id}/account_mail`)).status).toBe(404);
    const colleague = await getApi(harness, tenant, await makeUser(tenant));
    expect((await colleague.post(`/api/auth/users/${person.id}/account_mail`)).status).toBe(403);
    expect(await query("select 1 from outbox where kind like 'account.%' and tenant_id in ($1, $2)", [tenant.id, other.id])).toEqual([]);
  });
});
