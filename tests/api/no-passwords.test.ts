import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { getSession } from '../guards/place.ts';
import { api, getApi } from '../support/api.ts';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { makeSamlRow } from '../support/make-saml-row.ts';
import { makeTenant, type Tenant } from '../support/make-tenant.ts';
import { makeUser } from '../support/make-user.ts';
import { password } from '../support/password.ts';

const harness = useHarness();
const off = { settings: { password_sign_in: 'N' } };
const getPage = async (tenant: Tenant) => (await api(harness, tenant).post('/api/login/config')).body;

test('a unit without passwords offers its providers and passkeys, and refuses every password, right or wrong', async () => {
  const tenant = await makeTenant(off);
  const user = await makeUser(tenant);
  await makeSamlRow(tenant);
  expect(await getPage(tenant)).toMatchObject({ ways: ['passkey'], apps: [{ kind: 'saml', name: 'Okta' }] });
  for (const email of [user.email, 'ninguem@vertice.test'])
    expect(await api(harness, tenant).post('/api/login', { email, password })).toMatchObject({
      status: 403,
      body: { status: 'passwords_off' },
    });
  expect(await query('select 1 from sessions where user_id = $1', [user.id])).toEqual([]);
});

test('such a unit sends no link to a new password', async () => {
  const tenant = await makeTenant(off);
  const user = await makeUser(tenant);
  await makeSamlRow(tenant);
  const answer = await api(harness, tenant).post(
    '/api/password/forgot',
    { email: user.email },
    { headers: { 'accept-language': 'en-US' } },
  );
  expect(answer).toMatchObject({
    status: 403,
    body: { status: 'password_not_offered' },
  });
  expect(await query("select 1 from outbox where tenant_id = $1 and kind like 'account.%'", [tenant.id])).toEqual([]);
});

test('passwords work again once no provider is active, so that no one is locked out', async () => {
  const tenant = await makeTenant(off);
  const user = await makeUser(tenant);
  const app = await makeSamlRow(tenant);
  await query("update sso_apps set status = 'I' where id = $1", [app]);
  expect((await getPage(tenant)).ways).toEqual(['password', 'passkey']);
  expect((await api(harness, tenant).post('/api/login', { email: user.email, password })).body).toMatchObject({ status: 'ok' });
});

test('only a user signed in by an active provider can switch passwords off; any administrator can switch them on', async () => {
  const tenant = await makeTenant();
  const admin = await makeUser(tenant, { profile: 'admin' });
  const { sid, token } = await getSession(tenant, admin, 'admin');
  const save = (password_sign_in: 'S' | 'N') => api(harness, tenant, token).post('/api/auth/config/update', { password_sign_in });
  const needed = { status: 409, body: { status: 'passwords_needed', field: 'password_sign_in' } };
  expect(await save('N')).toMatchObject(needed);
  const app = await makeSamlRow(tenant);
  expect(await save('N')).toMatchObject(needed);
  await query("insert into sign_ins (tenant_id, id, user_id, way, outcome, sid) values ($1, $2, $3, 'saml', 'ok', $4)", [
    tenant.id,
    randomUUID(),
    admin.id,
    sid,
  ]);
  await query("update sso_apps set status = 'I' where id = $1", [app]);
  expect(await save('N')).toMatchObject(needed);
  expect(await query("select 1 from audit where tenant_id = $1 and what = 'settings.edit'", [tenant.id])).toEqual([]);
  await query("update sso_apps set status = 'A' where id = $1", [app]);
  expect((await save('N')).status).toBe(200);
  expect((await getPage(tenant)).ways).toEqual(['passkey']);
  const other = await getSession(tenant, admin, 'admin');
  expect((await api(harness, tenant, other.token).post('/api/auth/config/update', { password_sign_in: 'S' })).status).toBe(200);
  expect((await getPage(tenant)).ways).toEqual(['password', 'passkey']);
});

test('a password typed on another host, or a session it began, leads only to that unit’s own sign-in page', async () => {
  const [mixed, without, stranger] = [await makeTenant(), await makeTenant(off), await makeTenant()];
  const person = await makeUser(mixed);
  const twin = await makeUser(without, { email: person.email });
  await makeSamlRow(without);
  // The unit entered last comes first.
  await query("update users set last_sign_in_at = now() - interval '1 minute' where id = $1", [twin.id]);
  const typed = await api(harness, stranger).post('/api/login', { email: person.email, password });
  expect(typed).toMatchObject({ status: 200, body: { status: 'change', domain: without.host, token: null } });
  const client = await getApi(harness, mixed, person);
  for (const way of ['password', 'passkey', 'invitation', 'company']) {
    await query('update sessions set auth_type = $2 where user_id = $1', [person.id, way]);
    const left = await client.post('/api/auth/change/companies', { company: without.id });
    expect(left.body, way).toEqual({ status: 'change', domain: without.host, token: null });
  }
  expect(await query('select 1 from tokens where user_id = $1', [twin.id])).toEqual([]);
  expect(await query("select 1 from audit where tenant_id = $1 and what = 'session.company'", [mixed.id])).toEqual([]);
  // Passwords work there again once no provider does, and a ticket from before they were switched off is dead.
  await query("update sso_apps set status = 'I' where tenant_id = $1", [without.id]);
  const { body } = await client.post('/api/auth/change/companies', { company: without.id });
  expect(body.token).toMatch(/^[\w-]{43}$/);
  await query("update sso_apps set status = 'A' where tenant_id = $1", [without.id]);
  expect(await api(harness, without).post('/api/oauth/company', { token: body.token })).toMatchObject({
    status: 403,
    body: { status: 'passwords_off' },
  });
  expect(await query('select 1 from sessions where user_id = $1', [twin.id])).toEqual([]);
});
