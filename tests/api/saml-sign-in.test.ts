import { createVerify } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { toPem } from '../../functions/services/saml/certificate.ts';
import { type Api, api, getApi } from '../support/api.ts';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { makeUserGroup } from '../support/make-content.ts';
import { makeScimGroup } from '../support/make-scim.ts';
import { makeTenant, type TenantOptions } from '../support/make-tenant.ts';
import { makeUser } from '../support/make-user.ts';
import {
  answer,
  arrive,
  begin,
  bring,
  getSessions,
  makeProvider,
  makeSamlApp,
  type Provider,
  type SamlApp,
} from '../support/saml-provider.ts';

const harness = useHarness();

async function scene(more: Record<string, unknown> = {}, options: TenantOptions = {}) {
  const tenant = await makeTenant(options);
  const administrator = await getApi(harness, tenant, await makeUser(tenant, { profile: 'admin' }));
  const provider = await makeProvider();
  const app = await makeSamlApp(administrator, provider, more);
  return { tenant, administrator, provider, app, anybody: api(harness, tenant) };
}

/** Signs a user in from the first page to the session. */
async function signIn(anybody: Api, provider: Provider, app: SamlApp, options: Parameters<typeof answer>[2] = {}, redirect?: string) {
  const { id, cookie } = await begin(anybody, app, redirect);
  return arrive(anybody, await bring(harness, app.acs, answer(provider, app, { inResponseTo: id, ...options })), cookie);
}

test('a user of the tenant signs in by the provider, is linked once by address and recognized by the key from then on', async () => {
  const { tenant, provider, app, anybody } = await scene();
  const person = await makeUser(tenant, { account: false });
  const first = await signIn(anybody, provider, app, { nameId: 'key-1', attributes: { email: person.email } }, '/all/reports?x=1');
  expect(first.body).toMatchObject({ status: 'ok', auth_type: 'saml', redirect: '/all/reports?x=1', user: { id: person.id } });
  expect(await query('select user_id, issuer, subject from identities where tenant_id = $1', [tenant.id])).toEqual([
    { user_id: person.id, issuer: provider.issuer, subject: 'key-1' },
  ]);
  // The address at the provider has changed; the key decides.
  const second = await signIn(anybody, provider, app, { nameId: 'key-1', attributes: { email: 'other@people.test' } });
  expect(second.body.user.id).toBe(person.id);
  // Another key with the same address is another user.
  const third = await signIn(anybody, provider, app, { nameId: 'key-2', attributes: { email: person.email } });
  expect([third.status, third.body.status]).toEqual([403, 'redirect_confirm_link']);
  expect(await getSessions(tenant)).toBe(2);
  expect(await query(`select what from audit where tenant_id = $1 and what = 'user.identity'`, [tenant.id])).toHaveLength(1);
});

test('an unknown user is refused, or created if the app allows it, with groups by rule and never as an administrator', async () => {
  const { tenant, administrator, provider, app, anybody } = await scene();
  const attributes = {
    email: 'Ana.Nova@People.test',
    displayName: 'Ana Nova',
    mobile: '(11) 98765-4321',
    department: 'Vendas',
    jobTitle: 'Gerente regional',
    groups: ['sales', 'boss'],
  };
  expect((await signIn(anybody, provider, app, { nameId: 'ana', attributes })).body.status).toBe('not_found_companies');
  const group = await makeUserGroup(tenant, {});
  const other = await makeUserGroup(tenant, {});
  // The directory made administrators of its members; the provider's word alone does not.
  const chiefs = await makeScimGroup(tenant, { name: 'Chefia' });
  await query("update scim_groups set profile = 'admin' where id = $1", [chiefs.id]);
  const { body: before } = await administrator.get(`/api/auth/saml/${app.id}`);
  const { name, issuer, signInUrl, signOutUrl, metadataUrl, version } = before;
  const rules = {
    groups: [
      { value: 'sales', group: group.id ?? group },
      { value: 'support', group: other.id ?? other },
      { value: 'boss', group: chiefs.userGroupId },
    ],
  };
  const fields = { id: app.id, version, name, issuer, signInUrl, signOutUrl, metadataUrl, certificates: [provider.certificate] };
  const flags = { defaultProfile: 'user', jit: 'S', sync: 'S', idpInitiated: 'N', signRequests: 'N', singleLogout: 'N' };
  expect((await administrator.put('/api/auth/saml/update', { ...fields, ...flags, ...rules, domains: ['people.test'] })).status).toBe(200);
  // An app from an older version may still have a rule that made administrators.
  await query(
    `update sso_apps set settings = settings || '{"profiles":[{"value":"boss","profile":"admin"}],"defaultProfile":"admin"}' where id = $1`,
    [app.id],
  );
  const made = await signIn(anybody, provider, app, { nameId: 'ana', attributes });
  expect(made.body).toMatchObject({
    status: 'ok',
    perfil_usuario: 'user',
    user: { name: 'Ana Nova', email: 'ana.nova@people.test', department: 'Vendas' },
  });
  const who = made.body.user.id;
  expect(await query('select phone, "position", status, account_id from users where id = $1', [who])).toEqual([
    { phone: '+5511987654321', position: 'Gerente regional', status: 'A', account_id: null },
  ]);
  const getGroups = async () =>
    (await query('select user_group_id from user_group_members where user_id = $1', [who])).map(({ user_group_id }) => user_group_id);
  expect((await getGroups()).toSorted()).toEqual([group.id ?? group, chiefs.userGroupId].toSorted());
  // After a move at the provider, groups and profile data follow.
  const moved = await signIn(anybody, provider, app, {
    nameId: 'ana',
    attributes: { ...attributes, displayName: 'Ana Velha', groups: ['support'] },
  });
  expect(moved.body.user.name).toBe('Ana Velha');
  expect(await getGroups()).toEqual([other.id ?? other]);
  const promoted = await signIn(anybody, provider, app, { nameId: 'ana', attributes });
  expect(promoted.body).toMatchObject({ status: 'ok', perfil_usuario: 'user' });
  expect(await getGroups()).toContain(chiefs.userGroupId);
  expect(await query('select profile, raised from users where id = $1', [who])).toEqual([{ profile: 'user', raised: false }]);
});

test('a user created at the limit is refused with a specific message', async () => {
  const { tenant, provider, app, anybody } = await scene({ jit: 'S' }, { userLimit: 1 });
  const said = await signIn(anybody, provider, app, { nameId: 'new@people.test' });
  expect(said.body.status).toBe('user_limit_reached');
  expect(await getSessions(tenant)).toBe(0);
});

test.each([
  ['B', 'blocked'],
  ['I', 'inactive'],
  ['D', 'user_disable'],
])('the status %s is reported as %s', async (status, said) => {
  const { tenant, provider, app, anybody } = await scene();
  const person = await makeUser(tenant, { status });
  expect((await signIn(anybody, provider, app, { nameId: person.email })).body.status).toBe(said);
});

test('a provider-initiated sign-in works if the app allows it, and leads to a path of this portal only', async () => {
  const { tenant, provider, app, anybody } = await scene({ idpInitiated: 'S' });
  const person = await makeUser(tenant);
  const come = async (relay: string) =>
    arrive(anybody, await bring(harness, app.acs, answer(provider, app, { nameId: person.email }), relay));
  expect((await come('/all/reports')).body).toMatchObject({ status: 'ok', redirect: '/all/reports' });
  expect((await come('https://evil.test/')).body).toMatchObject({ status: 'ok', redirect: null });
  expect((await come('//evil.test')).body.redirect).toBeNull();
});

test('a code works only in the browser that requested it', async () => {
  const { tenant, provider, app, anybody } = await scene();
  const person = await makeUser(tenant);
  const { id } = await begin(anybody, app);
  const location = await bring(harness, app.acs, answer(provider, app, { inResponseTo: id, nameId: person.email }));
  expect((await arrive(anybody, location)).body.status).toBe('error_saml');
  expect(await getSessions(tenant)).toBe(0);
});

test('sixty concurrent responses to one request start one session', async () => {
  const { tenant, provider, app, anybody } = await scene();
  const person = await makeUser(tenant);
  const { id, cookie } = await begin(anybody, app);
  const xml = answer(provider, app, { inResponseTo: id, nameId: person.email });
  const places = await Promise.all(Array.from({ length: 60 }, () => bring(harness, app.acs, xml)));
  const ends = await Promise.all(places.map((place) => arrive(anybody, place, cookie)));
  expect(ends.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await getSessions(tenant)).toBe(1);
});

test('a test shows each check and the data it would read, signs no one in and works while the app is inactive', async () => {
  const { tenant, administrator, provider } = await scene();
  const app = await makeSamlApp(administrator, provider, { jit: 'S' }, false);
  const run = async (options: Parameters<typeof answer>[2]) => {
    const { inflateRawSync } = await import('node:zlib');
    const started = await administrator.post('/api/auth/saml/test', { id: app.id });
    const xml = inflateRawSync(Buffer.from(new URL(started.body.url).searchParams.get('SAMLRequest') ?? '', 'base64')).toString();
    const id = / ID="([^"]+)"/.exec(xml)?.[1] ?? '';
    const location = new URL(await bring(harness, app.acs, answer(provider, app, { inResponseTo: id, ...options })));
    expect([location.pathname, location.searchParams.get('id')]).toEqual(['/azure/saml', app.id]);
    const ticket = location.searchParams.get('result') ?? '';
    const shown = await administrator.post('/api/auth/saml/test/result', { ticket });
    expect((await administrator.post('/api/auth/saml/test/result', { ticket })).status).toBe(404);
    return shown.body;
  };
  const good = await run({ nameId: 'new@people.test', attributes: { groups: ['a', 'b'] } });
  expect(good).toMatchObject({ ok: true, person: { email: 'new@people.test', groups: ['a', 'b'], profile: 'user' } });
  const bad = await run({ nameId: 'new@people.test', audience: 'https://other.test' });
  expect(bad.ok).toBe(false);
  expect(bad.checks.filter(({ ok }: { ok: boolean }) => !ok).map(({ name }: { name: string }) => name)).toEqual(['audience']);
  expect(await getSessions(tenant)).toBe(0);
  expect(await query(`select 1 from users where tenant_id = $1 and email = 'new@people.test'`, [tenant.id])).toEqual([]);
});

test('a removed user cannot return on their own; a reassigned address is linked again', async () => {
  const { tenant, administrator, provider, app, anybody } = await scene({ jit: 'S' });
  const options = { nameId: 'k-1', format: '', attributes: { email: 'ana@people.test' } };
  const first = await signIn(anybody, provider, app, options);
  expect(first.body.status).toBe('ok');
  await administrator.post(`/api/auth/users/${first.body.user.id}/remove`, { typed: 'ANA' });
  expect((await signIn(anybody, provider, app, options)).body.status).toBe('not_found_companies');
  const again = await makeUser(tenant, { email: 'ana@people.test', account: false });
  expect((await signIn(anybody, provider, app, options)).body.user.id).toBe(again.id);
});

test('sign-out continues at the provider with a signed request that names its session, once; without single logout it ends here', async () => {
  const { administrator, provider, app, anybody, tenant } = await scene({ singleLogout: 'S' });
  const person = await makeUser(tenant);
  const enter = async () => (await signIn(anybody, provider, app, { nameId: person.email })).body.token;
  const leave = async (token: string) => (await api(harness, tenant, token).post('/api/logout', {})).body;
  const token = await enter();
  const { url } = await leave(token);
  const asked = new URL(url);
  expect(asked.origin + asked.pathname).toBe('https://idp.test/logout');
  const [signed = '', signature = ''] = asked.search.slice(1).split('&Signature=');
  expect(
    createVerify('RSA-SHA256')
      .update(signed)
      .verify(
        toPem((await administrator.get(`/api/auth/saml/${app.id}`)).body.own.certificate.pem),
        decodeURIComponent(signature),
        'base64',
      ),
  ).toBe(true);
  const xml = inflateRawSync(Buffer.from(asked.searchParams.get('SAMLRequest') ?? '', 'base64')).toString();
  expect(xml).toContain(`>${person.email}</saml:NameID>`);
  expect(xml).toContain('>_s1</');
  expect(xml).toContain(`>${app.entityId}</saml:Issuer>`);
  expect(await leave(token)).toEqual({ status: 'ok' });
  expect((await harness.fetch(`${app.logout}?SAMLResponse=eA%3D%3D`, { redirect: 'manual' })).headers.get('location')).toMatch(/\/signin$/);

  const open = await enter();
  await administrator.post('/api/auth/saml/change/status', { id: app.id, status: 'I' });
  expect(await leave(open)).toEqual({ status: 'ok' });
});
