import { expect, test } from 'vitest';
import { api, apiOf } from '../support/api.ts';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { makeIdentity } from '../support/make-saml-row.ts';
import { makeTenant } from '../support/make-tenant.ts';
import { makeUser } from '../support/make-user.ts';
import { answer, arrive, begin, bring, makeProvider, makeSamlApp } from '../support/saml-provider.ts';

const harness = useHarness();

test('a person’s providers are listed; unlinking ends the sessions, leaves an audit row, and the next answer links anew', async () => {
  const tenant = await makeTenant();
  const admin = await makeUser(tenant, { profile: 'admin' });
  const administrator = await apiOf(harness, tenant, admin);
  const provider = await makeProvider();
  const app = await makeSamlApp(administrator, provider, { name: 'Conta corporativa' });
  const person = await makeUser(tenant, { account: false });
  const comeIn = async () => {
    const { id, cookie } = await begin(api(harness, tenant), app);
    const xml = answer(provider, app, { inResponseTo: id, nameId: 'k-7', format: '', attributes: { email: person.email } });
    return arrive(api(harness, tenant), await bring(harness, app.acs, xml), cookie);
  };
  const path = `/api/auth/users/${person.id}/identities`;
  expect((await administrator.get(path)).body).toEqual({ items: [] });
  const session = await comeIn();
  const { body } = await administrator.get(path);
  expect(body.items).toMatchObject([{ kind: 'saml', provider: 'Conta corporativa', issuer: provider.issuer, subject: 'k-7' }]);
  // Who has no account is signed in all the same, and his administrators see it.
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

test('one’s own identity goes and the session stays; of another unit, another person or no person there is nothing', async () => {
  const [tenant, elsewhere] = [await makeTenant(), await makeTenant()];
  const [admin, person] = [await makeUser(tenant, { profile: 'admin' }), await makeUser(tenant)];
  const [administrator, stranger, user] = [
    await apiOf(harness, tenant, admin),
    await apiOf(harness, elsewhere, await makeUser(elsewhere, { profile: 'admin' })),
    await apiOf(harness, tenant, person),
  ];
  const [own, his] = [await makeIdentity(tenant, admin, 'https://gone.test'), await makeIdentity(tenant, person, 'https://gone.test/2')];
  const path = (whose: string, id = '') => `/api/auth/users/${whose}/identities${id && `/${id}`}`;
  // No app has this provider any more: its own name is shown.
  expect((await administrator.get(path(admin.id))).body.items).toMatchObject([{ provider: null, issuer: 'https://gone.test' }]);
  expect((await administrator.delete(path(admin.id, his))).status).toBe(404);
  for (const each of [stranger.get(path(person.id)), stranger.delete(path(person.id, his))]) expect((await each).status).toBe(404);
  for (const each of [user.get(path(person.id)), user.delete(path(person.id, his))]) expect((await each).status).toBe(403);
  expect((await administrator.delete(path(person.id, 'x'))).status).toBe(422);
  expect((await administrator.delete(path(admin.id, own))).body).toEqual({ ended: 0 });
  expect((await administrator.get(path(admin.id))).body.items).toEqual([]);
});
