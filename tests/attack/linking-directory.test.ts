// Attacks by a unit that controls its Entra directory or its SCIM client on existing accounts and users, each beside the honest flow.
import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { startOidc } from '../../dev/idp-oidc/server.ts';
import { type Api, api } from '../support/api.ts';
import { query } from '../support/database.ts';
import { answerFor, getRegistration, getRoad, makeDirectoryPerson, makeWay } from '../support/entra.ts';
import { useHarness } from '../support/harness.ts';
import { makeFactor } from '../support/make-factor.ts';
import { getDirectory, makeScimToken, provision, scimUser } from '../support/make-scim.ts';
import { makeTenant } from '../support/make-tenant.ts';
import { makeUser } from '../support/make-user.ts';
import { password } from '../support/password.ts';

const idp = await startOidc({ port: 0 });
const harness = useHarness(getRegistration(idp));
afterAll(() => idp.close());
const { begin: beginEntra, arrive: arriveEntra, exchange, hand, take, signIn: signInEntra } = getRoad(harness);

const getIdentities = (person: { id: string }) => query('select kind, subject from identities where user_id = $1', [person.id]);
const confirm = (anybody: Api, cookie: string, body: object) => anybody.post('/api/login/link', body, { headers: { cookie } });
const nothingHappened = async (person: { id: string }) => {
  expect(await getIdentities(person)).toEqual([]);
  expect(await query('select 1 from sessions where user_id = $1', [person.id])).toEqual([]);
};

describe('an Entra directory', () => {
  test('links no administrator by address; a confirmed one is recognized by object id from then on', async () => {
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
    ['a guest mark', { acct: 1 }],
    ['another identity provider', { idp: `https://sts.windows.net/${randomUUID()}/` }],
  ])('asserting a member’s address with %s links no one, whether guests are admitted or not', async (_name, marks) => {
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
    // A member with this user name is linked.
    expect((await signInEntra(tenant, guest)).body.user.id).toBe(victim.id);
  });

  test('creates a new ordinary user for an admitted guest of a listed domain, marked as verified', async () => {
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

describe('a sign-in that continues at a default unit', () => {
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

  test('stays in the browser that began it: another browser’s link signs no one in', async () => {
    const one = await road();
    expect(one.location?.hostname).toBe(one.door.host);
    // The code, used in a browser that did not begin.
    expect((await exchange(one.location)).body.status).toBe('error_saml');

    // The hand-over, posted to the other host from elsewhere: by a link, from another site, from nowhere.
    for (const origin of [null, 'null', 'https://evil.test', 'home']) {
      const two = await road();
      const onward = (await exchange(two.location, two.binding)).body;
      expect(onward.status).toBe('onward');
      const { location, cookie } = await hand(onward, origin === 'home' ? two.home.origin : origin);
      expect((await take(location, cookie)).body.status).toBe('error_saml');
      expect(await query('select 1 from sessions where home_id = $1', [two.home.id])).toEqual([]);
      expect((await api(harness, two.home).get(`/api/entra/handoff?code=${onward.code}`)).status).toBeGreaterThanOrEqual(400);
    }

    // The next code, used in a browser without its cookie.
    const three = await road();
    const onward = (await exchange(three.location, three.binding)).body;
    const { location } = await hand(onward, three.door.origin);
    expect((await take(location)).body.status).toBe('error_saml');

    // The honest flow.
    const four = await road();
    const given = (await exchange(four.location, four.binding)).body;
    const next = await hand(given, four.door.origin);
    expect((await take(next.location, next.cookie)).body).toMatchObject({ status: 'ok', tenant_id: four.home.id });
    // Only once.
    expect((await take((await hand(given, four.door.origin)).location, next.cookie)).body.status).toBe('error_saml');
  });

  test('begins on a host of the product: the owner of a unit’s own domain could hand the code to another browser', async () => {
    const { door, home, person } = await road();
    const own = `portal-${randomUUID().slice(0, 8)}.own.test`;
    await query('insert into domains (host, tenant_id) values ($1, $2)', [own, door.id]);
    const { url, binding } = await beginEntra({ host: own });
    const { location } = await arriveEntra(await answerFor(url, person));
    expect(location?.hostname).toBe(own);
    expect((await exchange(location, binding)).body.status).toBe('error_azure_not_companies');
    expect(await query('select 1 from sessions where home_id = $1', [home.id])).toEqual([]);
  });
});

describe('a SCIM client', () => {
  const patch = [{ op: 'Add', path: 'externalId', value: 'x-1' }];
  async function unit(domains = ['people.test']) {
    const tenant = await makeTenant();
    const boss = await makeUser(tenant, { profile: 'admin' });
    const tid = randomUUID();
    const way = await makeWay(tenant, { directories: [tid], domains, link: true });
    const provider = { kind: 'entra' as const, issuer: tid };
    const { id, token } = await makeScimToken(tenant, { provider });
    return { tenant, boss, tid, way, tokenId: id, directory: getDirectory(harness, tenant, token) };
  }
  const managed = (person: { id: string }) =>
    query('select user_name is not null as managed, profile, status, deleted_at from users where id = $1', [person.id]);

  test('takes over an ordinary user of a listed domain of its token’s provider, and no one else', async () => {
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

  test('takes over no one with a token without a provider, or under another name', async () => {
    const place = await unit();
    const person = await makeUser(place.tenant, { account: false });
    expect((await place.directory.put(`/Users/${person.id}`, { schemas: [scimUser], userName: 'other@people.test' })).status).toBe(409);
    const loose = getDirectory(harness, place.tenant, (await makeScimToken(place.tenant, { slot: 2 })).token);
    expect((await loose.patch(`/Users/${person.id}`, patch)).status).toBe(409);
    expect((await place.directory.patch(`/Users/${person.id}`, patch)).status).toBe(200);
  });

  test('promotes users it provisioned, never a user created before it', async () => {
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

  test('changes the identifier of a user of another provider’s directory only with a token tied to the same provider', async () => {
    const { tenant, tid, tokenId, directory } = await unit();
    const boss = await makeUser(tenant, { profile: 'admin' });
    await provision(boss, { token: tokenId, externalId: 'boss' });
    const renamed = (value: string) => [{ op: 'Replace', path: 'externalId', value }];
    const own = { kind: 'entra' as const, issuer: tid };
    const loose = await makeScimToken(tenant, { slot: 2 });
    const externalId = async () => (await query('select external_id from users where id = $1', [boss.id]))[0]?.external_id;
    // Another directory, tied to no provider or to another one, writes everything else.
    for (const provider of [null, { kind: 'entra', issuer: randomUUID() }]) {
      await query('update scim_tokens set provider_kind = $2, provider_issuer = $3 where id = $1', [
        ...[loose.id, provider?.kind ?? null, provider?.issuer ?? null],
      ]);
      const other = getDirectory(harness, tenant, loose.token);
      const refused = await other.patch(`/Users/${boss.id}`, renamed('theirs'));
      expect(refused).toMatchObject({ status: 409, body: { scimType: 'mutability' } });
      const whole = { schemas: [scimUser], userName: boss.email, externalId: 'theirs' };
      expect((await other.put(`/Users/${boss.id}`, whole)).status).toBe(409);
      expect((await other.patch(`/Users/${boss.id}`, [{ op: 'Replace', path: 'title', value: 'Chefe' }])).status).toBe(200);
      expect(await externalId()).toBe('boss');
    }
    // The next token of the same directory, as when a token is rotated.
    await query('update scim_tokens set provider_kind = $2, provider_issuer = $3 where id = $1', [loose.id, own.kind, own.issuer]);
    expect((await getDirectory(harness, tenant, loose.token).patch(`/Users/${boss.id}`, renamed('next'))).status).toBe(200);
    expect(await externalId()).toBe('next');
    expect((await directory.patch(`/Users/${boss.id}`, renamed('own'))).status).toBe(200);
    expect(await externalId()).toBe('own');
  });

  test('provisions users who sign in by object id at the provider of its token, and at no other', async () => {
    const { tenant, tid, tokenId } = await unit();
    const person = makeDirectoryPerson(idp, { tid, username: `${randomUUID().slice(0, 8)}@renamed.test` });
    const boss = await makeUser(tenant, { profile: 'admin' });
    await provision(boss, { token: tokenId, externalId: person.oid });
    await query(`update scim_tokens set provider_issuer = $2 where id = $1`, [tokenId, randomUUID()]);
    expect((await signInEntra(tenant, person)).body.status).toBe('error_azure_not_companies');
    await query(`update scim_tokens set provider_issuer = $2 where id = $1`, [tokenId, tid]);
    expect((await signInEntra(tenant, person)).body.user.id).toBe(boss.id);
    expect(await getIdentities(boss)).toEqual([{ kind: 'entra', subject: person.oid }]);
  });
});
