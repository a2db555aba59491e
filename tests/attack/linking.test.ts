// What a unit that controls its provider or its directory tries with people who are somebody already, each attack beside the honest way.
import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { startOidc } from '../../dev/idp-oidc/server.ts';
import { type Api, api, apiOf } from '../support/api.ts';
import { query } from '../support/database.ts';
import { answerFor, makeDirectoryPerson, makeWay, registrationOf, roadOf } from '../support/entra.ts';
import { useHarness } from '../support/harness.ts';
import { codeAt, makeFactor } from '../support/make-factor.ts';
import { directoryOf, makeScimToken, provision, scimUser } from '../support/make-scim.ts';
import { makeTenant, platform, type Tenant } from '../support/make-tenant.ts';
import { makeUser } from '../support/make-user.ts';
import { password } from '../support/password.ts';
import { answer, arrive, begin, bring, makeProvider, makeSamlApp, type Provider, type SamlApp } from '../support/saml-provider.ts';

const idp = await startOidc({ port: 0 });
const harness = useHarness(registrationOf(idp));
afterAll(() => idp.close());
const { begin: beginEntra, arrive: arriveEntra, exchange, hand, take, signIn: signInEntra } = roadOf(harness);

type Scene = { tenant: Tenant; administrator: Api; provider: Provider; app: SamlApp; anybody: Api };
async function scene(more: Record<string, unknown> = {}): Promise<Scene> {
  const tenant = await makeTenant();
  const administrator = await apiOf(harness, tenant, await makeUser(tenant, { profile: 'admin' }));
  const provider = await makeProvider();
  return { tenant, administrator, provider, app: await makeSamlApp(administrator, provider, more), anybody: api(harness, tenant) };
}

/** The provider asserts an address under a key of its own; the answer, and the cookies that the browser has by then. */
async function assert({ anybody, provider, app }: Scene, email: string, key = `k-${randomUUID()}`, more: Record<string, string[]> = {}) {
  const { id, cookie } = await begin(anybody, app);
  const xml = answer(provider, app, { inResponseTo: id, nameId: key, format: '', attributes: { email, ...more } });
  const found = await arrive(anybody, await bring(harness, app.acs, xml), cookie);
  return { ...found, key, token: found.body.token as string, cookie: (found.headers.get('set-cookie') ?? '').split(';')[0] ?? '' };
}
const identitiesOf = (person: { id: string }) => query('select kind, subject from identities where user_id = $1', [person.id]);
const sessionsOf = (person: { id: string }) => query('select kind, vouched, auth_type from sessions where user_id = $1', [person.id]);
const confirm = (anybody: Api, cookie: string, body: object) => anybody.post('/api/login/link', body, { headers: { cookie } });
const nothingHappened = async (person: { id: string }) => {
  expect(await identitiesOf(person)).toEqual([]);
  expect(await sessionsOf(person)).toEqual([]);
};

describe('an address that a unit’s provider asserts', () => {
  test('of a plain user with nothing to lose links; the session is the unit’s', async () => {
    const place = await scene();
    const person = await makeUser(place.tenant);
    expect((await assert(place, person.email)).body).toMatchObject({ status: 'ok', user: { id: person.id } });
    expect(await sessionsOf(person)).toEqual([{ kind: 'own', vouched: 'unit', auth_type: 'saml' }]);
  });

  test('of a person shared with another unit links nobody: confirmation is asked, the attacker has none, the person has', async () => {
    const place = await scene();
    const other = await makeTenant();
    const person = await makeUser(place.tenant);
    await makeUser(other, { email: person.email });
    const attacker = await assert(place, person.email);
    expect([attacker.status, attacker.body.status]).toEqual([403, 'redirect_confirm_link']);
    await nothingHappened(person);
    for (const guess of [{ password: 'Wrong!2026' }, { code: '000000' }, {}])
      expect((await confirm(place.anybody, attacker.cookie, { token: attacker.token, ...guess })).status).toBeGreaterThanOrEqual(400);
    await nothingHappened(person);
    // The person at the same provider, with their own password.
    const honest = await assert(place, person.email);
    const { body: page } = await place.anybody.post(
      '/api/login/link/config',
      { token: honest.token },
      { headers: { cookie: honest.cookie } },
    );
    expect(page).toMatchObject({ email: person.email, unit: place.tenant.name, by: 'account', code: false, passkey: null });
    const confirmed = await confirm(place.anybody, honest.cookie, { token: honest.token, password });
    expect(confirmed.body).toMatchObject({ status: 'ok', auth_type: 'saml', user: { id: person.id } });
    expect(await sessionsOf(person)).toEqual([{ kind: 'own', vouched: 'unit', auth_type: 'saml' }]);
    expect(await identitiesOf(person)).toEqual([{ kind: 'saml', subject: honest.key }]);
    expect(
      await query(`select change->'after'->>'confirmed' as confirmed from audit where tenant_id = $1 and what = 'user.identity'`, [
        place.tenant.id,
      ]),
    ).toEqual([{ confirmed: 'password' }]);
    // Once: from then on the key is known.
    expect((await assert(place, person.email, honest.key)).body.status).toBe('ok');
  });

  test.each([
    ['an administrator of the unit', { profile: 'admin' as const }],
    ['a person of a domain that is not listed', { email: `${randomUUID().slice(0, 8)}@elsewhere.test` }],
  ])('of %s asks for confirmation', async (_name, options) => {
    const place = await scene();
    const person = await makeUser(place.tenant, options);
    expect((await assert(place, person.email)).body.status).toBe('redirect_confirm_link');
    await nothingHappened(person);
  });

  test('of a person with a second factor is confirmed by password and code, not by the password alone', async () => {
    const place = await scene();
    const person = await makeUser(place.tenant);
    await makeFactor({ ...person, tenantId: place.tenant.id });
    const code = () => codeAt(Date.now());
    const { token, cookie, body } = await assert(place, person.email);
    expect(body.status).toBe('redirect_confirm_link');
    expect((await confirm(place.anybody, cookie, { token, password })).body.status).toBe('factor_code');
    expect((await confirm(place.anybody, cookie, { token, password, code: '000000' })).body.status).toBe('factor_wrong');
    expect((await confirm(place.anybody, cookie, { token, password: 'Wrong!2026', code: code() })).body.status).toBe('password_wrong');
    expect(await identitiesOf(person)).toEqual([]);
    expect((await confirm(place.anybody, cookie, { token, password, code: code() })).body.status).toBe('ok');
    expect(await identitiesOf(person)).toHaveLength(1);
  });

  test('of somebody known to one provider is linked to no second one', async () => {
    const place = await scene();
    const person = await makeUser(place.tenant);
    expect((await assert(place, person.email)).body.status).toBe('ok');
    const second = await makeProvider();
    const app = await makeSamlApp(place.administrator, second);
    expect((await assert({ ...place, provider: second, app }, person.email)).body.status).toBe('redirect_confirm_link');
    expect(await identitiesOf(person)).toHaveLength(1);
  });

  test('of the platform’s operator makes a person without an account, and nothing of the operator’s is reached', async () => {
    const place = await scene({ jit: 'S' });
    const operator = await makeUser(platform, { profile: 'a2m' });
    const made = await assert(place, operator.email);
    expect(made.body).toMatchObject({ status: 'ok', perfil_usuario: 'user' });
    expect(await query('select account_id, profile from users where id = $1', [made.body.user.id])).toEqual([
      { account_id: null, profile: 'user' },
    ]);
    expect(await sessionsOf(made.body.user)).toEqual([{ kind: 'own', vouched: 'unit', auth_type: 'saml' }]);
    const session = api(harness, place.tenant, made.token);
    expect((await session.get('/api/auth/companies')).body.items ?? []).not.toContainEqual(expect.objectContaining({ id: platform.id }));
    expect((await session.post('/api/auth/account/proof', { password })).status).toBe(404);
    await nothingHappened(operator);
  });

  test('makes nobody where no domain is listed, at a partner, or of another domain', async () => {
    const place = await scene({ jit: 'S' });
    expect((await assert(place, `${randomUUID()}@elsewhere.test`)).body.status).toBe('not_found_companies');
    await query(`update sso_apps set domains = '{}' where id = $1`, [place.app.id]);
    expect((await assert(place, `${randomUUID()}@people.test`)).body.status).toBe('not_found_companies');
    await query(`update sso_apps set domains = '{people.test}' where id = $1`, [place.app.id]);
    await query(`update tenants set kind = 'partner' where id = $1`, [place.tenant.id]);
    expect((await assert(place, `${randomUUID()}@people.test`)).body.status).toBe('not_found_companies');
    await query(`update tenants set kind = 'unit' where id = $1`, [place.tenant.id]);
    expect((await assert(place, `${randomUUID()}@people.test`)).body.status).toBe('ok');
  });
});

describe('an answer that waits for its person', () => {
  async function waiting() {
    const place = await scene();
    const person = await makeUser(place.tenant, { profile: 'admin' });
    return { place, person, ...(await assert(place, person.email)) };
  }

  test('is worth nothing in another browser, on another host, late, used, or after five guesses', async () => {
    const one = await waiting();
    const good = { token: one.token, password };
    for (const cookie of ['', `link=${'A'.repeat(43)}`]) {
      expect((await confirm(one.place.anybody, cookie, good)).body.status).toBe('factor_over');
      expect((await one.place.anybody.post('/api/login/link/config', { token: one.token }, { headers: { cookie } })).body.status).toBe(
        'factor_over',
      );
    }
    expect((await confirm(api(harness, await makeTenant()), one.cookie, good)).body.status).toBe('factor_over');
    await query(`update tickets set expires_at = now() - interval '1 second' where tenant_id = $1 and purpose = 'sso.link'`, [
      one.place.tenant.id,
    ]);
    expect((await confirm(one.place.anybody, one.cookie, good)).body.status).toBe('factor_over');
    await nothingHappened(one.person);

    const two = await waiting();
    expect((await confirm(two.place.anybody, two.cookie, { token: two.token, password })).body.status).toBe('ok');
    expect((await confirm(two.place.anybody, two.cookie, { token: two.token, password })).body.status).toBe('factor_over');

    const three = await waiting();
    for (let guess = 0; guess < 5; guess += 1)
      expect((await confirm(three.place.anybody, three.cookie, { token: three.token, password: 'Wrong!2026' })).body.status).toBe(
        'password_wrong',
      );
    expect((await confirm(three.place.anybody, three.cookie, { token: three.token, password })).body.status).toBe('factor_over');
    await nothingHappened(three.person);
  });

  test('counts its guesses with those of the sign-in, however many answers the provider gives', async () => {
    const { place, person } = await waiting();
    const guess = async () => {
      const { token, cookie } = await assert(place, person.email);
      return (await confirm(place.anybody, cookie, { token, password: 'Wrong!2026' })).body.status;
    };
    const said: string[] = [];
    for (let each = 0; each < 6; each += 1) said.push(await guess());
    expect(said).toEqual([...Array.from({ length: 5 }, () => 'password_wrong'), 'too_many_attempts']);
  });

  test('gives a unit no more guesses at an account by giving its person other addresses', async () => {
    const { place, person } = await waiting();
    const said: string[] = [];
    for (let each = 0; each < 6; each += 1) {
      const email = `${randomUUID().slice(0, 8)}@people.test`;
      await query('update users set email = $2 where id = $1', [person.id, email]);
      const { token, cookie } = await assert(place, email);
      said.push((await confirm(place.anybody, cookie, { token, password: 'Wrong!2026' })).body.status);
    }
    expect(said.at(-1)).toBe('too_many_attempts');
  });

  test('binds nobody any more when the app is switched off or the person is gone or has another address', async () => {
    for (const undo of [
      (one: Awaited<ReturnType<typeof waiting>>) => query(`update sso_apps set status = 'I' where id = $1`, [one.place.app.id]),
      (one: Awaited<ReturnType<typeof waiting>>) => query(`update users set email = 'new-' || email where id = $1`, [one.person.id]),
      (one: Awaited<ReturnType<typeof waiting>>) =>
        query(`update users set status = 'D', deleted_at = now() where id = $1`, [one.person.id]),
    ]) {
      const one = await waiting();
      await undo(one);
      expect((await confirm(one.place.anybody, one.cookie, { token: one.token, password })).body.status).toBe('factor_over');
      await nothingHappened(one.person);
    }
  });

  test('of somebody who is blocked binds nothing, whatever is proved', async () => {
    const { place, person, token, cookie } = await waiting();
    await query(`update users set status = 'B' where id = $1`, [person.id]);
    expect((await confirm(place.anybody, cookie, { token, password })).body.status).toBe('blocked');
    await nothingHappened(person);
  });

  test('costs two trips to be confirmed', async () => {
    const { place, token, cookie } = await waiting();
    await harness.database.resetTrips();
    expect((await confirm(place.anybody, cookie, { token, password })).status).toBe(200);
    expect((await harness.database.trips()).requests).toBe(2);
  });
});

describe('a directory of the cloud provider', () => {
  test('links no administrator by an address; a confirmed one comes in by the object from then on', async () => {
    const tenant = await makeTenant();
    const boss = await makeUser(tenant, { profile: 'admin', email: `${randomUUID().slice(0, 8)}@cloud.test` });
    const person = makeDirectoryPerson(idp, { username: boss.email });
    await makeWay(tenant, { directories: [person.tid], link: true, jit: true });
    const said = await signInEntra(tenant, person);
    expect(said.body.status).toBe('redirect_confirm_link');
    await nothingHappened(boss);
    const cookie = (said.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    expect((await confirm(api(harness, tenant), cookie, { token: said.body.token, password })).body).toMatchObject({
      status: 'ok',
      auth_type: 'entra',
    });
    expect((await signInEntra(tenant, person)).body.user.id).toBe(boss.id);
  });

  test.each([
    ['the mark of a guest', { acct: 1 }],
    ['a provider of another house', { idp: `https://sts.windows.net/${randomUUID()}/` }],
  ])('asserts by %s a member’s address as preferred_username: nobody is linked, admitted or not', async (_name, marks) => {
    const tenant = await makeTenant();
    const victim = await makeUser(tenant, { email: `${randomUUID().slice(0, 8)}@cloud.test` });
    const guest = makeDirectoryPerson(idp, { username: victim.email });
    const way = await makeWay(tenant, { directories: [guest.tid], link: true, jit: true });
    const claims = { claims: (all: object) => ({ ...all, ...marks }) };
    idp.tamperNext(claims);
    expect((await signInEntra(tenant, guest)).body.status).toBe('error_azure_not_companies');
    await query(`update sso_apps set settings = settings || '{"guests":"S"}' where id = $1`, [way]);
    idp.tamperNext(claims);
    expect((await signInEntra(tenant, guest)).body.status).toBe('error_azure_not_companies');
    await nothingHappened(victim);
    // A member of the same name is.
    expect((await signInEntra(tenant, guest)).body.user.id).toBe(victim.id);
  });

  test('an admitted guest of a listed domain, marked as verified, is somebody new and plain', async () => {
    const tenant = await makeTenant();
    const guest = makeDirectoryPerson(idp);
    const way = await makeWay(tenant, { directories: [guest.tid], jit: true });
    const claims = { claims: (all: object) => ({ ...all, acct: 1, email: guest.username, xms_edov: true }) };
    idp.tamperNext(claims);
    expect((await signInEntra(tenant, guest)).body.status).toBe('error_azure_not_companies');
    await query(`update sso_apps set settings = settings || '{"guests":"S"}' where id = $1`, [way]);
    idp.tamperNext(claims);
    expect((await signInEntra(tenant, guest)).body).toMatchObject({ status: 'ok', perfil_usuario: 'user' });
  });
});

describe('a sign-in that goes on at a default unit', () => {
  async function road() {
    const partner = await makeTenant({ kind: 'partner' });
    const [door, home] = [await makeTenant({ parent: partner }), await makeTenant({ parent: partner })];
    await query('update tenants set default_directory = true where id = $1', [home.id]);
    const person = makeDirectoryPerson(idp);
    await makeWay(door, { directories: [person.tid] });
    await makeWay(home, { directories: [person.tid], jit: true });
    const { url, binding } = await beginEntra(door);
    const { location } = await arriveEntra(await answerFor(url, person));
    return { door, home, person, binding, location };
  }

  test('stays with the browser that began: no link of another one signs anybody in', async () => {
    const one = await road();
    expect(one.location?.hostname).toBe(one.door.host);
    // The code, brought to a browser that did not begin.
    expect((await exchange(one.location)).body.status).toBe('error_saml');

    // What the browser that began is given, brought to the other host from elsewhere: by a link, from another site, from nowhere.
    for (const origin of [null, 'null', 'https://evil.test', 'home']) {
      const two = await road();
      const onward = (await exchange(two.location, two.binding)).body;
      expect(onward.status).toBe('onward');
      const { location, cookie } = await hand(onward, origin === 'home' ? two.home.origin : origin);
      expect((await take(location, cookie)).body.status).toBe('error_saml');
      expect(await query('select 1 from sessions where home_id = $1', [two.home.id])).toEqual([]);
      expect((await api(harness, two.home).get(`/api/entra/handoff?code=${onward.code}`)).status).toBeGreaterThanOrEqual(400);
    }

    // The code behind it, brought to a browser without its cookie.
    const three = await road();
    const onward = (await exchange(three.location, three.binding)).body;
    const { location } = await hand(onward, three.door.origin);
    expect((await take(location)).body.status).toBe('error_saml');

    // The honest one.
    const four = await road();
    const given = (await exchange(four.location, four.binding)).body;
    const next = await hand(given, four.door.origin);
    expect((await take(next.location, next.cookie)).body).toMatchObject({ status: 'ok', tenant_id: four.home.id });
    // Once.
    expect((await take((await hand(given, four.door.origin)).location, next.cookie)).body.status).toBe('error_saml');
  });
});

describe('a directory that provisions', () => {
  const patch = [{ op: 'Add', path: 'externalId', value: 'x-1' }];
  async function unit(domains = ['people.test']) {
    const tenant = await makeTenant();
    const boss = await makeUser(tenant, { profile: 'admin' });
    const tid = randomUUID();
    const way = await makeWay(tenant, { directories: [tid], domains, link: true });
    const provider = { kind: 'entra' as const, issuer: tid };
    const { id, token } = await makeScimToken(tenant, { provider });
    return { tenant, boss, tid, way, tokenId: id, directory: directoryOf(harness, tenant, token) };
  }
  const managed = (person: { id: string }) =>
    query('select user_name is not null as managed, profile, status, deleted_at from users where id = $1', [person.id]);

  test('takes over a plain user of a listed domain of the provider that its token is tied to, and nobody else', async () => {
    const place = await unit();
    const { tenant, directory } = place;
    const plain = await makeUser(tenant, { account: false });
    expect((await directory.patch(`/Users/${plain.id}`, patch)).status).toBe(200);
    expect(await managed(plain)).toMatchObject([{ managed: true }]);

    const shared = await makeUser(tenant);
    await makeUser(await makeTenant(), { email: shared.email });
    const known = await makeUser(tenant);
    await query(
      `insert into identities (tenant_id, id, user_id, kind, issuer, subject) values ($1, gen_random_uuid(), $2, 'saml', 'https://other.test', 'k')`,
      [tenant.id, known.id],
    );
    const foreign = await makeUser(tenant, { email: `${randomUUID().slice(0, 8)}@elsewhere.test` });
    const guarded = await makeUser(tenant);
    await makeFactor(guarded);
    for (const person of [place.boss, shared, known, foreign, guarded]) {
      const [before] = await managed(person);
      for (const answered of [
        await directory.patch(`/Users/${person.id}`, patch),
        await directory.patch(`/Users/${person.id}`, [{ op: 'Replace', path: 'active', value: 'False' }]),
        await directory.put(`/Users/${person.id}`, { schemas: [scimUser], userName: person.email }),
        await directory.delete(`/Users/${person.id}`),
      ])
        expect(answered).toMatchObject({ status: 409, body: { scimType: 'uniqueness' } });
      expect(await managed(person)).toEqual([before]);
      expect(before).toMatchObject({ managed: false });
    }
  });

  test('takes over nobody by a token without a provider, or under another name', async () => {
    const place = await unit();
    const person = await makeUser(place.tenant, { account: false });
    expect((await place.directory.put(`/Users/${person.id}`, { schemas: [scimUser], userName: 'other@people.test' })).status).toBe(409);
    const loose = directoryOf(harness, place.tenant, (await makeScimToken(place.tenant, { slot: 2 })).token);
    expect((await loose.patch(`/Users/${person.id}`, patch)).status).toBe(409);
    expect((await place.directory.patch(`/Users/${person.id}`, patch)).status).toBe(200);
  });

  test('promotes whom it provisioned, never a person made in advance', async () => {
    const { tenant, directory } = await unit();
    const [advance, own] = [await makeUser(tenant, { email: `${randomUUID().slice(0, 8)}@elsewhere.test` }), await makeUser(tenant)];
    await provision(own);
    const group = (
      await directory.post('/Groups', { displayName: `Admins ${randomUUID()}`, members: [{ value: advance.id }, { value: own.id }] })
    ).body;
    await query(`update scim_groups set profile = 'admin' where id = $1`, [group.id]);
    await directory.patch(`/Groups/${group.id}`, [{ op: 'remove', path: 'members' }]);
    await directory.patch(`/Groups/${group.id}`, [{ op: 'add', path: 'members', value: [{ value: advance.id }, { value: own.id }] }]);
    expect(await managed(own)).toMatchObject([{ profile: 'admin' }]);
    expect(await managed(advance)).toMatchObject([{ profile: 'user' }]);
  });

  test('whom it provisioned comes in at the provider it is tied to by the object id alone, and at no other', async () => {
    const { tenant, tid, tokenId } = await unit();
    const person = makeDirectoryPerson(idp, { tid, username: `${randomUUID().slice(0, 8)}@renamed.test` });
    const boss = await makeUser(tenant, { profile: 'admin' });
    await provision(boss, { token: tokenId, externalId: person.oid });
    await query(`update scim_tokens set provider_issuer = $2 where id = $1`, [tokenId, randomUUID()]);
    expect((await signInEntra(tenant, person)).body.status).toBe('error_azure_not_companies');
    await query(`update scim_tokens set provider_issuer = $2 where id = $1`, [tokenId, tid]);
    expect((await signInEntra(tenant, person)).body.user.id).toBe(boss.id);
    expect(await identitiesOf(boss)).toEqual([{ kind: 'entra', subject: person.oid }]);
  });
});
