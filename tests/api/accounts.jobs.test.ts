import { describe, expect, test } from 'vitest';
import { askInvitation, deliver, getInvite, linksTo, mailTo, tick } from '../support/account-mail.ts';
import { api, getApi, signIn } from '../support/api.ts';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { makeMailServer } from '../support/make-notification.ts';
import { makeTenant } from '../support/make-tenant.ts';
import { makeUser } from '../support/make-user.ts';
import { password } from '../support/password.ts';
import { world } from '../support/world.ts';

const harness = useHarness();
const fresh = 'nove-cafés-azuis';
const invited = async (options: Parameters<typeof makeUser>[1] = {}, tenantOptions: Parameters<typeof makeTenant>[0] = {}) => {
  const tenant = await makeTenant(tenantOptions);
  return { tenant, user: await makeUser(tenant, { account: false, ...options }) };
};
const getAccount = async (email: string) =>
  (await query('select password, verified_at, password_at from accounts where email = $1', [email]))[0];

describe('an invitation', () => {
  test('is mailed by the platform in the user’s language, is accepted once, and signs the user in', async () => {
    const { tenant, user } = await invited({ language: 'en-US', name: 'Joana Prado' }, { name: 'Vértice' });
    const link = await getInvite(harness, user);
    const [mail] = await mailTo(user.email);
    expect(mail).toMatchObject({ from: 'portal@mirante.test', subject: 'Your access to Vértice' });
    expect(mail?.text).toContain('Hello, Joana Prado');
    expect(mail?.raw).toContain('multipart/alternative');
    expect(`${mail?.text}${mail?.html}`).not.toMatch(/Mirante|Choose what you get/);
    expect(link.host).toBe(tenant.host);
    const client = api(harness, tenant);
    const opened = await client.post('/api/password/config', { token: link.token });
    expect(opened.body).toMatchObject({
      link: { purpose: 'invite', own: false, name: 'Joana Prado', email: user.email, unit: 'Vértice' },
      policy: { min: 8, max: 256, capital: false, special: false, expiryDays: null },
    });
    const taken = await client.post('/api/password/new', { token: link.token, password: fresh });
    expect(taken).toMatchObject({
      status: 200,
      body: { signIn: null, session: { user: { id: user.id }, intended: '/', perfil_usuario: 'user' } },
    });
    expect((await api(harness, tenant, taken.body.session.token).get('/api/auth/dashboard')).status).toBe(200);
    expect(await client.post('/api/password/new', { token: link.token, password: fresh })).toMatchObject({
      status: 410,
      body: { status: 'link_used' },
    });
    expect(await getAccount(user.email)).toMatchObject({ verified_at: expect.anything() });
    await signIn(harness, tenant, user, fresh);
    expect(await query('select what from audit where tenant_id = $1 order by at', [tenant.id])).toEqual(
      expect.arrayContaining([{ what: 'account.accepted' }, { what: 'session.start' }]),
    );
    expect(
      await query('select invited_at is not null as told, account_id is not null as accepted from users where id = $1', [user.id]),
    ).toEqual([{ told: true, accepted: true }]);
  });

  test('says whether the user will administer the unit', async () => {
    const tenant = await makeTenant({ name: 'Vértice' });
    const said = async (profile: 'admin' | 'user') => {
      const user = await makeUser(tenant, { account: false, language: 'en-US', profile });
      await getInvite(harness, user);
      return (await mailTo(user.email)).at(-1)?.text;
    };
    expect(await said('admin')).toContain('Vértice has invited you as an administrator');
    expect(await said('user')).not.toContain('administrator');
  });

  test('invalidates the one before it, and expires after 72 hours, a block, a removal or a change of address', async () => {
    const { tenant, user } = await invited();
    const first = await getInvite(harness, user);
    const second = await getInvite(harness, user);
    const client = api(harness, tenant);
    const open = (token: string, at?: string) => client.post('/api/password/config', { token }, at ? { at } : {});
    expect((await open(first.token)).status).toBe(410);
    expect((await open(second.token)).status).toBe(200);
    expect((await open(second.token, new Date(Date.now() + 73 * 3_600_000).toISOString())).status).toBe(410);
    for (const [damage, repair] of [
      ["status = 'D'", "status = 'A'"],
      ['deleted_at = now()', 'deleted_at = null'],
      ["email = 'other-' || id || '@people.test'", `email = '${user.email}'`],
    ]) {
      const { token } = await getInvite(harness, user);
      await query(`update users set ${damage} where id = $1`, [user.id]);
      expect((await open(token)).status).toBe(410);
      await query(`update users set ${repair} where id = $1`, [user.id]);
      expect((await open(token)).status).toBe(410);
    }
  });

  test('interrupted halfway is sent again, and only the last link works', async () => {
    const { tenant, user } = await invited({ email: `once-${crypto.randomUUID()}@people.test` });
    await askInvitation(user);
    await tick(harness);
    expect(await linksTo(user.email)).toEqual([]);
    expect(await query('select count(*)::int as n from tokens where user_id = $1 and used_at is null', [user.id])).toEqual([{ n: 1 }]);
    await tick(harness, Date.now() + 61_000);
    const links = await linksTo(user.email);
    expect(links).toHaveLength(1);
    expect(await query('select count(*)::int as n from tokens where user_id = $1 and used_at is null', [user.id])).toEqual([{ n: 1 }]);
    expect((await api(harness, tenant).post('/api/password/config', { token: links[0]?.token })).status).toBe(200);
  });

  test('for a user with an account elsewhere is accepted with that account’s password and shows the inviter nothing of the account', async () => {
    const home = await makeTenant();
    const known = await makeUser(home);
    await query('update accounts set verified_at = now() where email = $1', [known.email]);
    const { tenant, user } = await invited({ email: known.email });
    const stranger = await makeUser(tenant, { account: false });
    const [link] = [await getInvite(harness, user), await getInvite(harness, stranger)];
    const log = await query('select kind, subject, via, state from mails where tenant_id = $1 order by created_at', [tenant.id]);
    expect(log[0]).toEqual(log[1]);
    const client = api(harness, tenant);
    expect((await client.post('/api/password/config', { token: link.token })).body.link).toMatchObject({ purpose: 'invite', own: true });
    expect(await client.post('/api/password/new', { token: link.token, password: fresh })).toMatchObject({
      status: 422,
      body: { status: 'password_wrong', field: 'password' },
    });
    const before = await getAccount(known.email);
    const taken = await client.post('/api/password/new', { token: link.token, password });
    expect(taken.body.session.user.id).toBe(user.id);
    expect((await getAccount(known.email))?.password).toBe(before?.password);
    await signIn(harness, home, known);
    await signIn(harness, tenant, user);
  });

  test('accepted on an account without a verified owner removes everything the account had', async () => {
    const squatter = await makeTenant();
    const squat = await makeUser(squatter);
    const old = await signIn(harness, squatter, squat);
    const { tenant, user } = await invited({ email: squat.email });
    const { token } = await getInvite(harness, user);
    expect((await api(harness, tenant).post('/api/password/config', { token })).body.link).toMatchObject({ own: false });
    expect((await api(harness, tenant).post('/api/password/new', { token, password: fresh })).status).toBe(200);
    expect(await api(harness, squatter, old).get('/api/auth/dashboard')).toMatchObject({ status: 401 });
    expect((await api(harness, squatter).post('/api/login', { email: squat.email, password })).status).toBe(401);
    await signIn(harness, squatter, squat, fresh);
    expect(await getAccount(squat.email)).toMatchObject({ verified_at: expect.anything() });
  });

  test('is not sent to a user who has accepted, is blocked or was removed', async () => {
    const { tenant, user } = await invited();
    const accepted = await makeUser(tenant);
    await query("update users set status = 'B' where id = $1", [user.id]);
    await askInvitation(user);
    await askInvitation(accepted);
    await tick(harness);
    expect([...(await mailTo(user.email)), ...(await mailTo(accepted.email))]).toEqual([]);
    expect(await query('select 1 from outbox where tenant_id = $1', [tenant.id])).toEqual([]);
  });

  test('of a unit without a product host uses the platform’s host and leads to the unit’s sign-in', async () => {
    const { tenant, user } = await invited({}, { host: `bi-${crypto.randomUUID().slice(0, 8)}.example` });
    const link = await getInvite(harness, user);
    expect(link.host).toBe('mirante.localhost');
    const there = await api(harness, link.host).post('/api/password/new', { token: link.token, password: fresh });
    expect(there).toMatchObject({ status: 200, body: { session: null, signIn: { origin: `http://${tenant.host}`, email: user.email } } });
    await signIn(harness, tenant, user, fresh);
  });
});

describe('a forgotten password', () => {
  const forget = (tenant: { host: string }, email: string) => api(harness, tenant).post('/api/password/forgot', { email });

  test('is reset with a link valid for one hour; every session ends everywhere and the user is notified', async () => {
    const [tenant, other] = [await makeTenant(), await makeTenant()];
    const user = await makeUser(tenant);
    const there = await makeUser(other, { email: user.email });
    const sessions = [await getApi(harness, tenant, user), await getApi(harness, other, there)];
    expect((await forget(tenant, user.email.toUpperCase())).body).toEqual({ status: 'ok' });
    await deliver(harness, tenant);
    const [link] = await linksTo(user.email);
    const client = api(harness, tenant);
    expect((await client.post('/api/password/config', { token: link?.token })).body.link).toMatchObject({
      purpose: 'reset',
      email: user.email,
    });
    const late = new Date(Date.now() + 61 * 60_000).toISOString();
    expect((await client.post('/api/password/new', { token: link?.token, password: fresh }, { at: late })).status).toBe(410);
    const taken = await client.post('/api/password/new', { token: link?.token, password: fresh });
    expect(taken.body).toEqual({ status: 'ok', session: null, signIn: { origin: tenant.origin, email: user.email } });
    for (const session of sessions)
      expect(await session.get('/api/auth/dashboard')).toMatchObject({ status: 401, body: { status: 'session_gone' } });
    expect((await client.post('/api/login', { email: user.email, password })).status).toBe(401);
    await signIn(harness, tenant, user, fresh);
    await deliver(harness, tenant);
    expect((await mailTo(user.email)).map((mail) => mail.subject)).toContain('Sua senha foi alterada');
  });

  test('gets the same answer for an unknown address, and no mail is sent', async () => {
    const tenant = await makeTenant();
    const elsewhere = await makeUser(await makeTenant());
    const [missing, known] = [await forget(tenant, 'nobody@people.test'), await forget(tenant, (await makeUser(tenant)).email)];
    expect([missing.status, missing.body]).toEqual([known.status, known.body]);
    expect((await forget(tenant, elsewhere.email)).body).toEqual(missing.body);
    await deliver(harness, tenant);
    expect([...(await mailTo('nobody@people.test')), ...(await mailTo(elsewhere.email))]).toEqual([]);
    expect(await query('select 1 from outbox where tenant_id = $1', [tenant.id])).toEqual([]);
  });

  test('of a user with a pending invitation sends the invitation again', async () => {
    const { tenant, user } = await invited();
    await forget(tenant, user.email);
    await deliver(harness, tenant);
    expect((await mailTo(user.email)).map((mail) => mail.subject)).toEqual([`Seu acesso a ${tenant.name}`]);
  });

  test('of an invited user with an account elsewhere sends a link that resets and joins, logged as an invitation', async () => {
    const known = await makeUser(await makeTenant());
    await query('update accounts set verified_at = now() where email = $1', [known.email]);
    const { tenant, user } = await invited({ email: known.email });
    await forget(tenant, user.email);
    await deliver(harness, tenant);
    expect(await query('select kind, subject from mails where tenant_id = $1', [tenant.id])).toEqual([
      { kind: 'account_invite', subject: `Seu acesso a ${tenant.name}` },
    ]);
    const [link] = await linksTo(user.email);
    expect((await api(harness, tenant).post('/api/password/new', { token: link?.token, password: fresh })).status).toBe(200);
    await signIn(harness, tenant, user, fresh);
  });

  test('goes to the account’s address, even if an administrator has changed the user’s address', async () => {
    const tenant = await makeTenant();
    const user = await makeUser(tenant);
    await query("update users set email = 'thief-' || id || '@people.test' where id = $1", [user.id]);
    await forget(tenant, `thief-${user.id}@people.test`);
    await forget(tenant, user.email);
    await deliver(harness, tenant);
    expect(await mailTo(`thief-${user.id}@people.test`)).toEqual([]);
    expect(await linksTo(user.email)).toHaveLength(1);
  });
});

describe('the mail server for account mail', () => {
  const ownServer = (tenant: { id: string }) => makeMailServer(tenant, { host: 'localhost', port: world().mail.smtpPort });
  const forget = (tenant: { host: string }, email: string) => api(harness, tenant).post('/api/password/forgot', { email });

  test('is the platform’s for every link, even when the account belongs to this unit alone, and the link uses a product host', async () => {
    const tenant = await makeTenant();
    await ownServer(tenant);
    const own = `bi-${crypto.randomUUID().slice(0, 8)}.example`;
    await query('update domains set main = false where tenant_id = $1', [tenant.id]);
    await query('insert into domains (tenant_id, host, main) values ($1, $2, true)', [tenant.id, own]);
    const [alone, shared] = [await makeUser(tenant), await makeUser(tenant)];
    await makeUser(await makeTenant(), { email: shared.email });
    for (const { email } of [alone, shared]) await forget(tenant, email);
    await deliver(harness, tenant);
    expect(await query('select distinct kind, via from mails where tenant_id = $1', [tenant.id])).toEqual([
      { kind: 'account_reset', via: 'platform' },
    ]);
    for (const { email } of [alone, shared]) {
      const [mail] = await mailTo(email);
      expect(mail).toMatchObject({ from: 'portal@mirante.test' });
      const [link] = await linksTo(email);
      expect(link?.host).toBe(tenant.host);
      expect((await api(harness, tenant).post('/api/password/new', { token: link?.token, password: fresh })).status).toBe(200);
      expect(await getAccount(email)).toMatchObject({ verified_at: expect.anything() });
    }
    // Notifications keep the unit's own server.
    await deliver(harness, tenant);
    expect(await query("select distinct via from mails where tenant_id = $1 and kind like 'account_%'", [tenant.id])).toEqual([
      { via: 'platform' },
    ]);
  });

  test('stays the platform’s when another unit removes the user, and nothing that unit sent is left when the user is restored', async () => {
    const [hostile, other] = [await makeTenant(), await makeTenant()];
    await ownServer(hostile);
    const user = await makeUser(hostile);
    const there = await makeUser(other, { email: user.email });
    const admin = await getApi(harness, other, await makeUser(other, { profile: 'admin' }));
    expect((await admin.post(`/api/auth/users/${there.id}/remove`, { typed: there.name.toUpperCase().replaceAll(' ', '_') })).status).toBe(
      200,
    );
    await forget(hostile, user.email);
    await deliver(harness, hostile);
    expect(await query('select via from mails where tenant_id = $1', [hostile.id])).toEqual([{ via: 'platform' }]);
    expect(await mailTo(user.email)).toMatchObject([{ from: 'portal@mirante.test' }]);
    expect((await admin.post(`/api/auth/users/${there.id}/restore`)).status).toBe(200);
    await signIn(harness, other, user);
  });

  test('a password reset by link ends sessions, known devices, links and pending steps of the old password in every unit', async () => {
    const [tenant, other] = [await makeTenant(), await makeTenant()];
    const user = await makeUser(tenant);
    const there = await makeUser(other, { email: user.email });
    const session = await getApi(harness, other, there);
    const wait = crypto.randomUUID().replaceAll('-', '').padEnd(43, 'x');
    await query(
      `insert into tickets (hash, purpose, tenant_id, host, body, expires_at)
        values (sha256($1::bytea), 'sso.code', $2, $3, $4, now() + interval '10 minutes')`,
      [wait, other.id, other.host, JSON.stringify({ way: 'saml', redirect: null, userId: there.id })],
    );
    const epoch = async () => Number((await query('select epoch from accounts where email = $1', [user.email]))[0]?.epoch);
    const before = await epoch();
    await forget(tenant, user.email);
    await deliver(harness, tenant);
    const [link] = await linksTo(user.email);
    expect((await api(harness, tenant).post('/api/password/new', { token: link?.token, password: fresh })).status).toBe(200);
    expect(await epoch()).toBe(before + 1);
    // A proof from before the reset starts no session, whatever its method; a new one does.
    const stands = async (judged: number) =>
      (await query('select app.password_stands($1, $2, null, $3) as stands', [other.id, there.id, judged]))[0]?.stands;
    expect([await stands(before), await stands(before + 1)]).toEqual([false, true]);
    expect((await session.get('/api/auth/dashboard')).status).toBe(401);
    expect((await api(harness, other).post('/api/saml/callback', { code: wait })).body.status).toBe('error_saml');
    expect(await query('select 1 from devices where user_id = any ($1)', [[user.id, there.id]])).toEqual([]);
    await signIn(harness, other, there, fresh);
  });

  test('is the platform’s for every invitation', async () => {
    const { tenant, user } = await invited();
    await makeMailServer(tenant, { host: 'localhost', port: world().mail.smtpPort });
    await getInvite(harness, user);
    expect(await query('select via from mails where tenant_id = $1', [tenant.id])).toEqual([{ via: 'platform' }]);
  });
});
