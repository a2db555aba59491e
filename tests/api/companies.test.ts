import { expect, test } from 'vitest';
import { api, getApi, signIn } from '../support/api.ts';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { authenticator, codeAt, makeFactor, makePasskey } from '../support/make-factor.ts';
import { makeTenant } from '../support/make-tenant.ts';
import { makeUser } from '../support/make-user.ts';
import { password } from '../support/password.ts';

const harness = useHarness();
const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();

/** One account in two units. */
async function twoUnits() {
  const [here, there] = [await makeTenant({ name: 'Vértice' }), await makeTenant({ name: 'Rede Aurora' })];
  const person = await makeUser(here, { name: 'Ana Nunes' });
  const twin = await makeUser(there, { email: person.email, name: 'Ana N.', profile: 'admin' });
  const client = await getApi(harness, here, person);
  const leave = async () => (await client.post('/api/auth/change/companies', { company: there.id })).body;
  const arrive = (token: string, place = there, options = {}) => api(harness, place).post('/api/oauth/company', { token }, options);
  return { here, there, person, twin, client, leave, arrive };
}

test('a user of two units gets both in the configuration and switches with a ticket for the other unit’s host', async () => {
  const { here, there, twin, client, leave, arrive } = await twoUnits();
  const { body } = await client.post('/api/auth/config');
  expect(body.config.companies).toEqual([
    { id: here.id, name: 'Vértice' },
    { id: there.id, name: 'Rede Aurora' },
  ]);
  expect((await client.get('/api/auth/companies')).body.companies).toEqual([
    { id: here.id, name: 'Vértice', kind: 'unit', current: true },
    { id: there.id, name: 'Rede Aurora', kind: 'unit', current: false },
  ]);
  const ticket = await leave();
  expect(ticket).toEqual({ status: 'change', domain: there.host, token: expect.stringMatching(/^[\w-]{43}$/) });
  const arrived = await arrive(ticket.token);
  expect(arrived).toMatchObject({
    status: 200,
    body: { status: 'ok', tenant_id: there.id, perfil_usuario: 'admin', auth_type: 'company', user: { id: twin.id, name: 'Ana N.' } },
  });
  expect((await api(harness, there, arrived.body.token).get('/api/auth/dashboard')).status).toBe(200);
  // The old session continues; each host has its own.
  expect((await client.get('/api/auth/dashboard')).status).toBe(200);
  expect((await api(harness, here, arrived.body.token).get('/api/auth/dashboard')).status).toBe(401);
  const told = await query("select what, change from audit where tenant_id = $1 and what = 'session.company'", [here.id]);
  // The unit's administrators don't learn which other unit the account is used in.
  expect(told).toEqual([{ what: 'session.company', change: {} }]);
});

test('a ticket works once, also of sixty concurrent uses', async () => {
  const { leave, arrive } = await twoUnits();
  const { token } = await leave();
  const answers = await Promise.all(Array.from({ length: 60 }, () => arrive(token)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status, body }) => status === 410 && body.status === 'link_used')).toHaveLength(59);
});

test('a ticket is valid for one minute, its host and its purpose, and dies with the session it came from', async () => {
  const { here, there, client, leave, arrive } = await twoUnits();
  expect(await arrive((await leave()).token, there, { at: inSeconds(61) })).toMatchObject({ status: 410 });
  const { token } = await leave();
  expect(await arrive(token, here)).toMatchObject({ status: 410, body: { status: 'link_used' } });
  await query('insert into domains (host, tenant_id, main) values ($1, $2, false)', [`second-${there.host}`, there.id]);
  expect(await api(harness, `second-${there.host}`).post('/api/oauth/company', { token })).toMatchObject({ status: 410 });
  await query("update tokens set purpose = 'invite' where tenant_id = $1 and used_at is null", [there.id]);
  expect(await arrive(token)).toMatchObject({ status: 410 });
  await query("update tokens set purpose = 'company' where tenant_id = $1 and used_at is null", [there.id]);
  await client.post('/api/logout');
  expect(await arrive(token)).toMatchObject({ status: 410 });
  expect(await query('select id from sessions where tenant_id = $1', [there.id])).toEqual([]);
});

test('no one can switch to a unit where they are absent, blocked or removed; a missing and a foreign unit get the same answer', async () => {
  const { there, twin, client } = await twoUnits();
  const stranger = await makeTenant();
  await makeUser(stranger);
  const answers = [];
  for (const company of [stranger.id, crypto.randomUUID()]) answers.push(await client.post('/api/auth/change/companies', { company }));
  const [foreign, none] = answers.map(({ status, body: { requestId: _, ...body } }) => ({ status, body }));
  expect(foreign).toEqual(none);
  expect(foreign?.status).toBe(404);
  await query("update users set status = 'B' where id = $1", [twin.id]);
  expect((await client.post('/api/auth/change/companies', { company: there.id })).status).toBe(404);
  expect((await client.get('/api/auth/companies')).body.companies).toHaveLength(1);
});

test('a user who is blocked after getting a ticket cannot use it; a closed unit answers as at sign-in', async () => {
  const { there, twin, leave, arrive } = await twoUnits();
  const { token } = await leave();
  await query("update users set status = 'B' where id = $1", [twin.id]);
  // Blocking a user revokes their tickets.
  expect(await arrive(token)).toMatchObject({ status: 410, body: { status: 'link_used' } });
  await query("update users set status = 'A' where id = $1", [twin.id]);
  // Maintenance keeps out no administrator.
  await query("update users set profile = 'user' where id = $1", [twin.id]);
  const second = await leave();
  await query(
    `insert into maintenance (tenant_id, id, target, title, starts_at, ends_at, except_admin)
      values ($1, gen_random_uuid(), 'unit', 'Carga', now() - interval '1 hour', now() + interval '1 hour', false)`,
    [there.id],
  );
  expect(await arrive(second.token)).toMatchObject({ status: 403, body: { message: 'maitenance' } });
});

test('the right password at another unit’s address leads to the user’s unit; a wrong one reveals nothing', async () => {
  const [stranger, home] = [await makeTenant(), await makeTenant()];
  const person = await makeUser(home);
  const wrong = await api(harness, stranger).post('/api/login', { email: person.email, password: 'not this one' });
  expect(wrong).toMatchObject({ status: 401, body: { status: 'error_user_or_password' } });
  expect(wrong.body.domain).toBeUndefined();
  const { status, body } = await api(harness, stranger).post('/api/login', { email: person.email, password });
  expect({ status, body }).toMatchObject({ status: 200, body: { status: 'change', domain: home.host } });
  expect(await api(harness, home).post('/api/oauth/company', { token: body.token })).toMatchObject({
    status: 200,
    body: { user: { id: person.id } },
  });
});

test('a session vouched for only by the unit shows and opens no other unit until the account is proved in it', async () => {
  const { here, there, person } = await twoUnits();
  const client = await getApi(harness, here, person);
  await query("update sessions set vouched = 'unit', auth_type = 'saml' where user_id = $1", [person.id]);
  expect((await client.get('/api/auth/companies')).body).toEqual({
    companies: [{ id: here.id, name: 'Vértice', kind: 'unit', current: true }],
    prove: true,
  });
  // Missing and existing units get the same answer.
  for (const company of [there.id, crypto.randomUUID()])
    expect(await client.post('/api/auth/change/companies', { company })).toMatchObject({ status: 403, body: { status: 'account_proof' } });
  expect((await client.post('/api/auth/account/proof/options')).body).toEqual({
    state: 'here',
    at: null,
    password: true,
    code: false,
    passkey: null,
  });
  expect(await client.post('/api/auth/account/proof', { password: 'wrong' })).toMatchObject({
    status: 422,
    body: { status: 'password_wrong' },
  });
  expect(await client.post('/api/auth/account/proof', { password })).toMatchObject({ status: 200 });
  expect((await client.get('/api/auth/companies')).body).toMatchObject({ companies: [{ id: here.id }, { id: there.id }], prove: false });
  const { body } = await client.post('/api/auth/change/companies', { company: there.id });
  expect(body).toEqual({ status: 'change', domain: there.host, token: expect.any(String) });
  expect(await query("select change from audit where tenant_id = $1 and what = 'account.proved'", [here.id])).toEqual([
    { change: { after: { kind: 'password' } } },
  ]);
  // The proof expires after fifteen minutes.
  await query("update sessions set proved_at = now() - interval '16 minutes' where user_id = $1", [person.id]);
  expect((await client.get('/api/auth/companies')).body).toMatchObject({ companies: [{ id: here.id }], prove: true });
});

test('a session vouched for only by the unit reads and ends no session elsewhere and copies no users until the account is proved in it', async () => {
  const [here, there] = [await makeTenant({ settings: { user_import: 'S' } }), await makeTenant({ name: 'Rede Aurora' })];
  const person = await makeUser(here, { profile: 'admin' });
  const twin = await makeUser(there, { email: person.email, profile: 'admin' });
  const bruno = await makeUser(there, { name: 'Bruno Prado' });
  const client = await getApi(harness, here, person);
  await query("update sessions set vouched = 'unit', auth_type = 'saml' where user_id = $1", [person.id]);
  await getApi(harness, there, twin);
  const [other] = await query('select id from sessions where user_id = $1', [twin.id]);
  const endIt = () => client.post('/api/auth/account/sessions/end', { id: other?.id });
  const lives = async () => (await query('select 1 from sessions where id = $1 and revoked_at is null', [other?.id])).length > 0;
  const units = '/api/auth/user-imports/units';
  const unitsSeen = async () => (await client.get('/api/auth/account/sessions')).body.items?.map(({ unit }: { unit: string }) => unit);
  expect(await unitsSeen()).toEqual([here.name]);
  expect((await endIt()).status).toBe(404);
  expect((await client.post('/api/auth/account/sessions/end', {})).body).toEqual({ ended: 0 });
  expect(await lives()).toBe(true);
  expect((await client.get(units)).body).toMatchObject({ units: [] });
  expect((await client.get(`${units}/${there.id}/people`)).status).toBe(404);
  expect((await client.post(`${units}/${there.id}`, { ids: [bruno.id] })).status).toBe(404);
  expect((await client.post('/api/auth/account/proof', { password })).status).toBe(200);
  expect(await unitsSeen()).toEqual([here.name, 'Rede Aurora']);
  expect((await client.get(units)).body).toMatchObject({ allowed: true, units: [{ id: there.id }] });
  expect((await client.get(`${units}/${there.id}/people?search=prado`)).body.items).toMatchObject([{ id: bruno.id }]);
  expect((await client.post(`${units}/${there.id}`, { ids: [bruno.id] })).body).toMatchObject({ people: 1 });
  expect((await endIt()).body).toEqual({ ended: 1 });
  expect(await lives()).toBe(false);
});

test('on a host whose DNS the unit controls, a password vouches for that unit only and proves nothing', async () => {
  const { here, there, person } = await twoUnits();
  const own = `bi.${here.host.split('.')[0]}.example`;
  await query('insert into domains (host, tenant_id, main) values ($1, $2, false)', [own, here.id]);
  const client = api(harness, own, await signIn(harness, own, person));
  expect((await client.get('/api/auth/companies')).body).toMatchObject({ companies: [{ id: here.id }], prove: true });
  expect((await client.post('/api/auth/account/proof/options')).body).toMatchObject({ state: 'elsewhere', at: here.origin });
  await query('delete from domains where host = $1', [here.host]);
  expect((await client.post('/api/auth/account/proof/options')).body).toMatchObject({ state: 'elsewhere', at: null });
  await query('insert into domains (host, tenant_id, main) values ($1, $2, false)', [here.host, here.id]);
  expect(await client.post('/api/auth/account/proof', { password })).toMatchObject({ status: 403, body: { status: 'account_elsewhere' } });
  expect(await client.post('/api/auth/change/companies', { company: there.id })).toMatchObject({ body: { status: 'account_proof' } });
  // The unit has no such user: the right password names the other unit but issues no ticket for it.
  const elsewhere = await makeUser(there, { name: 'Bruno' });
  const { body } = await api(harness, own).post('/api/login', { email: elsewhere.email, password });
  expect(body).toEqual({ status: 'change', domain: there.host, token: null });
});

test('a sign-in by ticket on a host whose DNS the unit controls is vouched for by that unit only', async () => {
  const { here, there, client, leave } = await twoUnits();
  const own = `bi.${there.host.split('.')[0]}.example`;
  await query('update domains set main = false where tenant_id = $1', [there.id]);
  await query('insert into domains (host, tenant_id) values ($1, $2)', [own, there.id]);
  const { domain, token } = await leave();
  expect(domain).toBe(own);
  const arrived = await api(harness, own).post('/api/oauth/company', { token });
  expect(arrived.status).toBe(200);
  expect((await api(harness, own, arrived.body.token).get('/api/auth/companies')).body).toMatchObject({
    companies: [{ id: there.id }],
    prove: true,
  });
  expect((await client.get('/api/auth/companies')).body.companies).toHaveLength(2);
  expect(here.id).not.toBe(there.id);
});

/** A host of the unit's own DNS, where the unit can read and relay what is typed. */
async function getOwnHost({ id, host }: { id: string; host: string }) {
  const own = `bi.${host.split('.')[0]}.example`;
  await query('insert into domains (host, tenant_id, main) values ($1, $2, false)', [own, id]);
  return own;
}
const vouchedBy = (user: { id: string }) =>
  query('select auth_type, vouched from sessions where user_id = $1 order by created_at', [user.id]);

test('a second factor given on a host whose DNS the unit controls opens that unit only, and no other host', async () => {
  const { here, there, person } = await twoUnits();
  const { key } = await makeFactor(person);
  await query('delete from sessions where user_id = $1', [person.id]);
  const own = await getOwnHost(here);
  const [proxy, product] = [api(harness, own), api(harness, here)];
  const ticketAt = async (client: typeof proxy) => (await client.post('/api/login', { email: person.email, password })).body.token;
  const code = codeAt(Date.now(), key);
  const carried = await ticketAt(proxy);
  expect(await product.post('/api/login/2fa', { token: carried, code })).toMatchObject({ status: 410, body: { status: 'factor_over' } });
  const entered = await proxy.post('/api/login/2fa', { token: carried, code });
  expect(entered.status, entered.text).toBe(200);
  expect(await vouchedBy(person)).toEqual([{ auth_type: 'password', vouched: 'unit' }]);
  const inside = api(harness, own, entered.body.token);
  expect((await inside.get('/api/auth/companies')).body).toMatchObject({ companies: [{ id: here.id }], prove: true });
  expect(await inside.post('/api/auth/change/companies', { company: there.id })).toMatchObject({
    status: 403,
    body: { status: 'account_proof' },
  });
  expect((await api(harness, here, entered.body.token).get('/api/auth/companies')).status).toBe(401);
  // The code that was typed there is spent everywhere; the product's own host asks for another.
  const token = await ticketAt(product);
  expect((await product.post('/api/login/2fa', { token, code })).body.status).toBe('factor_wrong');
  const { body } = await product.post('/api/login/2fa', { token, code: 'AAAA-BBBB-CCCC-DDDD' });
  const honest = api(harness, here, body.token);
  expect((await honest.post('/api/auth/change/companies', { company: there.id })).body).toMatchObject({
    status: 'change',
    domain: there.host,
  });
});

test('a passkey of the product’s host answers nothing on a host whose DNS the unit controls', async () => {
  const { here, there, person } = await twoUnits();
  const device = authenticator(here.host);
  await makePasskey(person, device);
  await query('delete from sessions where user_id = $1', [person.id]);
  const own = await getOwnHost(here);
  const [proxy, product] = [api(harness, own), api(harness, here)];
  const challengeAt = async (client: typeof proxy) => (await client.post('/api/login/passkey/options', {})).body.challenge;
  const relayed = { origin: `http://${own}` };
  for (const [to, from, wrong] of [
    [proxy, proxy, {}],
    [proxy, proxy, { ...relayed, rpId: own }],
    [proxy, product, {}],
    [product, product, relayed],
    [product, product, { ...relayed, rpId: own }],
  ] as const)
    expect((await to.post('/api/login/passkey', { passkey: device.sign(await challengeAt(from), wrong) })).status).toBeGreaterThanOrEqual(
      400,
    );
  // Nor as the second step there.
  const { token } = (await proxy.post('/api/login', { email: person.email, password })).body;
  expect((await proxy.post('/api/login/2fa/config', { token })).body.passkey).toBeNull();
  const second = device.sign(await challengeAt(product), relayed);
  expect((await proxy.post('/api/login/2fa', { token, passkey: second })).status).toBeGreaterThanOrEqual(400);
  expect(await vouchedBy(person)).toEqual([]);
  const { body } = await product.post('/api/login/passkey', { passkey: device.sign(await challengeAt(product)) });
  expect(await vouchedBy(person)).toEqual([{ auth_type: 'passkey', vouched: 'account' }]);
  const honest = api(harness, here, body.token);
  expect((await honest.post('/api/auth/change/companies', { company: there.id })).body).toMatchObject({
    status: 'change',
    domain: there.host,
  });
});

test.each([{}, { token: 1 }, { token: 'short' }, { token: 'A'.repeat(43), tenant: 'x' }, { token: `${'A'.repeat(42)}\u0000` }])(
  '%j is not a ticket',
  async (body) => {
    const tenant = await makeTenant();
    expect((await api(harness, tenant).post('/api/oauth/company', body)).status).toBe(422);
  },
);
