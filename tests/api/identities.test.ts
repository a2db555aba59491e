import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { api, getApi } from '../support/api.ts';
import { query } from '../support/database.ts';
import { makeWay } from '../support/entra.ts';
import { useHarness } from '../support/harness.ts';
import { makeIdentity } from '../support/make-saml-row.ts';
import { makeTenant } from '../support/make-tenant.ts';
import { makeUser } from '../support/make-user.ts';
import { answer, arrive, begin, bring, makeProvider, makeSamlApp } from '../support/saml-provider.ts';

const harness = useHarness();

test('a user’s providers are listed; unlinking ends the sessions, leaves an audit row, and the next sign-in links again', async () => {
  const tenant = await makeTenant();
  const admin = await makeUser(tenant, { profile: 'admin' });
  const administrator = await getApi(harness, tenant, admin);
  const provider = await makeProvider();
  const app = await makeSamlApp(administrator, provider, { name: 'Conta corporativa' });
  const person = await makeUser(tenant, { account: false });
  const comeIn = async () => {
    const { id, cookie } = await begin(api(harness, tenant), app);
    const xml = answer(provider, app, { inResponseTo: id, nameId: 'k-7', format: '', attributes: { email: person.email } });
    return arrive(api(harness, tenant), await bring(harness, app.acs, xml), cookie);
  };
  const path = `/api/auth/users/${person.id}/identities`;
  expect((await administrator.get(path)).body).toEqual({
    items: [],
    choices: [{ id: app.id, kind: 'saml', name: 'Conta corporativa', directory: null }],
    linkable: true,
  });
  const session = await comeIn();
  const { body } = await administrator.get(path);
  expect(body.items).toMatchObject([{ kind: 'saml', provider: 'Conta corporativa', issuer: provider.issuer, subject: 'k-7' }]);
  // A user without an account can sign in all the same, and administrators see the identity.
  expect((await administrator.get(`/api/auth/users/${person.id}`)).body.sessions).toMatchObject([{ authType: 'saml' }]);

  const [{ id = '' } = {}] = body.items;
  expect((await administrator.delete(`${path}/${id}`)).body).toEqual({ ended: 1 });
  expect((await api(harness, tenant, session.body.token).get('/api/auth/dashboard')).status).toBe(401);
  expect((await administrator.delete(`${path}/${id}`)).status).toBe(404);
  expect((await administrator.get(path)).body.items).toEqual([]);
  const [row] = await query("select user_id, change from audit where tenant_id = $1 and what = 'user.unlink'", [tenant.id]);
  expect(row).toMatchObject({
    user_id: admin.id,
    change: { before: { provider: 'Conta corporativa', identity: 'k-7' }, after: { sessions: 1 } },
  });
  expect((await administrator.get('/api/auth/audit?family=people')).status).toBeLessThan(500);
  expect((await comeIn()).body.status).toBe('ok');
  expect((await administrator.get(path)).body.items).toHaveLength(1);
});

test('you can unlink your own identity and keep the session; other units’, other users’ and unknown ids are not found', async () => {
  const [tenant, elsewhere] = [await makeTenant(), await makeTenant()];
  const [admin, person] = [await makeUser(tenant, { profile: 'admin' }), await makeUser(tenant)];
  const [administrator, stranger, user] = [
    await getApi(harness, tenant, admin),
    await getApi(harness, elsewhere, await makeUser(elsewhere, { profile: 'admin' })),
    await getApi(harness, tenant, person),
  ];
  const [own, theirs] = [await makeIdentity(tenant, admin, 'https://gone.test'), await makeIdentity(tenant, person, 'https://gone.test/2')];
  const path = (whose: string, id = '') => `/api/auth/users/${whose}/identities${id && `/${id}`}`;
  // No app has this provider any more: its own name is shown.
  expect((await administrator.get(path(admin.id))).body.items).toMatchObject([{ provider: null, issuer: 'https://gone.test' }]);
  expect((await administrator.delete(path(admin.id, theirs))).status).toBe(404);
  for (const each of [stranger.get(path(person.id)), stranger.delete(path(person.id, theirs))]) expect((await each).status).toBe(404);
  for (const each of [user.get(path(person.id)), user.delete(path(person.id, theirs))]) expect((await each).status).toBe(403);
  expect((await administrator.delete(path(person.id, 'x'))).status).toBe(422);
  expect((await administrator.delete(path(admin.id, own))).body).toEqual({ ended: 0 });
  expect((await administrator.get(path(admin.id))).body.items).toEqual([]);
});

test('an administrator links a user by identifier: listed with the author, audited with its facts, and mailed to the user', async () => {
  const tenant = await makeTenant({ settings: { send_email_notification: 'N' } });
  const admin = await makeUser(tenant, { profile: 'admin', name: 'Berta Nunes' });
  const administrator = await getApi(harness, tenant, admin);
  const app = await makeSamlApp(administrator, await makeProvider(), { name: 'Conta corporativa' });
  const directory = randomUUID();
  const way = await makeWay(tenant, { directories: [directory] });
  const [person, other] = [await makeUser(tenant, { name: 'Celso Prado' }), await makeUser(tenant)];
  const path = `/api/auth/users/${person.id}/identities`;
  const { body: before } = await administrator.get(path);
  expect(before.choices).toEqual([
    { id: app.id, kind: 'saml', name: 'Conta corporativa', directory: null },
    { id: way, kind: 'entra', name: 'Microsoft', directory: { id: directory, name: directory } },
  ]);
  const { body, status } = await administrator.post(path, { provider: app.id, subject: 'S-1-5-21' });
  expect(status).toBe(200);
  expect((await administrator.get(path)).body.items).toMatchObject([
    { id: body.id, provider: 'Conta corporativa', subject: 'S-1-5-21', lastAt: null, linkedBy: 'Berta Nunes' },
  ]);
  const facts = { name: 'Celso Prado', provider: 'Conta corporativa', identity: 'S-1-5-21' };
  expect(await query("select user_id, row_id, change from audit where tenant_id = $1 and what = 'user.link'", [tenant.id])).toEqual([
    { user_id: admin.id, row_id: person.id, change: { after: facts } },
  ]);
  const told = () => query('select kind, vars from notifications where user_id = $1 order by created_at, kind', [person.id]);
  expect(await told()).toEqual([{ kind: 'identity_linked', vars: { person: 'Berta Nunes', provider: 'Conta corporativa' } }]);
  const mails =
    "select 1 from outbox o join notifications n on n.id = (o.body->>'id')::uuid where o.kind = 'notification' and n.user_id = $1";
  expect(await query(mails, [person.id])).toHaveLength(1);

  const refusals = [
    await administrator.post(path, { provider: app.id, subject: 'another' }),
    await administrator.post(`/api/auth/users/${other.id}/identities`, { provider: app.id, subject: 'S-1-5-21' }),
  ];
  expect(refusals.map(({ status: code, body: said }) => [code, said.status, said.field, said.vars])).toEqual([
    [409, 'identity_there', 'provider', { name: 'Celso Prado' }],
    [409, 'identity_taken', 'subject', { name: 'Celso Prado' }],
  ]);
  // A removed user does not block an identifier.
  await query("update users set deleted_at = now(), status = 'D' where id = $1", [person.id]);
  expect((await administrator.post(`/api/auth/users/${other.id}/identities`, { provider: app.id, subject: 'S-1-5-21' })).status).toBe(200);
  expect((await administrator.delete(`/api/auth/users/${other.id}/identities/${body.id}`)).status).toBe(404);
  const { items } = (await administrator.get(`/api/auth/users/${other.id}/identities`)).body;
  expect((await administrator.delete(`/api/auth/users/${other.id}/identities/${items[0].id}`)).body).toEqual({ ended: 0 });
  expect(await query("select kind from notifications where user_id = $1 and kind = 'identity_unlinked'", [other.id])).toHaveLength(1);
});

test('invalid input links no one, and two concurrent links make one', async () => {
  const tenant = await makeTenant();
  const administrator = await getApi(harness, tenant, await makeUser(tenant, { profile: 'admin' }));
  const app = await makeSamlApp(administrator, await makeProvider());
  const [elsewhere, people] = [await makeTenant(), await Promise.all([makeUser(tenant), makeUser(tenant)])];
  const [person, other] = people;
  const stranger = await getApi(harness, elsewhere, await makeUser(elsewhere, { profile: 'admin' }));
  const path = `/api/auth/users/${person.id}/identities`;
  const good = { provider: app.id, subject: 'key' };
  const said = async (body: object, at = path, who = administrator) => {
    const { status, body: found } = await who.post(at, body);
    return [status, found.field ?? found.status];
  };
  for (const subject of ['', ' key', 'key ', 'k'.repeat(1001), 'é'.repeat(501), 7, null, ['key'], undefined])
    expect(await said({ ...good, subject }), String(subject)).toEqual([422, 'subject']);
  for (const subject of ['a\u0000b', '\ud800'])
    expect((await administrator.post(path, { ...good, subject })).status, JSON.stringify(subject)).toSatisfy(
      (code: number) => code === 400 || code === 422,
    );
  expect(await said({ ...good, directory: 'x' })).toEqual([422, 'directory']);
  expect(await said({ ...good, provider: 'x' })).toEqual([422, 'provider']);
  expect(await said({ ...good, linkedBy: person.id })).toEqual([422, 'linkedBy']);
  expect(await said({ ...good, provider: randomUUID() })).toEqual([404, 'provider']);
  expect(await said(good, `/api/auth/users/${randomUUID()}/identities`)).toEqual([404, 'not_found']);
  // Another unit's administrator cannot reach this user or this provider.
  expect(await said(good, path, stranger)).toEqual([404, 'not_found']);
  const own = await makeUser(elsewhere);
  expect(await said(good, `/api/auth/users/${own.id}/identities`, stranger)).toEqual([404, 'provider']);
  expect(await query('select 1 from identities where tenant_id = any($1)', [[tenant.id, elsewhere.id]])).toEqual([]);

  const both = await Promise.all([said(good), said(good, `/api/auth/users/${other.id}/identities`)]);
  expect(both.map(([status]) => status).toSorted()).toEqual([200, 409]);
  expect(await query('select 1 from identities where tenant_id = $1', [tenant.id])).toHaveLength(1);
});

test('identities kept by the layer above are neither offered nor changed', async () => {
  const partner = await makeTenant({ kind: 'partner' });
  const tenant = await makeTenant({ parent: partner });
  const administrator = await getApi(harness, tenant, await makeUser(tenant, { profile: 'admin' }));
  const app = await makeSamlApp(administrator, await makeProvider());
  const person = await makeUser(tenant);
  await query(`update settings set "values" = "values" || '{"below_saml":false}' where tenant_id = $1`, [partner.id]);
  await query(`insert into settings (tenant_id, "values") values ($1, '{"below_saml":false}') on conflict do nothing`, [partner.id]);
  const path = `/api/auth/users/${person.id}/identities`;
  expect((await administrator.get(path)).body.choices).toEqual([]);
  expect((await administrator.post(path, { provider: app.id, subject: 'key' })).body.status).toBe('function_disabled');
});
