import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { startOidc } from '../../dev/idp-oidc/server.ts';
import { api } from '../support/api.ts';
import { query } from '../support/database.ts';
import { answerFor, getRegistration, getRoad, makeDirectoryPerson, makeWay } from '../support/entra.ts';
import { useHarness } from '../support/harness.ts';
import { makeScimGroup } from '../support/make-scim.ts';
import { makeTenant } from '../support/make-tenant.ts';
import { makeUser } from '../support/make-user.ts';

const idp = await startOidc({ port: 0 });
const harness = useHarness(getRegistration(idp));
afterAll(() => idp.close());
const { begin, arrive, exchange, signIn } = getRoad(harness);

const getSessions = (tenant: { id: string }) => query('select user_id, auth_type from sessions where home_id = $1', [tenant.id]);
const getIdentities = (tenant: { id: string }) =>
  query('select user_id, kind, issuer, subject from identities where tenant_id = $1', [tenant.id]);
const getAudit = (tenant: { id: string }, what: string) =>
  query('select row_id, change from audit where tenant_id = $1 and what = $2', [tenant.id, what]);

test('the authorization address asks for a code with PKCE, state and nonce, and returns to the product’s own host', async () => {
  const tenant = await makeTenant();
  await makeWay(tenant, { directories: [randomUUID()] });
  const [one, other] = [await begin(tenant, { email: 'ana@vertice.test' }), await begin(tenant)];
  const url = new URL(one.url);
  expect(`${url.origin}${url.pathname}`).toBe(`${idp.url}/organizations/oauth2/v2.0/authorize`);
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    response_type: 'code',
    redirect_uri: 'http://localhost/api/entra/callback',
    code_challenge_method: 'S256',
    scope: 'openid profile email',
    login_hint: 'ana@vertice.test',
  });
  for (const name of ['state', 'nonce', 'code_challenge'])
    expect(url.searchParams.get(name)).not.toBe(new URL(other.url).searchParams.get(name));
  const [ticket] = await query(`select body, host from tickets where purpose = 'sso.request' and tenant_id = $1 limit 1`, [tenant.id]);
  expect(ticket?.host).toBe('localhost');
  expect(JSON.stringify(ticket?.body)).not.toContain(url.searchParams.get('nonce') ?? '-');
  expect(JSON.stringify(ticket?.body)).not.toContain(one.binding);
});

test('a new user is created at first sign-in as configured, and recognized at the second even with another address', async () => {
  const tenant = await makeTenant();
  const person = makeDirectoryPerson(idp, { name: '  Clara   Menezes ' });
  await makeWay(tenant, { directories: [person.tid], jit: true });
  const first = await signIn(tenant, person, { redirect: '/all/reports?page=2' });
  expect(first).toMatchObject({
    status: 200,
    body: {
      status: 'ok',
      auth_type: 'entra',
      redirect: '/all/reports?page=2',
      perfil_usuario: 'user',
      user: { name: 'Clara Menezes', email: person.username },
    },
  });
  idp.add({ ...person, username: 'clara.married@cloud.test' });
  const second = await signIn(tenant, person);
  expect(second.body.user.id).toBe(first.body.user.id);
  expect(await getIdentities(tenant)).toEqual([{ user_id: first.body.user.id, kind: 'entra', issuer: person.tid, subject: person.oid }]);
  expect((await getSessions(tenant)).map(({ auth_type: way }) => way)).toEqual(['entra', 'entra']);
  expect(await query('select account_id, status from users where tenant_id = $1', [tenant.id])).toEqual([
    { account_id: null, status: 'A' },
  ]);
  expect(await getAudit(tenant, 'user.add')).toMatchObject([
    { row_id: first.body.user.id, change: { after: { by: 'entra', directory: person.tid } } },
  ]);
  expect(await query('select last_used_at is not null as used from sso_apps where tenant_id = $1', [tenant.id])).toEqual([{ used: true }]);
});

test('without just-in-time creation an unknown user gets “ask for access”; a user created disabled gets “disabled”', async () => {
  const [closed, waiting] = [await makeTenant(), await makeTenant()];
  const person = makeDirectoryPerson(idp);
  await makeWay(closed, { directories: [person.tid] });
  await makeWay(waiting, { directories: [person.tid], jit: true, jitStatus: 'D' });
  expect((await signIn(closed, person)).body.status).toBe('error_azure_not_companies');
  expect(await query('select 1 from users where tenant_id = $1', [closed.id])).toEqual([]);
  expect(await getAudit(closed, 'entra.refused')).toMatchObject([{ change: { code: 'error_azure_not_companies', directory: person.tid } }]);
  expect((await signIn(waiting, person)).body.status).toBe('user_disable');
  expect(await query('select status from users where tenant_id = $1', [waiting.id])).toEqual([{ status: 'D' }]);
});

test('the user limit applies to users created at sign-in, with its own message', async () => {
  const tenant = await makeTenant({ userLimit: 1 });
  const [first, second] = [makeDirectoryPerson(idp), makeDirectoryPerson(idp)];
  await makeWay(tenant, { directories: [first.tid, second.tid], jit: true });
  expect((await signIn(tenant, first)).status).toBe(200);
  expect(await signIn(tenant, second)).toMatchObject({ status: 409, body: { status: 'user_limit_reached' } });
  expect(await query('select users_used from tenants where id = $1', [tenant.id])).toEqual([{ users_used: 1 }]);
  expect(await getIdentities(tenant)).toHaveLength(1);
});

test('simultaneous first sign-ins in several windows create one user', async () => {
  const tenant = await makeTenant();
  const person = makeDirectoryPerson(idp);
  await makeWay(tenant, { directories: [person.tid], jit: true });
  const ready = await Promise.all(Array.from({ length: 4 }, async () => answerFor((await begin(tenant)).url, person)));
  await Promise.all(ready.map(arrive));
  expect(await getIdentities(tenant)).toHaveLength(1);
  expect(await query('select 1 from users where tenant_id = $1', [tenant.id])).toHaveLength(1);
});

describe('an existing user', () => {
  test('is linked once by an address of the tenant’s domain, with an audit row', async () => {
    const tenant = await makeTenant();
    const user = await makeUser(tenant, { email: `ana-${randomUUID().slice(0, 8)}@cloud.test` });
    const person = makeDirectoryPerson(idp, { username: user.email.toUpperCase() });
    await makeWay(tenant, { directories: [person.tid], domains: ['cloud.test'], link: true });
    expect((await signIn(tenant, person)).body.user.id).toBe(user.id);
    expect(await getAudit(tenant, 'identity.bind')).toMatchObject([{ row_id: user.id }]);
    expect((await signIn(tenant, person)).body.user.id).toBe(user.id);
    expect(await getAudit(tenant, 'identity.bind')).toHaveLength(1);
  });

  test('cannot be taken over by another object with the same address, least of all an administrator', async () => {
    const tenant = await makeTenant();
    const admin = await makeUser(tenant, { profile: 'admin', email: `boss-${randomUUID().slice(0, 8)}@cloud.test` });
    const owner = makeDirectoryPerson(idp, { username: admin.email });
    const thief = makeDirectoryPerson(idp, { tid: owner.tid, username: admin.email, email: admin.email });
    await makeWay(tenant, { directories: [owner.tid], domains: ['cloud.test'], link: true, jit: true });
    expect((await signIn(tenant, owner)).body.status).toBe('redirect_confirm_link');
    await query(
      `insert into identities (tenant_id, id, user_id, kind, issuer, subject) values ($1, gen_random_uuid(), $2, 'entra', $3, $4)`,
      [tenant.id, admin.id, owner.tid, owner.oid],
    );
    expect((await signIn(tenant, owner)).body.user.id).toBe(admin.id);
    expect((await signIn(tenant, thief)).body.status).toBe('redirect_confirm_link');
    expect(await getIdentities(tenant)).toMatchObject([{ user_id: admin.id, subject: owner.oid }]);
  });

  test.each([
    ['a guest’s e-mail claim', { guest: true }, { domains: ['cloud.test'], link: true }, 'error_azure_not_companies'],
    [
      'an admitted guest’s e-mail claim',
      { guest: true },
      { domains: ['cloud.test'], link: true, guests: true },
      'error_azure_not_companies',
    ],
    ['a domain the tenant does not list', {}, { domains: ['other.test'], link: true }, 'redirect_confirm_link'],
    ['a tenant that lists no domain', {}, { domains: [], link: true }, 'redirect_confirm_link'],
    ['a tenant with linking disabled', {}, { domains: ['cloud.test'] }, 'redirect_confirm_link'],
  ])('is not linked by %s', async (_name, { guest = false }: { guest?: boolean }, way, said) => {
    const tenant = await makeTenant();
    const user = await makeUser(tenant, { email: `lia-${randomUUID().slice(0, 8)}@cloud.test` });
    const person = makeDirectoryPerson(
      idp,
      guest ? { username: `${user.email.replace('@', '_')}#EXT#@guests.test`, email: user.email } : { username: user.email },
    );
    await makeWay(tenant, { directories: [person.tid], ...way, jit: true });
    expect((await signIn(tenant, person)).body.status).toBe(said);
    expect(await getIdentities(tenant)).toEqual([]);
  });

  test('is refused by the same rules as for any sign-in method: blocked, and removed even if new users are created', async () => {
    const tenant = await makeTenant();
    const person = makeDirectoryPerson(idp);
    await makeWay(tenant, { directories: [person.tid], jit: true });
    const { id } = (await signIn(tenant, person)).body.user;
    await query(`update users set status = 'B' where id = $1`, [id]);
    expect((await signIn(tenant, person)).body.status).toBe('blocked');
    await query(`update users set status = 'D', deleted_at = now() where id = $1`, [id]);
    expect((await signIn(tenant, person)).body.status).toBe('error_azure_not_companies');
    expect(await query('select 1 from users where tenant_id = $1', [tenant.id])).toHaveLength(1);
  });
});

test('mapped groups of the directory become user groups, others do not', async () => {
  const tenant = await makeTenant();
  const [sales, hands] = [randomUUID(), randomUUID()];
  for (const [id, name] of [
    [sales, 'Vendas'],
    [hands, 'À mão'],
  ])
    await query('insert into user_groups (tenant_id, id, name, sort_key) values ($1, $2, $3, lower($3))', [tenant.id, id, name]);
  const person = makeDirectoryPerson(idp, { groups: ['g-sales', 'g-boss', 'g-unknown'] });
  // The directory made administrators of its members; the provider's word alone does not.
  const chiefs = await makeScimGroup(tenant, { name: 'Chefia' });
  await query("update scim_groups set profile = 'admin' where id = $1", [chiefs.id]);
  const mapped = [
    { claim: 'g-sales', group: sales },
    { claim: 'g-boss', group: chiefs.userGroupId },
  ];
  await makeWay(tenant, { directories: [person.tid], jit: true, groups: mapped });
  const { id } = (await signIn(tenant, person)).body.user;
  const profile = () => query('select profile, raised from users where id = $1', [id]);
  await query('insert into user_group_members (tenant_id, user_group_id, user_id) values ($1, $2, $3)', [tenant.id, hands, id]);
  const groups = async () =>
    (await query('select user_group_id as g from user_group_members where user_id = $1', [id])).map(({ g }) => g).toSorted();
  expect(await groups()).toEqual([sales, hands, chiefs.userGroupId].toSorted());
  expect(await profile()).toEqual([{ profile: 'user', raised: false }]);
  idp.add({ ...person, groups: [] });
  await signIn(tenant, person);
  expect(await groups()).toEqual([hands]);
  expect(await getAudit(tenant, 'entra.groups')).toHaveLength(2);
  idp.add(person);
  expect((await signIn(tenant, person)).body.perfil_usuario).toBe('user');
  expect(await groups()).toContain(chiefs.userGroupId);
  expect(await profile()).toEqual([{ profile: 'user', raised: false }]);
});

describe('a partner’s default unit', () => {
  test('accepts users without a unit of their own; others are redirected to their own unit', async () => {
    const partner = await makeTenant({ kind: 'partner' });
    const [door, home] = [await makeTenant({ parent: partner }), await makeTenant({ parent: partner })];
    await query('update tenants set default_directory = true where id = $1', [home.id]);
    const person = makeDirectoryPerson(idp);
    await makeWay(partner, { directories: [person.tid] });
    await makeWay(door, { directories: [person.tid] });
    await makeWay(home, { directories: [person.tid], jit: true });
    const first = await signIn(door, person);
    expect(first).toMatchObject({ status: 200, body: { tenant_id: home.id } });
    expect((await signIn(partner, person)).body.user.id).toBe(first.body.user.id);
    const stranger = makeDirectoryPerson(idp);
    expect((await signIn(door, stranger)).body.status).toBe('domain_not_allowed');
  });

  test('accepts no user of an unlisted directory, of another partner, or of a unit’s own registration', async () => {
    const [partner, other] = [await makeTenant({ kind: 'partner' }), await makeTenant({ kind: 'partner' })];
    const [door, home, foreign] = [
      await makeTenant({ parent: partner }),
      await makeTenant({ parent: partner }),
      await makeTenant({ parent: other }),
    ];
    await query('update tenants set default_directory = true where id = any ($1)', [[home.id, foreign.id]]);
    const person = makeDirectoryPerson(idp);
    await makeWay(door, { directories: [person.tid] });
    await makeWay(foreign, { directories: [person.tid], jit: true });
    const unlisted = await makeWay(home, { directories: [randomUUID()], jit: true });
    expect((await signIn(door, person)).body.status).toBe('error_azure_not_companies');
    await query(
      `update sso_apps
        set settings = settings || jsonb_build_object('directories', jsonb_build_array(jsonb_build_object('id', $2::text)), 'own', 'S')
        where id = $1`,
      [unlisted, person.tid],
    );
    expect((await signIn(door, person)).body.status).toBe('error_azure_not_companies');
    expect(await query('select 1 from users where tenant_id = any ($1)', [[home.id, foreign.id]])).toEqual([]);
  });
});

test('each step of a sign-in costs at most two database trips', async () => {
  const tenant = await makeTenant();
  const person = makeDirectoryPerson(idp);
  await makeWay(tenant, { directories: [person.tid], jit: true });
  await signIn(tenant, person);
  const trips = async <T>(work: () => Promise<T>): Promise<[T, number]> => {
    await harness.database.resetTrips();
    return [await work(), (await harness.database.trips()).requests];
  };
  const [{ url, binding }, starting] = await trips(() => begin(tenant));
  const answer = await answerFor(url, person);
  const [{ location }, arriving] = await trips(() => arrive(answer));
  const [session, exchanging] = await trips(() => exchange(location, binding));
  expect(session.status).toBe(200);
  expect([starting, arriving, exchanging]).toEqual([1, 2, 2]);
});

test('a tenant without Entra, or with it switched off, starts no sign-in', async () => {
  const [none, off] = [await makeTenant(), await makeTenant()];
  await makeWay(off, { directories: [randomUUID()], status: 'I' });
  for (const tenant of [none, off])
    expect(await api(harness, tenant).post('/api/login/entra')).toMatchObject({ status: 401, body: { status: 'error_saml' } });
});
