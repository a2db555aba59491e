import { expect, test } from 'vitest';
import { api } from '../support/api.ts';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { makeTenant } from '../support/make-tenant.ts';
import { makeUser } from '../support/make-user.ts';
import { password } from '../support/password.ts';
import { getAddress } from '../support/test-file.ts';

const harness = useHarness();
let last = 0;
const address = () => {
  last += 1;
  return getAddress(last);
};
const from = (ip: string, cookie?: string) => ({ headers: { 'cf-connecting-ip': ip, ...(cookie && { cookie }) } });
/** Records failed attempts directly, without the cost of their hashes. */
const tried = (key: string, n: number) =>
  query("insert into attempts (key, n, until) values ($1, $2, now() + interval '10 minutes')", [key, n]);

test('an unknown user, a known one and one without a password get the same refusal', async () => {
  const tenant = await makeTenant();
  const [known, invited] = [await makeUser(tenant), await makeUser(tenant, { account: false })];
  const answers = [];
  for (const email of [known.email, invited.email, 'nobody@people.test', `${known.email}.test`])
    answers.push(await api(harness, tenant).post('/api/login', { email, password: 'wrong' }, from(address())));
  for (const { status, body } of answers) {
    expect(status).toBe(401);
    expect({ ...body, requestId: '' }).toEqual({ status: 'error_user_or_password', message: 'error_user_or_password', requestId: '' });
  }
});

test('an address with a hundred attempts waits, whatever user it tries; other addresses do not', async () => {
  const tenant = await makeTenant();
  const user = await makeUser(tenant);
  const ip = address();
  await tried(`a ${ip}`, 100);
  const refused = await api(harness, tenant).post('/api/login', { email: user.email, password }, from(ip));
  expect(refused).toMatchObject({ status: 429, body: { status: 'too_many_attempts' } });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(400);
  expect((await api(harness, tenant).post('/api/login', { email: user.email, password }, from(address()))).status).toBe(200);
});

test('an account tried in many tenants waits in all of them, except in a browser that it knows', async () => {
  const [one, two] = [await makeTenant(), await makeTenant()];
  const user = await makeUser(one);
  await makeUser(two, { email: user.email });
  const first = await api(harness, one).post('/api/login', { email: user.email, password }, from(address()));
  const device = first.headers.get('set-cookie')?.split(';')[0] ?? '';
  await tried(`g ${user.email}`, 20);
  for (const tenant of [one, two])
    expect((await api(harness, tenant).post('/api/login', { email: user.email, password }, from(address()))).status).toBe(429);
  // The browser is known in the tenant of the sign-in, and for that user alone.
  expect((await api(harness, two).post('/api/login', { email: user.email, password }, from(address(), device))).status).toBe(429);
  expect((await api(harness, one).post('/api/login', { email: user.email, password }, from(address(), device))).status).toBe(200);
});

test('a known browser belongs to one user: it opens no other account and does not exempt its own from guessing limits', async () => {
  const tenant = await makeTenant();
  const [owner, other] = [await makeUser(tenant), await makeUser(tenant)];
  const signed = await api(harness, tenant).post('/api/login', { email: owner.email, password }, from(address()));
  const device = signed.headers.get('set-cookie')?.split(';')[0] ?? '';
  await tried(`u ${tenant.id} ${other.email}`, 5);
  expect((await api(harness, tenant).post('/api/login', { email: other.email, password }, from(address(), device))).status).toBe(429);
  const guesses = [];
  for (let n = 0; n < 7; n += 1)
    guesses.push(
      (await api(harness, tenant).post('/api/login', { email: owner.email, password: `guess ${n}` }, from(address(), device))).status,
    );
  expect(guesses).toEqual([401, 401, 401, 401, 401, 429, 429]);
  expect((await api(harness, tenant).post('/api/login', { email: owner.email, password }, from(address(), 'device=forged'))).status).toBe(
    200,
  );
});

test('a tenant under password spraying keeps its known browsers', async () => {
  const tenant = await makeTenant();
  const [user, stranger] = [await makeUser(tenant), await makeUser(tenant)];
  const signed = await api(harness, tenant).post('/api/login', { email: user.email, password }, from(address()));
  const device = signed.headers.get('set-cookie')?.split(';')[0] ?? '';
  await query('delete from attempts where key = $1', [`t ${tenant.id}`]);
  await tried(`t ${tenant.id}`, 3000);
  expect((await api(harness, tenant).post('/api/login', { email: stranger.email, password }, from(address()))).status).toBe(429);
  expect((await api(harness, tenant).post('/api/login', { email: user.email, password }, from(address(), device))).status).toBe(200);
});

test('the wait ends, and another spelling of the e-mail does not bypass it', async () => {
  const tenant = await makeTenant();
  const user = await makeUser(tenant);
  await tried(`u ${tenant.id} ${user.email}`, 5);
  const ways = [user.email, user.email.toUpperCase(), `  ${user.email} `, user.email.replace('@', '@').normalize('NFD')];
  for (const email of ways)
    expect((await api(harness, tenant).post('/api/login', { email, password }, from(address()))).status, email).toBe(429);
  const at = new Date(Date.now() + 31 * 60_000).toISOString();
  expect((await api(harness, tenant).post('/api/login', { email: user.email, password }, { ...from(address()), at })).status).toBe(200);
});
