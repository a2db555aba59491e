import { beforeAll, expect, test } from 'vitest';
import { type Api, api, signIn } from '../support/api.ts';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { makeTenant, type Tenant } from '../support/make-tenant.ts';
import { makeUser, type User } from '../support/make-user.ts';
import { password } from '../support/password.ts';

const harness = useHarness();
const secret = () => crypto.randomUUID().replaceAll('-', '').padEnd(43, 'x');
const own = '/api/auth/account';

let tenant: Tenant;
let other: Tenant;
beforeAll(async () => {
  [tenant, other] = [await makeTenant(), await makeTenant()];
});

/** A user of two units with three remembered browsers, one of them in use, and one that has expired. */
async function scene() {
  const user = await makeUser(tenant);
  const twin = await makeUser(other, { email: user.email });
  const stranger = await makeUser(tenant);
  const here = secret();
  const remember = async (who: User, at: string, device = secret()) =>
    query(
      "insert into devices (hash, tenant_id, user_id, trusted_at, trusted_by) values (sha256($1::bytea), $2, $3, now() - $4::interval, 'account')",
      [device, who.tenantId, who.id, at],
    );
  await remember(user, '1 day', here);
  for (const who of [user, twin, stranger]) await remember(who, '2 days');
  await remember(user, '31 days');
  const cookie = { headers: { cookie: `device=${here}` } };
  const client = api(harness, tenant, await signIn(harness, tenant, user, password, cookie));
  const left = async () =>
    (
      await query('select hash = sha256($2::bytea) as here from devices where user_id = any ($1) and trusted_at is not null', [
        [user.id, twin.id],
        here,
      ])
    ).map((row) => row.here);
  const ofStranger = () => query('select 1 from devices where user_id = $1 and trusted_at is not null', [stranger.id]);
  return { user, client, cookie, left, ofStranger };
}
const shown = async (client: Api) => (await client.get(`${own}/factors`)).body.remembered;

test('the number of remembered browsers is shown, and all are forgotten at once, including this one', async () => {
  const { user, client, left, ofStranger } = await scene();
  expect(await shown(client)).toBe(3);
  expect((await client.post(`${own}/devices/forget`)).body).toEqual({ forgotten: 3 });
  expect(await shown(client)).toBe(0);
  expect(await left()).toEqual([]);
  expect(await ofStranger()).toHaveLength(1);
  expect(await query("select user_id, change from audit where tenant_id = $1 and what = 'factor.forgotten'", [tenant.id])).toEqual([
    { user_id: user.id, change: { after: { devices: 3 } } },
  ]);
  expect((await client.post(`${own}/devices/forget`, { id: user.id })).status).toBe(422);
  expect((await api(harness, tenant).post(`${own}/devices/forget`)).status).toBe(401);
});

test('changing your own password forgets every other browser', async () => {
  const { client, cookie, left, ofStranger } = await scene();
  const change = { current: password, password: 'nove-cafés-azuis' };
  expect((await client.post(`${own}/password`, { ...change, current: 'wrong one' }, cookie)).status).toBe(422);
  expect(await shown(client)).toBe(3);
  expect((await client.post(`${own}/password`, change, cookie)).status).toBe(200);
  expect(await left()).toEqual([true]);
  expect(await shown(client)).toBe(1);
  expect(await ofStranger()).toHaveLength(1);
});

test('so does replacing a password that had to be changed', async () => {
  const { user, cookie, left } = await scene();
  await query('update accounts set must_change = true where email = $1', [user.email]);
  const { body } = await api(harness, tenant).post('/api/login', { email: user.email, password }, cookie);
  const taken = await api(harness, tenant).post('/api/password/new', { token: body.token, password: 'nove-cafés-azuis' }, cookie);
  expect(taken.body.session).toMatchObject({ user: { id: user.id } });
  expect(await left()).toEqual([true]);
});

test('so does ending every other session, but not ending a single one', async () => {
  const { user, client, cookie, left } = await scene();
  await signIn(harness, tenant, user);
  const { items } = (await client.get(`${own}/sessions`)).body;
  const another = items.find(({ mine }: { mine: boolean }) => !mine);
  expect((await client.post(`${own}/sessions/end`, { id: another.id }, cookie)).body).toEqual({ ended: 1 });
  expect(await shown(client)).toBe(3);
  expect((await client.post(`${own}/sessions/end`, {}, cookie)).body).toEqual({ ended: 0 });
  expect(await left()).toEqual([true]);
});

test('a new password makes every other browser unknown too: guesses at it count as those of strangers', async () => {
  const user = await makeUser(tenant);
  const login = async () => (await api(harness, tenant).post('/api/login', { email: user.email, password })).headers.get('set-cookie');
  const here = { headers: { cookie: (await login())?.split(';')[0] ?? '' } };
  await login();
  const known = () => query('select 1 from devices where user_id = $1 and account_id is not null', [user.id]);
  expect(await known()).toHaveLength(2);
  const client = api(harness, tenant, await signIn(harness, tenant, user, password, here));
  expect((await client.post(`${own}/password`, { current: password, password: 'nove-cafés-azuis' }, here)).status).toBe(200);
  expect(await known()).toHaveLength(1);
});
