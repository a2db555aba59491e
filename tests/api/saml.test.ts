import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { encrypt } from 'xml-encryption';
import { toPem } from '../../functions/services/saml/certificate.ts';
import { api, getApi } from '../support/api.ts';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { makeTenant } from '../support/make-tenant.ts';
import { makeUser } from '../support/make-user.ts';
import { type LogoutOptions, sendLogout, writeLogout } from '../support/saml-logout.ts';
import {
  answer,
  arrive,
  begin,
  bring,
  makeProvider,
  makeSamlApp,
  type Provider,
  samlBody,
  sign,
  writeAssertion,
  writeResponse,
} from '../support/saml-provider.ts';

let served = '';
const server = createServer((request, response) => {
  response.end(request.url === '/large' ? `${served}${' '.repeat(300_000)}` : served);
}).listen(0);
await once(server, 'listening');
afterAll(() => server.close());
const { port } = server.address() as AddressInfo; // because it listens on a port
const harness = useHarness({ vars: { SAML_STAND_IN: `localhost:${port}` } });

async function scene(more: Record<string, unknown> = {}) {
  const tenant = await makeTenant();
  const administrator = await getApi(harness, tenant, await makeUser(tenant, { profile: 'admin' }));
  const provider = await makeProvider();
  return { tenant, administrator, provider, app: await makeSamlApp(administrator, provider, more), anybody: api(harness, tenant) };
}

const metadata = (provider: Provider, more = '') =>
  '<?xml version="1.0"?><!-- made by hand --><md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" ' +
  `entityID="${provider.issuer}"><md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">` +
  '<md:KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data>' +
  `<ds:X509Certificate>${provider.certificate}</ds:X509Certificate></ds:X509Data></ds:KeyInfo>` +
  `</md:KeyDescriptor>${more}<md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" ` +
  'Location="https://idp.test/post"/><md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" ' +
  'Location="https://idp.test/redirect"/></md:IDPSSODescriptor></md:EntityDescriptor>';

test('an app is added, changed, switched and deleted, with a history, and its key is never returned', async () => {
  const { tenant, administrator, provider, app } = await scene({
    domains: ['@Vertice.Test', 'vertice.test'],
    map: { ...noMap, email: 'mail' },
  });
  const one = await administrator.get(`/api/auth/saml/${app.id}`);
  expect(one.body).toMatchObject({ status: 'A', issuer: provider.issuer, domains: ['vertice.test'], map: { email: 'mail' } });
  expect(one.body.own.certificate.until > new Date(Date.now() + 9 * 365 * 86_400_000).toISOString()).toBe(true);
  expect(one.text).not.toMatch(/PRIVATE|"key"/);
  const other = await makeProvider();
  const changed = await administrator.put('/api/auth/saml/update', {
    ...samlBody(provider, { name: one.body.name, certificates: [provider.certificate, other.certificate] }),
    id: app.id,
    version: one.body.version,
  });
  expect(changed.body).toEqual({ id: app.id, version: one.body.version + 1 });
  const stale = await administrator.put('/api/auth/saml/update', { ...samlBody(provider), id: app.id, version: one.body.version });
  expect(stale.body.status).toBe('changed_meanwhile');
  expect((await administrator.post('/api/auth/saml/add', samlBody(provider, { name: one.body.name.toUpperCase() }))).body.status).toBe(
    'name_taken',
  );
  const list = await administrator.get('/api/auth/saml/all?search=provider&sort=name');
  expect(list.body).toMatchObject({ total: 1, counts: { all: 1, A: 1, I: 0 }, profiles: ['user'] });
  const { body: file } = await administrator.get('/api/auth/saml/export?search=provider&sort=name&view=A');
  expect(file).toMatchObject({ rows: 1, more: false });
  expect(file.columns.map(({ id }: { id: string }) => id)).toEqual([
    ...['name', 'issuer', 'domains', 'certificate', 'people', 'used', 'status', 'created'],
  ]);
  expect(file.csv).toContain(provider.issuer);
  expect((await administrator.get('/api/auth/saml/export?view=I')).body.rows).toBe(0);
  const used = await administrator.get('/api/auth/saml/companies/used');
  expect(used.body.companies).toEqual([{ id: tenant.id, name: tenant.name, apps: 1, active: 1, people: 0 }]);
  const { body: past } = await administrator.get(`/api/auth/saml/${app.id}/history`);
  expect(past.items.map(({ what }: { what: string }) => what)).toEqual(['saml.edit', 'saml.status', 'saml.add']);
  expect((await administrator.delete(`/api/auth/saml/delete?id=${app.id}`)).body).toEqual({ status: 'ok' });
  expect((await administrator.get(`/api/auth/saml/${app.id}`)).status).toBe(404);
});
const noMap = { subject: '', email: '', name: '', phone: '', department: '', position: '', groups: '' };

test('an old and a new certificate are both valid during a rollover; a removed one is not', async () => {
  const { tenant, administrator, provider, app, anybody } = await scene();
  const person = await makeUser(tenant);
  const next = await makeProvider(provider.issuer);
  const come = async (key: Provider) => {
    const { id, cookie } = await begin(anybody, app);
    const xml = answer(provider, app, { inResponseTo: id, nameId: person.email }, { key });
    return (await arrive(anybody, await bring(harness, app.acs, xml), cookie)).body.status;
  };
  expect([await come(provider), await come(next)]).toEqual(['ok', 'error_saml']);
  const put = async (certificates: string[]) => {
    const { body } = await administrator.get(`/api/auth/saml/${app.id}`);
    return administrator.put('/api/auth/saml/update', {
      ...samlBody(provider, { name: body.name, certificates }),
      id: app.id,
      version: body.version,
    });
  };
  await put([provider.certificate, next.certificate]);
  expect([await come(provider), await come(next)]).toEqual(['ok', 'ok']);
  await put([next.certificate]);
  expect([await come(provider), await come(next)]).toEqual(['error_saml', 'ok']);
});

test('an encrypted assertion opens with the app’s own key, and with no outdated cipher', async () => {
  const { tenant, provider, app, anybody } = await scene();
  const person = await makeUser(tenant);
  const own = /<ds:X509Certificate>([^<]+)/.exec(await (await harness.fetch(app.metadata)).text())?.[1] ?? '';
  const { X509Certificate } = await import('node:crypto');
  const publicKey = new X509Certificate(toPem(own)).publicKey.export({ type: 'spki', format: 'pem' });
  const come = async (algorithm: string, wrap: string) => {
    const { id, cookie } = await begin(anybody, app);
    const assertion = sign(writeAssertion(provider, app, { inResponseTo: id, nameId: person.email }), provider, 'Assertion');
    const sealed = await new Promise<string>((resolve, reject) =>
      encrypt(
        assertion,
        {
          rsa_pub: publicKey,
          pem: toPem(own),
          encryptionAlgorithm: algorithm,
          keyEncryptionAlgorithm: wrap,
          disallowEncryptionWithInsecureAlgorithm: false,
        } as never, // because its types lack the option that lets a test use outdated ciphers
        (error: Error | null, result: string) => (error ? reject(error) : resolve(result)),
      ),
    );
    const inside = `<saml:EncryptedAssertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">${sealed}</saml:EncryptedAssertion>`;
    const xml = writeResponse(provider, app, inside, { inResponseTo: id });
    return (await arrive(anybody, await bring(harness, app.acs, xml), cookie)).body.status;
  };
  const oaep = 'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p';
  expect(await come('http://www.w3.org/2001/04/xmlenc#aes256-cbc', oaep)).toBe('ok');
  expect(await come('http://www.w3.org/2009/xmlenc11#aes256-gcm', oaep)).toBe('ok');
  expect(await come('http://www.w3.org/2001/04/xmlenc#tripledes-cbc', oaep)).toBe('error_saml');
  expect(await come('http://www.w3.org/2001/04/xmlenc#aes256-cbc', 'http://www.w3.org/2001/04/xmlenc#rsa-1_5')).toBe('error_saml');
});

test('metadata is read from a document and from an address, but never from a private address', async () => {
  const { administrator, provider } = await scene();
  const read = (body: object) => administrator.post('/api/auth/saml/metadata', body);
  const said = { issuer: provider.issuer, signInUrl: 'https://idp.test/redirect', signOutUrl: '' };
  const found = await read({ document: metadata(provider) });
  expect(found.body).toMatchObject(said);
  expect(found.body.certificates).toMatchObject([{ pem: provider.certificate, subject: 'idp.test' }]);
  served = metadata(provider);
  expect((await read({ address: `http://localhost:${port}/metadata` })).body).toMatchObject(said);
  expect((await read({ address: `http://localhost:${port}/large` })).body.status).toBe('saml_unreachable');
  for (const address of [
    'http://idp.example.com/',
    'https://localhost/',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://169.254.169.254/latest',
    'https://10.1.2.3/',
    'https://idp.internal/',
    'https://idp.com:8443/',
    'https://a:b@idp.com/',
    'file:///etc/passwd',
    'nonsense',
  ])
    expect((await read({ address })).body, address).toMatchObject({ status: 'saml_address', field: 'address' });
  for (const document of ['<x/>', 'text', '<!DOCTYPE x><x/>', metadata(provider).replace('HTTP-Redirect', 'SOAP')])
    expect((await read({ document })).body.status, document.slice(0, 20)).toBe('saml_metadata');
});

test.each([
  [{ signInUrl: 'javascript:alert(1)' }, 'saml_address', 'signInUrl'],
  [{ signInUrl: 'http://idp.example.com/sso' }, 'saml_address', 'signInUrl'],
  [{ signOutUrl: 'ftp://idp.example.com' }, 'saml_address', 'signOutUrl'],
  [{ certificates: ['bm8='] }, 'saml_certificate', 'certificates'],
  [{ certificates: [] }, 'required', 'certificates'],
  [{ domains: ['not a domain'] }, 'saml_domain', 'domains'],
  [{ defaultProfile: 'a2m' }, 'invalid_input', 'defaultProfile'],
  [{ defaultProfile: 'admin' }, 'invalid_input', 'defaultProfile'],
  [{ profiles: [{ value: 'x', profile: 'admin' }] }, 'invalid_input', 'profiles.0.profile'],
  [{ jit: 'S', domains: [] }, 'sso_domains', 'domains'],
  [{ groups: [{ value: 'x', group: randomUUID() }] }, 'not_found', 'groups'],
])('%j is refused as %s', async (more, status, field) => {
  const { administrator, provider } = await scene();
  const refused = await administrator.post('/api/auth/saml/add', samlBody(provider, more));
  expect([refused.body.status, refused.body.field]).toEqual([status, field]);
});

test('a layer above that keeps SAML closes every call, and only administrators have access', async () => {
  const partner = await makeTenant({ kind: 'partner' });
  const tenant = await makeTenant({ parent: partner });
  const administrator = await getApi(harness, tenant, await makeUser(tenant, { profile: 'admin' }));
  const provider = await makeProvider();
  const app = await makeSamlApp(administrator, provider);
  await query(`update settings set "values" = '{"below_saml": false}' where tenant_id = $1`, [partner.id]);
  const unknown = randomUUID();
  const closed = [
    await administrator.get('/api/auth/saml/all'),
    await administrator.get('/api/auth/saml/export'),
    await administrator.get('/api/auth/saml/companies/used'),
    await administrator.get(`/api/auth/saml/${app.id}`),
    await administrator.get(`/api/auth/saml/${app.id}/history`),
    await administrator.get(`/api/auth/saml/${unknown}`),
    await administrator.post('/api/auth/saml/test/result', { ticket: 'a'.repeat(43) }),
    await administrator.put('/api/auth/saml/update', { ...samlBody(provider), id: unknown, version: 2 }),
    await administrator.post('/api/auth/saml/change/status', { id: unknown, status: 'I' }),
    await administrator.delete(`/api/auth/saml/delete?id=${unknown}`),
    await administrator.post('/api/auth/saml/test', { id: unknown }),
    await administrator.post('/api/auth/saml/add', samlBody(provider)),
    await administrator.put('/api/auth/saml/update', { ...samlBody(provider), id: app.id, version: 2 }),
    await administrator.post('/api/auth/saml/change/status', { id: app.id, status: 'I' }),
    await administrator.delete(`/api/auth/saml/delete?id=${app.id}`),
    await administrator.post('/api/auth/saml/metadata', { document: '<x/>' }),
    await administrator.post('/api/auth/saml/test', { id: app.id }),
  ];
  for (const [at, each] of closed.entries()) expect([each.status, each.body.status], `call ${at}`).toEqual([403, 'function_disabled']);
  // The screen is in no menu and its address is refused.
  const { hidden_menu, config } = (await administrator.post('/api/auth/config')).body;
  expect([hidden_menu, config.hidden_menu, config.functions.saml]).toEqual([['azure/saml'], ['azure/saml'], false]);
  const user = await getApi(harness, tenant, await makeUser(tenant));
  expect((await user.get('/api/auth/saml/all')).body.status).toBe('not_permitted');
  // The partner sees which of its units use it.
  const master = await getApi(harness, partner, await makeUser(partner, { profile: 'master' }));
  expect((await master.get('/api/auth/saml/companies/used')).body.companies).toMatchObject([{ id: tenant.id, apps: 1, active: 1 }]);
});

test('a provider’s signed logout ends the sessions it began and is answered; an unsigned, foreign or repeated one ends nothing', async () => {
  const { tenant, provider, app, anybody } = await scene({ singleLogout: 'S' });
  const person = await makeUser(tenant);
  const enter = async () => {
    const { id, cookie } = await begin(anybody, app);
    return arrive(anybody, await bring(harness, app.acs, answer(provider, app, { inResponseTo: id, nameId: person.email })), cookie);
  };
  const living = async () =>
    Number((await query(`select count(*)::int as n from sessions where user_id = $1 and revoked_at is null`, [person.id]))[0]?.n);
  await enter();
  await getApi(harness, tenant, person);
  const request = (more: Omit<LogoutOptions, 'nameId'> = {}) => writeLogout(provider, app, { nameId: person.email, ...more });
  const send = (xml: string, key: Provider | null, algorithm?: string) => sendLogout(harness, app, xml, key, algorithm);
  const stranger = await makeProvider();
  for (const [xml, key, algorithm] of [
    [request(), null],
    [request(), stranger],
    [request({ issuer: 'https://other.test' }), provider],
    [request({ destination: 'https://other.test' }), provider],
    // Signed requests must name their destination and use SAML 2.0.
    [request({ destination: null }), provider],
    [request({ destination: '' }), provider],
    [request({ version: '1.1' }), provider],
    [request({ issued: -7_200_000 }), provider],
    [request(), provider, 'http://www.w3.org/2000/09/xmldsig#rsa-sha1'],
  ] as const)
    expect(await send(xml, key, algorithm)).toMatch(/\/signin$/);
  expect(await living()).toBe(2);
  const good = request();
  const answered = new URL(await send(good, provider));
  expect([answered.origin + answered.pathname, answered.searchParams.get('RelayState')]).toEqual(['https://idp.test/logout', 'r1']);
  expect(answered.searchParams.get('Signature')).toBeTruthy();
  expect(await living()).toBe(1);
  await enter();
  expect(await send(good, provider)).toMatch(/\/signin$/);
  expect(await living()).toBe(2);
  const form = async (xml: string) =>
    harness.fetch(app.logout, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ SAMLRequest: Buffer.from(xml).toString('base64') }).toString(),
    });
  await form(request());
  expect(await living()).toBe(2);
  await form(sign(request({ destination: null }), provider, 'LogoutRequest'));
  expect(await living()).toBe(2);
  await form(sign(request(), provider, 'LogoutRequest'));
  expect(await living()).toBe(1);
});

test('only redirect endpoints are read, responses use their own endpoint if there is one, and two providers are refused', async () => {
  const { administrator, provider } = await scene();
  const service = (binding: string, rest: string) =>
    `<md:SingleLogoutService Binding="urn:oasis:names:tc:SAML:2.0:bindings:${binding}" ${rest}/>`;
  const read = async (logout: string) => {
    const document = metadata(provider)
      .replace(/<md:SingleLogoutService[^>]*\/>/g, '')
      .replace('</md:KeyDescriptor>', `</md:KeyDescriptor>${logout}`);
    return (await administrator.post('/api/auth/saml/metadata', { document })).body;
  };
  const form = service('HTTP-POST', 'Location="https://idp.test/form" ResponseLocation="https://idp.test/form/answer"');
  const address = service('HTTP-Redirect', 'Location="https://idp.test/go"');
  expect(await read(form + address)).toMatchObject({ signOutUrl: 'https://idp.test/go', signOutResponseUrl: '' });
  expect(await read(form)).toMatchObject({ signOutUrl: '', signOutResponseUrl: '' });
  expect(await read(form + address.replace('/>', ' ResponseLocation="https://idp.test/back"/>'))).toMatchObject({
    ...{ signOutUrl: 'https://idp.test/go', signOutResponseUrl: 'https://idp.test/back' },
  });
  const entity = metadata(provider).replace(/^<\?xml[^>]*\?>\s*/, '');
  const many = (...entities: string[]) =>
    `<md:EntitiesDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata">${entities.join('')}</md:EntitiesDescriptor>`;
  const named = async (document: string) => (await administrator.post('/api/auth/saml/metadata', { document })).body;
  expect(await named(many(entity))).toMatchObject({ issuer: provider.issuer });
  expect((await named(many(entity, entity.replace(provider.issuer, 'https://other.test')))).status).toBe('saml_metadata');
});

test('a logout is answered at the response endpoint', async () => {
  const more = { singleLogout: 'S', signOutResponseUrl: 'https://idp.test/back' };
  const { tenant, administrator, provider, app, anybody } = await scene(more);
  expect((await administrator.get(`/api/auth/saml/${app.id}`)).body.signOutResponseUrl).toBe('https://idp.test/back');
  const person = await makeUser(tenant);
  const { id, cookie } = await begin(anybody, app);
  await arrive(anybody, await bring(harness, app.acs, answer(provider, app, { inResponseTo: id, nameId: person.email })), cookie);
  const answered = new URL(await sendLogout(harness, app, writeLogout(provider, app, { nameId: person.email }), provider));
  expect(answered.origin + answered.pathname).toBe('https://idp.test/back');
  expect((await administrator.post('/api/auth/saml/add', samlBody(provider, { signOutResponseUrl: 'javascript:x' }))).body).toMatchObject({
    status: 'saml_address',
    field: 'signOutResponseUrl',
  });
});

test('a logout that names sessions of the provider ends those, one that names none ends all', async () => {
  const { tenant, provider, app, anybody } = await scene({ singleLogout: 'S' });
  const person = await makeUser(tenant);
  const enter = async (sessionIndex: string) => {
    const { id, cookie } = await begin(anybody, app);
    const xml = answer(provider, app, { inResponseTo: id, nameId: person.email, sessionIndex });
    return (await arrive(anybody, await bring(harness, app.acs, xml), cookie)).body.token;
  };
  const [one, two, three] = [await enter('_one'), await enter('_two'), await enter('_three')];
  const lives = async (token: string) => (await api(harness, tenant, token).get('/api/auth/account/sessions')).status === 200;
  const end = (indexes: string[]) => sendLogout(harness, app, writeLogout(provider, app, { nameId: person.email, indexes }), provider);
  expect(await end(['_nobody'])).toContain('SAMLResponse');
  expect([await lives(one), await lives(two), await lives(three)]).toEqual([true, true, true]);
  await end(['_one', '_nobody']);
  expect([await lives(one), await lives(two), await lives(three)]).toEqual([false, true, true]);
  await end([]);
  expect([await lives(two), await lives(three)]).toEqual([false, false]);
});

test('requests are signed if the provider wants it, and the portal’s metadata is for its own host', async () => {
  const { tenant, app, anybody } = await scene({ signRequests: 'S' });
  const started = await anybody.post('/api/saml/login', { app: app.id });
  expect(new URL(started.body.url).searchParams.get('SigAlg')).toBe('http://www.w3.org/2001/04/xmldsig-more#rsa-sha256');
  const response = await harness.fetch(app.metadata);
  expect(response.headers.get('content-type')).toContain('samlmetadata+xml');
  const said = await response.text();
  expect(said).toContain(`entityID="${tenant.origin}/api/saml/metadata/${app.id}"`);
  // Metadata lists no endpoint that would refuse the provider.
  expect(said).not.toContain('SingleLogoutService');
  const other = await makeTenant();
  expect((await api(harness, other).get(`/api/saml/metadata/${app.id}`)).status).toBe(404);
  expect((await api(harness, other).post('/api/saml/login', { app: app.id })).status).toBe(404);
});

test('deleting a provider’s app deletes its links and ends the sessions that it began', async () => {
  const { tenant, administrator, provider, app, anybody } = await scene();
  const person = await makeUser(tenant);
  const { id, cookie } = await begin(anybody, app);
  await arrive(anybody, await bring(harness, app.acs, answer(provider, app, { inResponseTo: id, nameId: person.email })), cookie);
  expect(await query('select 1 from identities where tenant_id = $1', [tenant.id])).toHaveLength(1);
  await administrator.delete(`/api/auth/saml/delete?id=${app.id}`);
  expect(await query('select 1 from identities where tenant_id = $1', [tenant.id])).toEqual([]);
  expect(await query(`select 1 from sessions where user_id = $1 and revoked_at is null`, [person.id])).toEqual([]);
});
