import { createHash, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { api, signIn } from '../support/api.ts';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { makeTenant } from '../support/make-tenant.ts';
import { makeUser } from '../support/make-user.ts';

const harness = useHarness();

/** The code that a provider's answer leaves for the tenant's host. */
async function leaveCode(tenant: { id: string; host: string }, body: object, { seconds = 60 } = {}): Promise<string> {
  const code = randomBytes(32).toString('base64url');
  await query(
    `insert into tickets (hash, purpose, tenant_id, host, body, expires_at) values ($1, 'sso.code', $2, $3, $4, now() + make_interval(secs => $5))`,
    [`\\x${createHash('sha256').update(code).digest('hex')}`, tenant.id, tenant.host, JSON.stringify(body), seconds],
  );
  return code;
}
const exchange = (tenant: { host: string }, code: string) => api(harness, tenant).post('/api/saml/callback', { code });

test('the code of a single sign-on starts one session, however often it is sent, and names its method', async () => {
  const tenant = await makeTenant();
  const person = await makeUser(tenant, { account: false });
  const code = await leaveCode(tenant, { way: 'saml', redirect: '/all/reports', userId: person.id });
  const answers = await Promise.all(Array.from({ length: 60 }, () => exchange(tenant, code)));
  const [good, ...more] = answers.filter(({ status }) => status === 200);
  expect(more).toEqual([]);
  expect(good?.body).toMatchObject({ status: 'ok', auth_type: 'saml', redirect: '/all/reports', user: { id: person.id } });
  for (const { status, body } of answers.filter((each) => each !== good)) expect([status, body.status]).toEqual([401, 'error_saml']);
  expect(await query('select auth_type from sessions where user_id = $1', [person.id])).toEqual([{ auth_type: 'saml' }]);
  expect(await query('select way, outcome from sign_ins where user_id = $1', [person.id])).toEqual([{ way: 'saml', outcome: 'ok' }]);
});

test('a code that is late, for another host or purpose, or without a user opens nothing', async () => {
  const [tenant, other] = [await makeTenant(), await makeTenant()];
  const person = await makeUser(tenant);
  const body = { way: 'saml', redirect: null, userId: person.id };
  expect((await exchange(tenant, await leaveCode(tenant, body, { seconds: -1 }))).body.status).toBe('error_saml');
  expect((await exchange(other, await leaveCode(tenant, body))).body.status).toBe('error_saml');
  const code = await leaveCode(tenant, body);
  await query(`update tickets set purpose = 'passkey' where tenant_id = $1 and used_at is null`, [tenant.id]);
  expect((await exchange(tenant, code)).body.status).toBe('error_saml');
  const stranger = await makeUser(other);
  expect((await exchange(tenant, await leaveCode(tenant, { ...body, userId: stranger.id }))).body.status).toBe('not_found_companies');
  expect(await query('select 1 from sessions where user_id = any ($1)', [[person.id, stranger.id]])).toEqual([]);
});

test.each([
  ['B', 'blocked'],
  ['I', 'inactive'],
  ['D', 'user_disable'],
])('a user with the status %s gets %s by every method, and the tenant can read it', async (status, said) => {
  const tenant = await makeTenant();
  const person = await makeUser(tenant, { status });
  const code = await leaveCode(tenant, { way: 'entra', redirect: null, userId: person.id });
  expect((await exchange(tenant, code)).body.status).toBe(said);
  await expect(signIn(harness, tenant, person)).rejects.toThrow(said);
  await expect
    .poll(() => query('select way, outcome from sign_ins where user_id = $1 order by way', [person.id]), { timeout: 10_000 })
    .toEqual([
      { way: 'entra', outcome: said },
      { way: 'password', outcome: said },
    ]);
});

test('each refusal by a provider has a message of its own, from the list of Spec 8 only', async () => {
  const tenant = await makeTenant();
  for (const refusal of ['error_azure_not_companies', 'domain_not_allowed', 'error_saml']) {
    const code = await leaveCode(tenant, { way: 'entra', redirect: null, refusal });
    expect((await exchange(tenant, code)).body.status).toBe(refusal);
  }
});

test('the sign-in page lists the active methods of its own tenant, in order', async () => {
  const [tenant, other] = [await makeTenant(), await makeTenant()];
  const add = (of: { id: string }, kind: string, name: string, status: string, position: number) =>
    query(
      `insert into sso_apps (tenant_id, id, kind, name, status, position, domains, settings)
        values ($1, gen_random_uuid(), $2, $3, $4, $5, '{vertice.test}', '{"secret":"s"}')`,
      [of.id, kind, name, status, position],
    );
  await add(tenant, 'saml', 'Okta', 'A', 2);
  await add(tenant, 'entra', 'Microsoft', 'A', 1);
  await add(tenant, 'saml', 'Rascunho', 'I', 0);
  await add(other, 'saml', 'De outro', 'A', 0);
  const { body, text } = await api(harness, tenant).post('/api/login/config');
  expect(body.apps).toMatchObject([
    { kind: 'entra', name: 'Microsoft', domains: ['vertice.test'] },
    { kind: 'saml', name: 'Okta', domains: ['vertice.test'] },
  ]);
  expect(text).not.toMatch(/secret|Rascunho|De outro/);
});
