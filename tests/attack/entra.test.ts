// Every hole that a sign-in through an external provider can have, each beside a control that passes.
import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { startOidc, type Tamper } from '../../dev/idp-oidc/server.ts';
import { api } from '../support/api.ts';
import { query } from '../support/database.ts';
import { answerFor, getRegistration, getRoad, makeDirectoryPerson, makeWay } from '../support/entra.ts';
import { useHarness } from '../support/harness.ts';
import { makeTenant, type Tenant } from '../support/make-tenant.ts';
import { makeUser } from '../support/make-user.ts';
import { getAddress } from '../support/test-file.ts';

const idp = await startOidc({ port: 0 });
const harness = useHarness(getRegistration(idp));
afterAll(() => idp.close());
const { begin, arrive, exchange, signIn } = getRoad(harness);

const people = (...tenants: Tenant[]) => query('select 1 from users where tenant_id = any ($1)', [tenants.map(({ id }) => id)]);
async function scene(more: Parameters<typeof makeWay>[1] = {}) {
  const tenant = await makeTenant();
  const person = makeDirectoryPerson(idp);
  await makeWay(tenant, { directories: [person.tid], jit: true, ...more });
  return { tenant, person };
}
const nobodyCameIn = async (...tenants: Tenant[]) => {
  expect(await people(...tenants)).toEqual([]);
  expect(await query('select 1 from sessions where home_id = any ($1)', [tenants.map(({ id }) => id)])).toEqual([]);
};

const elsewhere = randomUUID();
test.each<[string, Tamper]>([
  ['a nonce of another sign-in', { claims: (claims) => ({ ...claims, nonce: 'another' }) }],
  ['no nonce', { claims: ({ nonce: _, ...claims }) => claims }],
  ['the issuer of another directory', { claims: (claims) => ({ ...claims, iss: `${idp.url}/${elsewhere}/v2.0` }) }],
  ['an unknown issuer', { claims: (claims) => ({ ...claims, iss: 'https://login.evil.test/v2.0' }) }],
  ['a directory other than its issuer’s', { claims: (claims) => ({ ...claims, tid: elsewhere }) }],
  ['a token for another audience', { claims: (claims) => ({ ...claims, aud: randomUUID() }) }],
  [
    'a token for two audiences, requested by the other',
    { claims: (claims) => ({ ...claims, aud: [String(claims.aud), 'other'], azp: 'other' }) },
  ],
  ['an expired token', { claims: (claims) => ({ ...claims, iat: 1_700_000_000, exp: 1_700_003_600 }) }],
  ['a token without a signature', { unsigned: true }],
  ['a token signed with another key under the same key id', { strange: true }],
  ['no object id', { claims: ({ oid: _, ...claims }) => claims }],
  ['no directory', { claims: ({ tid: _, ...claims }) => claims }],
])('%s signs no one in; the same flow without it does', async (_name, tamper) => {
  const { tenant, person } = await scene();
  idp.tamperNext(tamper);
  expect((await signIn(tenant, person)).body.status).toBe('error_saml');
  await nobodyCameIn(tenant);
  expect((await signIn(tenant, person)).status).toBe(200);
});

test('a caller who begins sign-ins without end is stopped, and only that caller', async () => {
  const { tenant } = await scene();
  await begin(tenant);
  await query('update attempts set n = 600 where key = $1', [`e ${tenant.id} ${getAddress(0)}`]);
  expect(await api(harness, tenant).post('/api/login/entra')).toMatchObject({ status: 429, body: { status: 'too_many_attempts' } });
  expect((await begin((await scene()).tenant)).url).toContain('code_challenge');
});

describe('the state', () => {
  test('works once, on the product’s host only, and not when it is late, for another purpose or made up', { retry: 0 }, async () => {
    const { tenant, person } = await scene();
    const answer = await answerFor((await begin(tenant)).url, person);
    const onTenant = new URL(answer);
    onTenant.hostname = tenant.host;
    expect((await arrive(onTenant)).status).toBe(400);
    const made = new URL(answer);
    made.searchParams.set('state', 'A'.repeat(43));
    expect((await arrive(made)).status).toBe(400);
    made.searchParams.delete('state');
    const stranger = await arrive(made);
    expect(stranger.status).toBe(400);
    // The portal is unknown; a plain page says what to do.
    expect(stranger.text).toContain('Volte ao seu portal');
    const all = await Promise.all(Array.from({ length: 20 }, () => arrive(answer)));
    expect(all.filter(({ status }) => status === 303)).toHaveLength(1);
    expect(all.filter(({ status }) => status === 400)).toHaveLength(19);
    const late = await answerFor((await begin(tenant)).url, person);
    await query(
      `update tickets set expires_at = now() - interval '1 second' where tenant_id = $1 and purpose = 'sso.request' and used_at is null`,
      [tenant.id],
    );
    expect((await arrive(late)).status).toBe(400);
    const other = await answerFor((await begin(tenant)).url, person);
    await query(`update tickets set body = body || '{"way":"saml"}' where tenant_id = $1 and purpose = 'sso.request' and used_at is null`, [
      tenant.id,
    ]);
    expect((await arrive(other)).status).toBe(400);
  });

  test('of one sign-in is refused with the code of another: PKCE and nonce belong to the first', async () => {
    const { tenant, person } = await scene();
    const [mine, theirs] = await Promise.all([begin(tenant), begin(tenant)]);
    const [own, foreign] = [await answerFor(mine.url, person), await answerFor(theirs.url, person)];
    own.searchParams.set('code', foreign.searchParams.get('code') ?? '');
    const { location } = await arrive(own);
    expect((await exchange(location, mine.binding)).body.status).toBe('error_saml');
    await nobodyCameIn(tenant);
  });
});

test('a used code of the provider is worthless in a new sign-in', async () => {
  const { tenant, person } = await scene();
  const [first, second] = [await begin(tenant), await begin(tenant)];
  const used = await answerFor(first.url, person);
  await arrive(used);
  const again = await answerFor(second.url, person);
  again.searchParams.set('code', used.searchParams.get('code') ?? '');
  expect((await exchange((await arrive(again)).location, second.binding)).body.status).toBe('error_saml');
});

test('the answer of another provider (mix-up) and a provider’s refusal end in the general message', async () => {
  const { tenant, person } = await scene();
  const mixed = await begin(tenant);
  const answer = await answerFor(mixed.url, person);
  answer.searchParams.set('iss', 'https://login.evil.test/v2.0');
  expect((await exchange((await arrive(answer)).location, mixed.binding)).body.status).toBe('error_saml');
  const refused = await begin(tenant);
  const state = new URL(refused.url).searchParams.get('state') ?? '';
  const { location } = await arrive(
    new URL(`http://localhost/api/entra/callback?error=access_denied&error_description=%3Cscript%3E&state=${state}`),
  );
  expect((await exchange(location, refused.binding)).body.status).toBe('error_saml');
  await nobodyCameIn(tenant);
});

describe('the code for the tenant’s host', () => {
  test('does not work in a browser that did not begin the sign-in, on another host, or twice', async () => {
    const { tenant, person } = await scene();
    const other = await makeTenant();
    const run = async () => {
      const begun = await begin(tenant);
      return { begun, to: (await arrive(await answerFor(begun.url, person))).location };
    };
    const one = await run();
    expect((await exchange(one.to)).body.status).toBe('error_saml');
    const two = await run();
    expect((await exchange(two.to, one.begun.binding)).body.status).toBe('error_saml');
    const three = await run();
    const moved = new URL(three.to ?? '');
    moved.hostname = other.host;
    expect((await exchange(moved, three.begun.binding)).body.status).toBe('error_saml');
    expect((await exchange(three.to, three.begun.binding)).status).toBe(200);
    expect((await exchange(three.to, three.begun.binding)).body.status).toBe('error_saml');
  });

  test.each(['https://evil.test/', '//evil.test', '/\\evil.test', 'javascript:alert(1)', '/a\tb'])(
    'cannot be made to lead to %s',
    async (redirect) => {
      const { tenant } = await scene();
      expect(await api(harness, tenant).post('/api/login/entra', { redirect })).toMatchObject({ status: 422, body: { field: 'redirect' } });
    },
  );
});

test('a directory that is not allowed signs no one in, whatever its tokens say, and the tenant can read it', async () => {
  const { tenant, person } = await scene();
  const admin = await makeUser(tenant, { profile: 'admin', email: `boss-${randomUUID().slice(0, 8)}@cloud.test` });
  await query(`update sso_apps set domains = '{cloud.test}', settings = settings || '{"link":"S"}' where tenant_id = $1`, [tenant.id]);
  const stranger = makeDirectoryPerson(idp, { username: admin.email, email: admin.email });
  expect((await signIn(tenant, stranger)).body.status).toBe('domain_not_allowed');
  expect(await query('select 1 from identities where tenant_id = $1', [tenant.id])).toEqual([]);
  expect(await query(`select change->>'directory' as d from audit where tenant_id = $1 and what = 'entra.refused'`, [tenant.id])).toEqual([
    { d: stranger.tid },
  ]);
  expect((await signIn(tenant, person)).status).toBe(200);
});

test('one object id in two directories is two users, and one person in two tenants is two users', async () => {
  const tenant = await makeTenant();
  const other = await makeTenant();
  const oid = randomUUID();
  const [one, two] = [
    makeDirectoryPerson(idp, { oid }),
    makeDirectoryPerson(idp, { oid, username: `${randomUUID().slice(0, 8)}@cloud.test` }),
  ];
  for (const each of [tenant, other]) await makeWay(each, { directories: [one.tid, two.tid], jit: true });
  const [a, b, c] = [await signIn(tenant, one), await signIn(tenant, two), await signIn(other, one)];
  expect(new Set([a, b, c].map(({ body }) => body.user.id)).size).toBe(3);
  expect(c.body.tenant_id).toBe(other.id);
});

test('a sign-in in progress fails when Entra is switched off or the directory is removed', async () => {
  const { tenant, person } = await scene();
  const answer = await begin(tenant);
  const back = await answerFor(answer.url, person);
  await query(`update sso_apps set settings = settings || '{"directories":[]}' where tenant_id = $1`, [tenant.id]);
  expect((await exchange((await arrive(back)).location, answer.binding)).body.status).toBe('domain_not_allowed');
  const second = await begin(tenant);
  const late = await answerFor(second.url, person);
  await query(`update sso_apps set status = 'I' where tenant_id = $1`, [tenant.id]);
  expect((await exchange((await arrive(late)).location, second.binding)).body.status).toBe('error_saml');
  await nobodyCameIn(tenant);
});
