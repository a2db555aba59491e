import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { deliver, getInvite, mailTo } from '../support/account-mail.ts';
import { api, getApi, signIn } from '../support/api.ts';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { authenticator, codeAt, makeFactor } from '../support/make-factor.ts';
import { makeMailServer } from '../support/make-notification.ts';
import { makeTenant, type Tenant } from '../support/make-tenant.ts';
import { makeUser, type User } from '../support/make-user.ts';
import { password } from '../support/password.ts';
import { world } from '../support/world.ts';

const harness = useHarness();
const own = '/api/auth/account/factors';
const fresh = 'nove-cafés-azuis';
const hours = (count: number) => ({ at: new Date(Date.now() + count * 3_600_000).toISOString() });

/** The newest matching mail to an address, once it has arrived. */
async function mailLike(tenant: Tenant, email: string, wanted: RegExp, count = 1) {
  for (let tries = 0; tries < 100; tries += 1) {
    await deliver(harness, tenant);
    const found = (await mailTo(email)).filter(({ text }) => wanted.test(text));
    if (found.length >= count) return found.at(-1)?.text ?? '';
    await pause(50);
  }
  throw new Error(`No such mail reached ${email}`);
}
const factorLink = /https?:\/\/([^/\s]+)\/account\/factors\/([\w-]+)/;
async function getLink(tenant: Tenant, email: string, count = 1) {
  const [, host = '', token = ''] = factorLink.exec(await mailLike(tenant, email, factorLink, count)) ?? [];
  return { host, token };
}
const sixDigits = /(?:^|\s)(\d{6}) /;
const getCode = async (tenant: Tenant, email: string, count = 1) =>
  sixDigits.exec(await mailLike(tenant, email, sixDigits, count))?.[1] ?? '';
const openLink = (host: string, token: string, options = {}) => api(harness, host).post('/api/account/factors/link', { token }, options);
const useLink = (host: string, token: string, options = {}) => api(harness, host).post('/api/account/factors/link/use', { token }, options);
const typed = (tenant: Tenant, user: User, options = {}) =>
  api(harness, tenant).post('/api/login', { email: user.email, password }, options);
const give = (tenant: Tenant, token: string, body: object, options = {}) =>
  api(harness, tenant).post('/api/login/2fa', { token, ...body }, options);
const getKinds = async (user: User) =>
  (
    await query(
      "select f.kind from factors f join users u on u.account_id = f.account_id where u.id = $1 and f.kind <> 'recovery' order by f.kind desc",
      [user.id],
    )
  ).map(({ kind }) => kind);

describe('the first factor of an account', () => {
  test('needs the password and a code mailed by the platform, valid once and for ten minutes', async () => {
    const tenant = await makeTenant();
    await makeMailServer(tenant, { host: 'localhost', port: world().mail.smtpPort });
    const user = await makeUser(tenant, { language: 'en-US' });
    const client = await getApi(harness, tenant, user);
    const options = (body: object, more = {}) => client.post('/api/auth/account/passkeys/options', body, more);
    expect((await client.get(own)).body).toMatchObject({ mailCode: true });
    expect(await options({ password })).toMatchObject({ status: 422, body: { status: 'factor_mail_code', field: 'mail_code' } });
    expect((await client.post(`${own}/code`)).status).toBe(200);
    const code = await getCode(tenant, user.email);
    expect(await query("select via, kind from mails where tenant_id = $1 and kind = 'account_code'", [tenant.id])).toEqual([
      { via: 'platform', kind: 'account_code' },
    ]);
    expect(await query('select 1 from mails where tenant_id = $1 and subject like $2', [tenant.id, `%${code}%`])).toEqual([]);
    expect((await options({ mail_code: code })).body.status).toBe('factor_proof');
    const other = code === '000000' ? '000001' : '000000';
    expect((await options({ password, mail_code: other })).body.status).toBe('factor_mail_code');
    expect((await options({ password, mail_code: code }, { at: new Date(Date.now() + 11 * 60_000).toISOString() })).body.status).toBe(
      'factor_mail_code',
    );
    const made = await options({ password, mail_code: code });
    expect(made.status).toBe(200);
    expect((await options({ password, mail_code: code })).body.status).toBe('factor_mail_code');
    const passkey = authenticator(tenant.host).make(made.body);
    expect((await client.post('/api/auth/account/passkeys', { name: 'Notebook', passkey })).status).toBe(200);
    // The next one is proved by the first.
    expect((await client.get(own)).body).toMatchObject({ mailCode: false });
    expect((await client.post(`${own}/code`)).body.status).toBe('account_proof');
  });

  test('needs the code at sign-in too: a password alone adds no factor in a unit that requires one', async () => {
    const tenant = await makeTenant({ settings: { mfa_master: 'S' } });
    const user = await makeUser(tenant, { language: 'en-US' });
    const { token } = (await typed(tenant, user)).body;
    const { setup } = (await api(harness, tenant).post('/api/login/2fa/config', { token })).body;
    const body = () => ({ code: codeAt(Date.now(), setup.key), setup: { id: setup.id, seal: setup.seal } });
    expect((await give(tenant, token, body())).body).toMatchObject({ status: 'factor_mail_code', field: 'mail_code' });
    expect(await getKinds(user)).toEqual([]);
    expect((await api(harness, tenant).post('/api/login/2fa/help', { token, what: 'lost' })).body.status).toBe('factor_over');
    expect((await api(harness, tenant).post('/api/login/2fa/help', { token, what: 'code' })).status).toBe(200);
    const mail_code = await getCode(tenant, user.email);
    expect((await give(tenant, token, { ...body(), mail_code })).status).toBe(200);
    expect(await getKinds(user)).toEqual(['totp']);
  });

  test('needs no code right after an invitation, which already came by the platform’s mail', async () => {
    const tenant = await makeTenant({ settings: { mfa_master: 'S' } });
    const user = await makeUser(tenant, { account: false });
    const { token } = await getInvite(harness, user);
    const { body } = await api(harness, tenant).post('/api/password/new', { token, password: fresh });
    expect(body.status).toBe('redirect_two_factor');
    const page = (await api(harness, tenant).post('/api/login/2fa/config', { token: body.token })).body;
    expect(page).toMatchObject({ mode: 'setup', mailCode: false });
    const { id, seal, key } = page.setup;
    expect((await give(tenant, body.token, { code: codeAt(Date.now(), key), setup: { id, seal } })).status).toBe(200);
  });

  test('codes are mailed five times an hour at most', async () => {
    const tenant = await makeTenant();
    const client = await getApi(harness, tenant, await makeUser(tenant));
    const said: number[] = [];
    for (let count = 0; count < 6; count += 1) said.push((await client.post(`${own}/code`)).status);
    expect(said).toEqual([200, 200, 200, 200, 200, 429]);
  });
});

describe('“This wasn’t me”', () => {
  /** A thief with the session and a code removes the user's app and adds a passkey of their own. */
  async function stolen() {
    const [tenant, elsewhere] = [await makeTenant(), await makeTenant()];
    await makeMailServer(tenant, { host: 'localhost', port: world().mail.smtpPort });
    const user = await makeUser(tenant, { language: 'en-US' });
    const there = await makeUser(elsewhere, { email: user.email });
    const { id } = await makeFactor(user, ['AAAA-BBBB-CCCC-DDDD', 'EEEE-FFFF-GGGG-HHHH', 'KKKK-FFFF-GGGG-HHHH']);
    const due = await typed(tenant, user);
    const { body } = await give(tenant, due.body.token, { code: 'AAAA-BBBB-CCCC-DDDD' });
    const thief = api(harness, tenant, body.token);
    const device = authenticator(tenant.host);
    const options = await thief.post('/api/auth/account/passkeys/options', { password, code: 'EEEE-FFFF-GGGG-HHHH' });
    expect((await thief.post('/api/auth/account/passkeys', { name: 'Laptop', passkey: device.make(options.body) })).status).toBe(200);
    return { tenant, elsewhere, user, there, id, thief, device };
  }

  test('reverts the change and every later one, ends all sessions, and requires a new password', async () => {
    const { tenant, elsewhere, user, there, id, thief, device } = await stolen();
    const link = await getLink(tenant, user.email);
    expect(link.host).toBe(tenant.host);
    expect((await thief.post(`${own}/${id}/remove`, { password, code: 'KKKK-FFFF-GGGG-HHHH' })).status).toBe(200);
    expect(await getKinds(user)).toEqual(['passkey']);
    const second = await getLink(tenant, user.email, 2);
    expect(await query("select distinct via, address from mails where tenant_id = $1 and kind = 'account_factor'", [tenant.id])).toEqual([
      { via: 'platform', address: user.email },
    ]);
    expect((await openLink(link.host, link.token)).body).toMatchObject({
      purpose: 'undo',
      what: 'added',
      name: 'Laptop',
      email: user.email,
      language: 'en-US',
    });
    expect((await openLink(elsewhere.host, link.token)).status).toBe(410);
    const used = await useLink(link.host, link.token);
    expect(used.body).toMatchObject({ status: 'ok', purpose: 'undo', reset: expect.stringMatching(/^[\w-]{43}$/) });
    expect(await getKinds(user)).toEqual(['totp']);
    expect((await thief.get(own)).status).toBe(401);
    const { challenge } = (await api(harness, tenant).post('/api/login/passkey/options', {})).body;
    expect((await api(harness, tenant).post('/api/login/passkey', { passkey: device.sign(challenge) })).body.status).toBe('factor_wrong');
    expect((await typed(elsewhere, there)).status).toBe(401);
    expect(await query('select epoch from accounts where email = $1', [user.email])).toEqual([{ epoch: '2' }]);
    // A used or superseded link opens nothing.
    for (const { host, token } of [link, second]) {
      expect((await openLink(host, token)).status).toBe(410);
      expect((await useLink(host, token)).body.status).toBe('link_used');
    }
    const taken = await api(harness, tenant).post('/api/password/new', { token: used.body.reset, password: fresh });
    expect(taken.status).toBe(200);
    const back = await api(harness, elsewhere).post('/api/login', { email: user.email, password: fresh });
    expect(back.body.status).toBe('redirect_two_factor');
    expect((await give(elsewhere, back.body.token, { code: codeAt(Date.now()) })).status).toBe(200);
    expect(await query("select 1 from audit where tenant_id = $1 and what = 'factor.undone'", [tenant.id])).toHaveLength(1);
  });

  test('restores recovery codes that were regenerated, and works for seven days', async () => {
    const { tenant, user, thief } = await stolen();
    await getLink(tenant, user.email);
    const renewed = await thief.post('/api/auth/account/recovery-codes', { password, code: 'KKKK-FFFF-GGGG-HHHH' });
    expect(renewed.status).toBe(200);
    const { host, token } = await getLink(tenant, user.email, 2);
    expect((await openLink(host, token)).body).toMatchObject({ what: 'codes' });
    expect((await openLink(host, token, hours(6.9 * 24))).status).toBe(200);
    expect((await useLink(host, token, hours(7.1 * 24))).status).toBe(410);
    expect((await useLink(host, token)).status).toBe(200);
    const left = await query(
      "select used_at is null as good from factors f join users u on u.account_id = f.account_id where u.id = $1 and kind = 'recovery'",
      [user.id],
    );
    expect(left).toHaveLength(3);
    expect(await getKinds(user)).toEqual(['totp', 'passkey']);
  });

  test('goes to the account’s address and works even if the unit changes the user in between', async () => {
    const { tenant, user } = await stolen();
    await query("update users set status = 'B', email = 'thief-' || id || '@people.test', account_id = null where id = $1", [user.id]);
    const link = await getLink(tenant, user.email);
    expect((await mailTo(`thief-${user.id}@people.test`)).filter(({ text }) => factorLink.test(text))).toEqual([]);
    expect((await useLink(link.host, link.token)).status).toBe(200);
  });

  test('used sixty times at once reverts the change once', async () => {
    const { tenant, user } = await stolen();
    const { host, token } = await getLink(tenant, user.email);
    const answers = await Promise.all(Array.from({ length: 60 }, () => useLink(host, token)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});

/** What the account is mailed about a reset, as it was queued. */
const wipedMails = async (user: User) =>
  query(
    `select o.tenant_id, o.body->>'what' as what
      from outbox o join users u on u.account_id::text = o.body->>'account'
      where u.id = $1 and o.kind = 'account.factor'`,
    [user.id],
  );

describe('a user without any factor left', () => {
  async function lost({ settings = {} } = {}) {
    const [tenant, open] = [await makeTenant({ settings: { mfa_master: 'S', ...settings } }), await makeTenant()];
    const user = await makeUser(tenant, { language: 'en-US' });
    const there = await makeUser(open, { email: user.email });
    await makeFactor(user);
    const due = await typed(tenant, user);
    expect((await api(harness, tenant).post('/api/login/2fa/config', { token: due.body.token })).body).toMatchObject({
      mode: 'enter',
      lost: true,
    });
    expect((await api(harness, tenant).post('/api/login/2fa/help', { token: due.body.token, what: 'lost' })).status).toBe(200);
    const link = await getLink(tenant, user.email);
    return { tenant, open, user, there, link };
  }
  /** An administrator of a unit that requires a factor, signed in with theirs. */
  async function getAdmin(tenant: Tenant) {
    const admin = await makeUser(tenant, { profile: 'admin' });
    await makeFactor(admin);
    const entered = await typed(tenant, admin);
    const { body } = await give(tenant, entered.body.token, { code: codeAt(Date.now()) });
    return { admin, client: api(harness, tenant, body.token) };
  }
  const waiting = async (tenant: Tenant, user: User) => getLink(tenant, user.email, 2);

  test('gets a mailed link that starts a 24-hour wait; then factors are wiped, and an administrator readmits where one is required', async () => {
    const { tenant, open, user, there, link } = await lost();
    expect((await openLink(link.host, link.token)).body).toMatchObject({ purpose: 'lost', what: null });
    expect((await useLink(link.host, link.token)).body).toMatchObject({ purpose: 'lost', reset: null });
    expect((await openLink(link.host, link.token)).status).toBe(410);
    await waiting(tenant, user);
    expect((await typed(open, there, hours(23))).body.status).toBe('redirect_two_factor');
    // The next sign-in after it wipes them: units that require no factor let the user in, others make them wait.
    expect((await typed(open, there, hours(25))).body.status).toBe('ok');
    expect(await getKinds(user)).toEqual([]);
    expect((await typed(tenant, user, hours(25))).body.status).toBe('account_waits');
    expect(await wipedMails(user)).toEqual([{ tenant_id: tenant.id, what: 'wiped' }]);
    const company = api(harness, open, (await typed(open, there, hours(25))).body.token);
    const way = await company.post('/api/auth/change/companies', { company: tenant.id }, hours(25));
    expect((await api(harness, tenant).post('/api/oauth/company', { token: way.body.token }, hours(25))).body.status).toBe('account_waits');
    const { client, admin } = await getAdmin(tenant);
    expect((await client.get(`/api/auth/users/${user.id}/factors`)).body.waitsSince).toEqual(expect.any(String));
    const [foreign] = [await getApi(harness, open, await makeUser(open, { profile: 'admin' }))];
    expect((await foreign.post(`/api/auth/users/${user.id}/readmit`)).status).toBe(404);
    expect((await client.post(`/api/auth/users/${user.id}/readmit`)).status).toBe(200);
    expect((await client.post(`/api/auth/users/${user.id}/readmit`)).status).toBe(404);
    expect(await query("select user_id from audit where tenant_id = $1 and what = 'user.readmit'", [tenant.id])).toEqual([
      { user_id: admin.id },
    ]);
    const again = await typed(tenant, user);
    expect((await api(harness, tenant).post('/api/login/2fa/config', { token: again.body.token })).body).toMatchObject({
      mode: 'setup',
      mailCode: true,
    });
  });

  test('waits where every unit of theirs requires a factor, and is readmitted there', async () => {
    const { tenant, there, user, link } = await lost();
    await query("update users set status = 'I' where id = $1", [there.id]);
    await useLink(link.host, link.token);
    await waiting(tenant, user);
    expect((await typed(tenant, user, hours(25))).body.status).toBe('account_waits');
    // The refusal is final: what it says has happened.
    expect(await getKinds(user)).toEqual([]);
    expect(await query('select waits_at is not null as waits from users where id = $1', [user.id])).toEqual([{ waits: true }]);
    expect(await query("select outcome from sign_ins where user_id = $1 and outcome = 'account_waits'", [user.id])).toHaveLength(1);
    const { client } = await getAdmin(tenant);
    expect((await client.get(`/api/auth/users/${user.id}/factors`)).body.waitsSince).toEqual(expect.any(String));
    expect((await client.post(`/api/auth/users/${user.id}/readmit`)).status).toBe(200);
    const again = await typed(tenant, user);
    expect((await api(harness, tenant).post('/api/login/2fa/config', { token: again.body.token })).body.mode).toBe('setup');
  });

  test('reads at the second step that a reset runs and until when, and gets the mail that cancels it again', async () => {
    const { tenant, user, link } = await lost();
    await useLink(link.host, link.token);
    await waiting(tenant, user);
    const [row] = await query('select a.lost_at as at from accounts a join users u on u.account_id = a.id where u.id = $1', [user.id]);
    const until = new Date(Number(row?.at) + 24 * 3_600_000);
    const due = await typed(tenant, user);
    const page = async (token: string) => (await api(harness, tenant).post('/api/login/2fa/config', { token })).body;
    expect(new Date((await page(due.body.token)).lostUntil).getTime()).toBe(until.getTime());
    expect((await api(harness, tenant).post('/api/login/2fa/help', { token: due.body.token, what: 'lost' })).status).toBe(200);
    const keep = await getLink(tenant, user.email, 3);
    expect((await openLink(keep.host, keep.token)).body).toMatchObject({ purpose: 'keep' });
    // Neither mail moves the end of the wait.
    const ends = (await mailTo(user.email)).flatMap(
      ({ text }) => /will be removed after (.*?)\. /.exec(text.replaceAll(/\s+/g, ' '))?.[1] ?? [],
    );
    expect(ends).toHaveLength(2);
    expect(new Set(ends).size).toBe(1);
    expect((await useLink(keep.host, keep.token)).status).toBe(200);
    const after = await typed(tenant, user);
    expect((await page(after.body.token)).lostUntil).toBeNull();
  });

  test('cancels the wait by the link in the announcement mail, or by signing in with a factor', async () => {
    const first = await lost();
    await useLink(first.link.host, first.link.token);
    const keep = await waiting(first.tenant, first.user);
    expect((await openLink(keep.host, keep.token)).body).toMatchObject({ purpose: 'keep' });
    expect((await useLink(keep.host, keep.token)).body).toMatchObject({ purpose: 'keep', reset: null });
    expect((await typed(first.open, first.there, hours(25))).body.status).toBe('redirect_two_factor');
    const second = await lost();
    await useLink(second.link.host, second.link.token);
    const stale = await waiting(second.tenant, second.user);
    const due = await typed(second.open, second.there);
    expect((await give(second.open, due.body.token, { code: codeAt(Date.now()) })).status).toBe(200);
    expect((await openLink(stale.host, stale.token)).status).toBe(410);
    expect((await typed(second.open, second.there, hours(25))).body.status).toBe('redirect_two_factor');
  });

  test('can reset the account’s factors despite a unit’s own factor, and no unit requires the reset', async () => {
    const { tenant, open, user, there, link } = await lost({ settings: { mfa_trust_sso: 'N' } });
    await useLink(link.host, link.token);
    const secret = 'KRSXG5CTMVRXEZLUKRSXG5CTMVRXEZLU';
    await makeFactor(user, [], { bound: 'unit', secret });
    const code = crypto.randomUUID().replaceAll('-', '').padEnd(43, 'x');
    await query(
      `insert into tickets (hash, purpose, tenant_id, host, body, expires_at) values (sha256($1::bytea), 'sso.code', $2, $3, $4, now() + interval '1 minute')`,
      [code, tenant.id, tenant.host, JSON.stringify({ way: 'saml', redirect: null, userId: user.id })],
    );
    const due = await api(harness, tenant).post('/api/saml/callback', { code });
    expect((await api(harness, tenant).post('/api/login/2fa/help', { token: due.body.token, what: 'lost' })).body.status).toBe(
      'factor_over',
    );
    expect((await give(tenant, due.body.token, { code: codeAt(Date.now(), secret) })).status).toBe(200);
    expect((await typed(open, there, hours(25))).body.status).toBe('ok');
  });

  test('can be readmitted by a platform operator who gives a reason; every unit’s audit log records it', async () => {
    const platform = await makeTenant({ kind: 'partner' });
    const [operator, colleague] = [await makeUser(platform, { profile: 'a2m' }), await makeUser(platform, { profile: 'admin' })];
    const { tenant, open, user, there } = await lost();
    const client = await getApi(harness, platform, operator);
    const body = { email: user.email.toUpperCase(), reason: 'Passport seen on a call' };
    const release = '/api/auth/accounts/release';
    expect((await client.post(release, { email: user.email, reason: ' ' })).status).toBe(422);
    expect((await (await getApi(harness, platform, colleague)).post(release, body)).status).toBe(403);
    expect((await client.post(release, { ...body, email: operator.email })).status).toBe(404);
    // Readmission removes a protection: an operator with a factor must pass it again.
    await makeFactor(operator);
    expect(await client.post(release, body)).toMatchObject({ status: 403, body: { status: 'factor_due' } });
    expect(await getKinds(user)).not.toEqual([]);
    await query('update sessions set factor_at = now() where user_id = $1', [operator.id]);
    expect((await client.post(release, body)).status).toBe(200);
    expect(await getKinds(user)).toEqual([]);
    expect((await typed(tenant, user)).body.status).toBe('redirect_two_factor');
    await signIn(harness, open, there);
    const told = await query(
      "select tenant_id, user_id, change from audit where what = 'factor.released' and change->'after'->>'reason' = $1",
      [body.reason],
    );
    expect(told.map(({ tenant_id }) => tenant_id).toSorted()).toEqual([tenant.id, open.id, platform.id].toSorted());
    expect(new Set(told.map(({ user_id }) => user_id))).toEqual(new Set([operator.id]));
    // The account is mailed about it, and takes it back if none of its own users asked.
    expect(await wipedMails(user)).toEqual([{ tenant_id: tenant.id, what: 'wiped' }]);
    const wiped = await mailLike(tenant, user.email, /all second factors and recovery codes were removed/);
    const [, host = '', token = ''] = factorLink.exec(wiped) ?? [];
    expect((await openLink(host, token)).body).toMatchObject({ purpose: 'undo', what: 'wiped', email: user.email });
    expect((await useLink(host, token)).body).toMatchObject({ purpose: 'undo', reset: expect.any(String) });
    expect(await getKinds(user)).toEqual(['totp']);
    expect((await typed(open, there)).status).toBe(401);
  });

  test('needs no readmission once the reset was undone', async () => {
    const { tenant, open, user, there, link } = await lost();
    await useLink(link.host, link.token);
    await query("update accounts set lost_at = lost_at - interval '25 hours' where email = $1", [user.email]);
    expect((await typed(open, there)).body.status).toBe('ok');
    expect((await typed(tenant, user)).body.status).toBe('account_waits');
    const [, host = '', token = ''] = factorLink.exec(await mailLike(tenant, user.email, /all second factors/)) ?? [];
    const used = await useLink(host, token);
    expect((await api(harness, tenant).post('/api/password/new', { token: used.body.reset, password: fresh })).status).toBe(200);
    const back = await api(harness, tenant).post('/api/login', { email: user.email, password: fresh });
    expect((await give(tenant, back.body.token, { code: codeAt(Date.now()) })).status).toBe(200);
  });
});
