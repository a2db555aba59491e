import { expect, test } from 'vitest';
import { api, signIn } from '../support/api.ts';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { authenticator, codeAt, makeFactor, makePasskey } from '../support/make-factor.ts';
import { makeTenant, type Tenant } from '../support/make-tenant.ts';
import { makeUser, type User } from '../support/make-user.ts';
import { password } from '../support/password.ts';
import { getAddress } from '../support/test-file.ts';

const harness = useHarness();
const away = getAddress(66);
const thief = {
  headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:131.0) Gecko/20100101 Firefox/131.0', 'cf-connecting-ip': away },
};

async function pending(tenant: Tenant, user: User, options = {}): Promise<string> {
  const { body } = await api(harness, tenant).post('/api/login', { email: user.email, password }, options);
  expect(body.status).toBe('redirect_two_factor');
  return body.token;
}
const give = (tenant: Tenant, token: string, body: object, options = {}) =>
  api(harness, tenant).post('/api/login/2fa', { token, ...body }, options);
const records = async (user: User) =>
  (await query('select outcome, way, address from sign_ins where user_id = $1 order by at, outcome', [user.id])).map(
    ({ outcome, way, address }) => `${outcome} ${way} ${address}`,
  );
const mails = (user: User) =>
  query("select body from outbox where tenant_id = $1 and kind = 'account.guessed' and body->>'user_id' = $2", [user.tenantId, user.id]);

async function holder() {
  const tenant = await makeTenant();
  const user = await makeUser(tenant, { name: 'Bruna Reis' });
  await makeFactor(user);
  return { tenant, user };
}

test('a wrong second step is in the sign-in log and the audit log, for the user and the administrators', async () => {
  const { tenant, user } = await holder();
  const token = await pending(tenant, user, thief);
  expect((await give(tenant, token, { code: '000000' }, thief)).body.status).toBe('factor_wrong');
  await expect.poll(() => records(user), { timeout: 20_000 }).toEqual([`factor_wrong password ${away}`]);
  expect(await query("select change, ip from audit where row_id = $1 and what = 'session.refused'", [user.id])).toEqual([
    { change: { code: 'factor_wrong' }, ip: away },
  ]);
  // Corrected by the user, it is one more row and no mail.
  const done = await give(tenant, token, { code: codeAt(Date.now()) });
  expect(done.body.status).toBe('ok');
  expect(await mails(user)).toEqual([]);
  const own = (await api(harness, tenant, done.body.token).get('/api/auth/account/sign_ins')).body.items;
  expect(own.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['ok', 'factor_wrong']);
  const admin = await makeUser(tenant, { profile: 'admin' });
  const boss = api(harness, tenant, await signIn(harness, tenant, admin));
  expect((await boss.get('/api/auth/sign_ins?outcome=factor_wrong')).body.items).toMatchObject([{ person: 'Bruna Reis', way: 'password' }]);
  expect((await boss.get('/api/auth/sign_ins/export?outcome=factor_wrong')).body.csv).toContain('Segunda etapa errada');
});

test('five wrong codes end the step: it is recorded, and mailed to the user once an hour', async () => {
  const { tenant, user } = await holder();
  const guess = async () => {
    const token = await pending(tenant, user, thief);
    for (let index = 0; index < 5; index++) await give(tenant, token, { code: '000000' }, thief);
    expect((await give(tenant, token, { code: codeAt(Date.now()) }, thief)).body.status).toBe('factor_over');
  };
  await guess();
  const of = async (outcome: string) => (await records(user)).filter((each) => each === `${outcome} password ${away}`).length;
  await expect.poll(() => of('factor_wrong'), { timeout: 20_000 }).toBe(5);
  await expect.poll(() => of('too_many_attempts'), { timeout: 20_000 }).toBeGreaterThan(0);
  await expect.poll(async () => (await mails(user)).length, { timeout: 20_000 }).toBe(1);
  expect((await mails(user))[0]?.body).toMatchObject({ address: away, agent: thief.headers['user-agent'] });
  await guess();
  await expect.poll(() => of('factor_wrong'), { timeout: 20_000 }).toBe(10);
  expect(await mails(user)).toHaveLength(1);
  // An hour later it is mailed again, even if no ticket was used up.
  await query(
    "update attempts set until = now() - interval '1 minute' where key like 'nf %' and key = 'nf ' || (select account_id from users where id = $1)",
    [user.id],
  );
  expect(await give(tenant, await pending(tenant, user, thief), { code: '000000' }, thief)).toMatchObject({ status: 429 });
  await expect.poll(async () => (await mails(user)).length, { timeout: 20_000 }).toBe(2);
});

test('a used recovery code and a wrong passkey signature count as wrong steps too', async () => {
  const { tenant, user } = await holder();
  await give(tenant, await pending(tenant, user), { code: 'AAAA-BBBB-CCCC-DDDD' });
  await give(tenant, await pending(tenant, user), { code: 'AAAA-BBBB-CCCC-DDDD' });
  const wrongs = async (way: string) => (await records(user)).filter((each) => each.startsWith(`factor_wrong ${way}`)).length;
  await expect.poll(() => wrongs('password'), { timeout: 20_000 }).toBe(1);
  const device = authenticator(tenant.host);
  await makePasskey(user, device);
  const { challenge } = (await api(harness, tenant).post('/api/login/passkey/options', {})).body;
  const passkey = device.sign(challenge, { origin: 'https://evil.test' });
  expect((await api(harness, tenant).post('/api/login/passkey', { passkey })).body.status).toBe('factor_wrong');
  await expect.poll(() => wrongs('passkey'), { timeout: 20_000 }).toBe(1);
});

test('wrong proofs of an account in an open session are in the sign-in log and the audit log, once a minute', async () => {
  const { tenant, user } = await holder();
  const { body } = await give(tenant, await pending(tenant, user), { code: codeAt(Date.now()) });
  const prove = async (given: object) => (await api(harness, tenant, body.token).post('/api/auth/account/proof', given, thief)).body.status;
  for (let index = 0; index < 5; index += 1) expect(await prove({ password: 'not-this-one' })).toBe('password_wrong');
  for (let index = 0; index < 5; index += 1) expect(await prove({ password, code: '000000' })).toBe('factor_wrong');
  expect(await prove({ password, code: '000000' })).toBe('too_many_attempts');
  const refused = ['error_user_or_password', 'factor_wrong', 'too_many_attempts'];
  await expect
    .poll(async () => (await records(user)).filter((each) => each.includes(' session ')).toSorted(), { timeout: 20_000 })
    .toEqual(refused.map((outcome) => `${outcome} session ${away}`));
  const told = await query("select change->>'code' as code from audit where row_id = $1 and what = 'session.refused'", [user.id]);
  expect(told.map(({ code }) => code).toSorted()).toEqual(refused);
});

test('a wrong password or factor given to change them in an open session is recorded; a wrong code of a new app isn’t', async () => {
  const { tenant, user } = await holder();
  const { body } = await give(tenant, await pending(tenant, user), { code: codeAt(Date.now()) });
  const client = api(harness, tenant, body.token);
  const own = '/api/auth/account/factors';
  const [factor] = await query("select id from factors where account_id = (select account_id from users where id = $1) and kind = 'totp'", [
    user.id,
  ]);
  const next = (await client.post(`${own}/start`, {}, thief)).body;
  const added = { id: next.id, seal: next.seal, name: 'App', app_code: '000000', password };
  expect((await client.post(own, added, thief)).body).toMatchObject({ status: 'factor_wrong', field: 'app_code' });
  const elsewhere = (n: number) => ({ headers: { ...thief.headers, 'cf-connecting-ip': getAddress(n) } });
  const change = { current: 'not-this-one', password: 'Another!Password2026' };
  expect((await client.post('/api/auth/account/password', change, elsewhere(67))).body.status).toBe('password_wrong');
  expect((await client.post(`${own}/${factor?.id}/remove`, { password: 'not-this-one' }, elsewhere(68))).body.status).toBe(
    'password_wrong',
  );
  expect((await client.post(`${own}/confirm`, { code: '000000' }, elsewhere(69))).body.status).toBe('factor_wrong');
  await expect
    .poll(async () => (await records(user)).filter((each) => each.includes(' session ')).toSorted(), { timeout: 20_000 })
    .toEqual([
      `error_user_or_password session ${getAddress(67)}`,
      `error_user_or_password session ${getAddress(68)}`,
      `factor_wrong session ${getAddress(69)}`,
    ]);
});
