// An administrator links users to a provider by its identifier. Attacks by a hostile administrator who plants links that way, each beside
// the honest flow.
import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { startOidc } from '../../dev/idp-oidc/server.ts';
import { type Api, api, getApi } from '../support/api.ts';
import { query } from '../support/database.ts';
import { getRegistration, getRoad, makeDirectoryPerson, makeWay } from '../support/entra.ts';
import { useHarness } from '../support/harness.ts';
import { codeAt, makeFactor } from '../support/make-factor.ts';
import { makeTenant, platform, type Tenant } from '../support/make-tenant.ts';
import { makeUser, type User } from '../support/make-user.ts';
import { password } from '../support/password.ts';
import { answer, arrive, begin, bring, makeProvider, makeSamlApp, type Provider, type SamlApp } from '../support/saml-provider.ts';
import { outcome } from './sql-roles.ts';

const idp = await startOidc({ port: 0 });
const harness = useHarness(getRegistration(idp));
afterAll(() => idp.close());
const { signIn: signInEntra } = getRoad(harness);

type Scene = { tenant: Tenant; admin: User; administrator: Api; provider: Provider; app: SamlApp; anybody: Api };
async function scene(more: Record<string, unknown> = { domains: [] }): Promise<Scene> {
  const tenant = await makeTenant();
  const admin = await makeUser(tenant, { profile: 'admin' });
  const administrator = await getApi(harness, tenant, admin);
  const provider = await makeProvider();
  return { tenant, admin, administrator, provider, app: await makeSamlApp(administrator, provider, more), anybody: api(harness, tenant) };
}

/** The provider asserts a key, with any address. */
async function assert({ anybody, provider, app }: Scene, key: string, email = `${randomUUID().slice(0, 8)}@elsewhere.test`) {
  const { id, cookie } = await begin(anybody, app);
  const xml = answer(provider, app, { inResponseTo: id, nameId: key, format: '', attributes: { email } });
  const found = await arrive(anybody, await bring(harness, app.acs, xml), cookie);
  return { ...found, token: found.body.token as string, cookie: (found.headers.get('set-cookie') ?? '').split(';')[0] ?? '' };
}
const link = ({ administrator, app }: Pick<Scene, 'administrator' | 'app'>, person: { id: string }, subject: string, more: object = {}) =>
  administrator.post(`/api/auth/users/${person.id}/identities`, { provider: app.id, subject, ...more });
const getIdentities = (person: { id: string }) => query('select kind, subject from identities where user_id = $1', [person.id]);
const promote = ({ administrator }: Scene, person: User) =>
  administrator.put(`/api/auth/users/${person.id}`, { version: 1, name: person.name, email: person.email, profile: 'admin' });

describe('an identifier linked by an administrator', () => {
  test('signs its user in without confirmation, whatever address the provider gives; another key does not', async () => {
    const place = await scene();
    const person = await makeUser(place.tenant);
    expect((await link(place, person, 'key-of-hers')).status).toBe(200);
    for (const key of ['key-of-her', 'key-of-hers2', 'KEY-OF-HERS', 'key'])
      expect((await assert(place, key, person.email)).body.status).toBe('redirect_confirm_link');
    expect((await assert(place, 'key-of-theirs')).body.status).toBe('not_found_companies');
    expect((await assert(place, 'key-of-hers')).body).toMatchObject({ status: 'ok', auth_type: 'saml', user: { id: person.id } });
    expect(await query('select kind, vouched from sessions where user_id = $1', [person.id])).toEqual([{ kind: 'own', vouched: 'unit' }]);
  });

  test('identifies no one at another provider of the unit with the same key', async () => {
    const place = await scene();
    const person = await makeUser(place.tenant);
    await link(place, person, 'shared-key');
    const second = await makeProvider();
    const app = await makeSamlApp(place.administrator, second, { domains: [] });
    expect((await assert({ ...place, provider: second, app }, 'shared-key')).body.status).toBe('not_found_companies');
    expect((await assert(place, 'shared-key')).body.status).toBe('ok');
  });

  test('of Entra is the object in one directory: the same object in another directory is unknown', async () => {
    const place = await scene();
    const person = await makeUser(place.tenant);
    const known = makeDirectoryPerson(idp);
    const twin = makeDirectoryPerson(idp, { oid: known.oid });
    const way = await makeWay(place.tenant, { directories: [known.tid, twin.tid], domains: [] });
    const byDirectory = (directory: string | undefined, subject: string) =>
      link({ ...place, app: { ...place.app, id: way } }, person, subject, { directory });
    expect((await byDirectory(undefined, known.oid)).status).toBe(404);
    expect((await byDirectory(randomUUID(), known.oid)).status).toBe(404);
    expect((await byDirectory(known.tid, 'somebody@cloud.test')).body).toMatchObject({ status: 'invalid_input', field: 'subject' });
    expect((await byDirectory(known.tid, known.oid.toUpperCase())).status).toBe(200);
    expect((await signInEntra(place.tenant, twin)).body.status).toBe('error_azure_not_companies');
    expect((await signInEntra(place.tenant, known)).body).toMatchObject({ status: 'ok', user: { id: person.id } });
  });

  test.each([
    ['an administrator', async ({ tenant }: Scene) => makeUser(tenant, { profile: 'admin' })],
    [
      'a user who is in another unit too',
      async ({ tenant }: Scene) => {
        const person = await makeUser(tenant);
        await makeUser(await makeTenant(), { email: person.email });
        return person;
      },
    ],
  ])('is refused for %s, who confirms once and is then recognized by it', async (_name, makeVictim) => {
    const place = await scene();
    const victim = await makeVictim(place);
    expect(await link(place, victim, 'planted')).toMatchObject({ status: 403, body: { status: 'identity_confirms' } });
    expect((await assert(place, 'planted')).body.status).toBe('not_found_companies');
    expect(await getIdentities(victim)).toEqual([]);
    const { body, token, cookie } = await assert(place, 'theirs', victim.email);
    expect(body.status).toBe('redirect_confirm_link');
    expect((await place.anybody.post('/api/login/link', { token, password }, { headers: { cookie } })).body.status).toBe('ok');
    expect((await assert(place, 'theirs')).body.user.id).toBe(victim.id);
  });

  test('is refused at partners and at the platform', async () => {
    const partner = await makeTenant({ kind: 'partner' });
    const master = await getApi(harness, partner, await makeUser(partner, { profile: 'master' }));
    const app = await makeSamlApp(master, await makeProvider(), { domains: [] });
    for (const person of [await makeUser(partner, { profile: 'master' }), await makeUser(partner, { profile: 'user' })])
      expect((await link({ administrator: master, app }, person, `k-${randomUUID()}`)).body.status).toBe('identity_confirms');
    const operator = await getApi(harness, platform, await makeUser(platform, { profile: 'a2m' }));
    const other = await makeUser(platform, { profile: 'a2m' });
    expect((await link({ administrator: operator, app }, other, 'planted')).status).toBeGreaterThanOrEqual(403);
    expect(await getIdentities(other)).toEqual([]);
  });

  test('is dropped at a promotion, with everything planted through it', async () => {
    const place = await scene({ domains: [], jit: 'N' });
    const person = await makeUser(place.tenant);
    await link(place, person, 'planted');
    const planted = await assert(place, 'planted');
    expect(planted.body.status).toBe('ok');
    const own = await getApi(harness, place.tenant, person);
    // What the provider's session could leave behind.
    const factor = randomUUID();
    await query(
      `insert into factors (id, holder, tenant_id, user_id, kind, name, secret) values ($1, $2, $3, $2, 'totp', 'Planted', 'x')`,
      [factor, person.id, place.tenant.id],
    );
    expect((await promote(place, person)).status).toBe(200);
    expect(await getIdentities(person)).toEqual([]);
    expect(await query('select 1 from factors where id = $1', [factor])).toEqual([]);
    expect((await api(harness, place.tenant, planted.token).get('/api/auth/dashboard')).status).toBe(401);
    expect((await assert(place, 'planted')).body.status).toBe('not_found_companies');
    expect((await assert(place, 'planted', person.email)).body.status).toBe('redirect_confirm_link');
    const [row] = await query("select user_id, change from audit where tenant_id = $1 and what = 'user.unlink'", [place.tenant.id]);
    expect(row).toMatchObject({
      user_id: place.admin.id,
      change: { before: { identity: 'planted', profile: 'user' }, after: { profile: 'admin', sessions: 1, factors: 1 } },
    });
    // Sessions vouched for by the account continue.
    expect((await own.post('/api/refresh/token', {})).status).toBe(200);
  });

  test('survives a promotion if the user confirmed it; dropping an unused link ends no session', async () => {
    const place = await scene({ domains: ['people.test'] });
    const person = await makeUser(place.tenant);
    expect((await assert(place, 'by-address', person.email)).body.status).toBe('ok');
    const second = await makeProvider();
    const app = await makeSamlApp(place.administrator, second, { domains: [] });
    expect((await link({ ...place, app }, person, 'never-used')).status).toBe(200);
    expect((await promote(place, person)).status).toBe(200);
    expect(await getIdentities(person)).toEqual([{ kind: 'saml', subject: 'by-address' }]);
    expect(await query('select 1 from sessions where user_id = $1 and revoked_at is null', [person.id])).toHaveLength(1);
  });

  test('is suspended when the user joins another unit: they confirm once, and no one else can take it over', async () => {
    const place = await scene({ domains: ['people.test'], jit: 'S' });
    const [person, other] = [await makeUser(place.tenant), await makeUser(place.tenant)];
    await link(place, person, 'planted');
    expect((await assert(place, 'planted')).body.status).toBe('ok');
    await makeUser(await makeTenant(), { email: person.email });
    // Neither another user's address nor a new one makes the key another user's.
    for (const email of [other.email, `${randomUUID().slice(0, 8)}@people.test`])
      expect((await assert(place, 'planted', email)).body.status).toBe('not_found_companies');
    const { body, token, cookie } = await assert(place, 'planted', person.email);
    expect(body.status).toBe('redirect_confirm_link');
    const confirm = (given: object) => place.anybody.post('/api/login/link', { token, ...given }, { headers: { cookie } });
    expect((await confirm({ password: 'Wrong!2026' })).body.status).toBe('password_wrong');
    expect((await confirm({ password })).body.status).toBe('ok');
    expect((await assert(place, 'planted')).body.user.id).toBe(person.id);
    expect(await query('select linked_by from identities where user_id = $1', [person.id])).toEqual([{ linked_by: null }]);
  });

  test('of Entra is suspended in the same way', async () => {
    const place = await scene();
    const email = `${randomUUID().slice(0, 8)}@cloud.test`;
    const person = await makeUser(place.tenant, { email });
    const known = makeDirectoryPerson(idp, { username: email });
    const way = await makeWay(place.tenant, { directories: [known.tid], link: true, jit: true });
    expect((await link({ ...place, app: { ...place.app, id: way } }, person, known.oid, { directory: known.tid })).status).toBe(200);
    expect((await signInEntra(place.tenant, known)).body.status).toBe('ok');
    await makeUser(await makeTenant(), { email });
    expect((await signInEntra(place.tenant, known)).body.status).toBe('redirect_confirm_link');
    idp.tamperNext({ claims: (all: object) => ({ ...all, preferred_username: `${randomUUID().slice(0, 8)}@cloud.test` }) });
    expect((await signInEntra(place.tenant, known)).body.status).toBe('error_azure_not_companies');
    expect(await query('select user_id from identities where tenant_id = $1 and subject = $2', [place.tenant.id, known.oid])).toEqual([
      { user_id: person.id },
    ]);
  });
});

describe('the linking administrator', () => {
  test('needs a session of their own, with a fresh factor if they have one; otherwise nothing changes', async () => {
    const place = await scene();
    const person = await makeUser(place.tenant);
    await makeFactor({ ...place.admin, tenantId: place.tenant.id });
    expect((await link(place, person, 'key')).body.status).toBe('factor_due');
    expect(await getIdentities(person)).toEqual([]);
    expect((await place.administrator.post('/api/auth/account/factors/confirm', { code: codeAt(Date.now()) })).status).toBe(200);
    expect((await link(place, person, 'key')).status).toBe(200);
  });

  test('writes through one function only: no role of the product inserts, changes or deletes an identity', async () => {
    const { tenant } = await scene();
    const person = await makeUser(tenant);
    const insert = `insert into identities (tenant_id, id, user_id, kind, issuer, subject)
      values ('${tenant.id}', gen_random_uuid(), '${person.id}', 'saml', 'x', 'x')`;
    for (const role of ['app', 'wide', 'job', 'public', 'door'] as const)
      for (const statement of [insert, 'update identities set linked_by = null', 'delete from identities'])
        expect(await outcome(role, statement), `${role}: ${statement}`).toBe('42501');
  });
});
