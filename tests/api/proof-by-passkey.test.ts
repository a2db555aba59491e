import { expect, test } from 'vitest';
import { api, signIn } from '../support/api.ts';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { authenticator, codeAt, makePasskey } from '../support/make-factor.ts';
import { makeTenant, type Tenant } from '../support/make-tenant.ts';
import { makeUser, type User } from '../support/make-user.ts';
import { password } from '../support/password.ts';

const harness = useHarness();
const own = '/api/auth/account/factors';
const codes = '/api/auth/account/recovery-codes';
const creation = '/api/auth/account/passkeys/options';
type Client = ReturnType<typeof api>;

const challengeFor = async (client: Client): Promise<string> =>
  (await client.post('/api/auth/account/passkeys/challenge', {})).body.challenge.challenge;
const stored = (user: User) =>
  query('select f.id, f.kind from factors f join users u on f.holder = coalesce(u.account_id, u.id) where u.id = $1 order by f.id', [
    user.id,
  ]);
const audited = async (user: User) =>
  (await query("select what from audit where user_id = $1 and what like 'factor.%' order by at, id", [user.id])).map(({ what }) => what);
/** Resets this user's failed guesses. */
const forgive = (user: User) =>
  query("delete from attempts a using users u where u.id = $1 and a.key = 'mp ' || coalesce(u.account_id, u.id)", [user.id]);

/** A user with a passkey, in a session begun without it; with `twinIn`, the account has another passkey in that unit. */
async function withPasskey(tenant: Tenant, twinIn?: Tenant) {
  const user = await makeUser(tenant);
  const places = [{ tenant, user }, ...(twinIn ? [{ tenant: twinIn, user: await makeUser(twinIn, { email: user.email }) }] : [])];
  const [here, twin] = await Promise.all(
    places.map(async (place) => ({
      ...place,
      device: authenticator(place.tenant.host),
      client: api(harness, place.tenant, await signIn(harness, place.tenant, place.user)),
    })),
  );
  for (const each of [here, twin]) if (each) await makePasskey(each.user, each.device);
  if (!here) throw new Error('no passkey was made');
  return { ...here, twin };
}

test('every change of your own factors is proved by a passkey of the host, once', async () => {
  const { user, device, client } = await withPasskey(await makeTenant());
  const signed = async () => ({ passkey: device.sign(await challengeFor(client)) });
  expect((await client.get(own)).body).toMatchObject({ proof: 'both', app: null, recovery: 0, passkeys: [{ here: true }] });
  expect(await client.post(codes, { password })).toMatchObject({ status: 422, body: { status: 'factor_code' } });
  const right = await signed();
  expect((await client.post(codes, right)).body.recovery_codes).toHaveLength(10);
  // From then on the session counts as one with its factor.
  expect((await client.get(own)).body).toMatchObject({ proof: 'password', recovery: 10 });
  for (const path of [codes, creation, `${own}/confirm`]) expect((await client.post(path, right)).body.status, path).toBe('factor_wrong');
  // Some devices keep no counter: their answers too are valid once.
  const uncounted = await withPasskey(await makeTenant());
  const once = { passkey: uncounted.device.sign(await challengeFor(uncounted.client), { counter: 0 }) };
  expect((await uncounted.client.post(codes, once)).status).toBe(200);
  for (const path of [codes, creation, `${own}/confirm`])
    expect(await uncounted.client.post(path, once), path).toMatchObject({ status: 410, body: { status: 'factor_over' } });
  await forgive(user);
  const { body: fresh } = await client.post(`${own}/start`);
  const app = { id: fresh.id, seal: fresh.seal, name: 'Telefone' };
  const wrong = await client.post(own, { ...app, app_code: '000000', ...(await signed()) });
  expect(wrong.body).toMatchObject({ status: 'factor_wrong', field: 'app_code' });
  expect((await client.post(own, { ...app, app_code: codeAt(Date.now(), fresh.key), ...(await signed()) })).status).toBe(200);
  const options = await client.post(creation, await signed());
  const second = authenticator(device.host);
  const made = await client.post('/api/auth/account/passkeys', { name: 'Chave', passkey: second.make(options.body) });
  expect(made).toMatchObject({ status: 200, body: { recovery_codes: null } });
  expect((await client.post(`${own}/confirm`, { passkey: second.sign(await challengeFor(client)) })).status).toBe(200);
  // A passkey may be removed on its own proof, too.
  const mine = (await client.get(own)).body.passkeys.find(({ name }: { name: string }) => name === 'Notebook');
  expect((await client.post(`${own}/${mine.id}/remove`, await signed())).status).toBe(200);
  expect((await client.post(`${own}/confirm`, { passkey: device.sign(await challengeFor(client)) })).body).toMatchObject({
    status: 'factor_wrong',
    field: 'passkey',
  });
  const expected = ['codes', 'added', 'challenge', 'added', 'confirm', 'removed'].map((what) => `factor.${what}`);
  expect((await audited(user)).sort()).toEqual(expected.sort());
});

test('a user with only a passkey and no password is not locked out of their own factors', async () => {
  const tenant = await makeTenant();
  const user = await makeUser(tenant, { account: false });
  const device = authenticator(tenant.host);
  await makePasskey(user, device);
  const { challenge } = (await api(harness, tenant).post('/api/login/passkey/options', {})).body;
  const entered = await api(harness, tenant).post('/api/login/passkey', { passkey: device.sign(challenge) });
  const client = api(harness, tenant, entered.body.token);
  expect((await client.get(own)).body).toMatchObject({ proof: 'code', recovery: 0 });
  expect(await client.post(codes, {})).toMatchObject({ status: 422, body: { status: 'factor_code' } });
  expect((await client.post(codes, { passkey: device.sign(await challengeFor(client)) })).body.recovery_codes).toHaveLength(10);
});

test('a passkey’s signature for another user, place or purpose proves no change', async () => {
  const [tenant, elsewhere] = [await makeTenant(), await makeTenant()];
  // The same account in another unit, with a passkey there.
  const { user, device, client, twin } = await withPasskey(tenant, elsewhere);
  if (!twin) throw new Error('no twin');
  const stranger = await withPasskey(tenant);
  const before = await stored(user);
  expect(before).toHaveLength(2);
  const mine = () => challengeFor(client);
  const getCreation = async (from: Client) =>
    (await from.post(creation, { passkey: device.sign(await challengeFor(from)) })).body.challenge;
  const waiting = await api(harness, tenant).post('/api/login', { email: user.email, password });
  const page = await api(harness, tenant).post('/api/login/2fa/config', { token: waiting.body.token });
  const optionsOfSignIn = async () => (await api(harness, tenant).post('/api/login/passkey/options', {})).body;
  const late = async () => {
    const challenge = await mine();
    await query(
      `update tickets set expires_at = now() - interval '1 second' where tenant_id = $1 and purpose = 'passkey' and body ->> 'proves' = $2 and used_at is null`,
      [tenant.id, user.id],
    );
    return device.sign(challenge);
  };
  // Each is signed when used: a counter only increases.
  const rows: [string, () => Promise<object>, string][] = [
    ['another user’s passkey', async () => stranger.device.sign(await mine()), 'factor_wrong'],
    ['another user’s passkey and challenge', async () => stranger.device.sign(await challengeFor(stranger.client)), 'factor_wrong'],
    [
      'another user’s passkey with your own id',
      async () => ({ ...stranger.device.sign(await mine()), id: device.id, rawId: device.id }),
      'factor_wrong',
    ],
    ['another user’s challenge', async () => device.sign(await challengeFor(stranger.client)), 'factor_over'],
    ['another page', async () => device.sign(await mine(), { origin: `http://${elsewhere.host}` }), 'factor_wrong'],
    ['another host', async () => device.sign(await mine(), { rpId: elsewhere.host }), 'factor_wrong'],
    ['another unit’s passkey and challenge', async () => twin.device.sign(await challengeFor(twin.client)), 'factor_wrong'],
    ['another unit’s challenge', async () => device.sign(await challengeFor(twin.client)), 'factor_over'],
    ['no user verification', async () => device.sign(await mine(), { verified: false }), 'factor_wrong'],
    ['a passkey creation', async () => device.sign(await mine(), { type: 'webauthn.create' }), 'factor_wrong'],
    ['the challenge of a sign-in', async () => device.sign((await optionsOfSignIn()).challenge), 'factor_over'],
    ['the challenge of a pending sign-in', async () => device.sign(page.body.passkey.challenge), 'factor_over'],
    ['the challenge for a new passkey', async () => device.sign(await getCreation(client)), 'factor_over'],
    ['an invented challenge', async () => device.sign('A'.repeat(43)), 'factor_over'],
    ['an expired challenge', late, 'factor_over'],
    ['a counter that does not increase', async () => device.sign(await mine(), { counter: 1 }), 'factor_wrong'],
  ];
  for (const [what, passkey, status] of rows) {
    await forgive(user);
    expect((await client.post(codes, { passkey: await passkey() })).body.status, what).toBe(status);
  }
  expect(await stored(user)).toEqual(before);
  // Controls: each is valid for its own purpose.
  for (const each of [{ client, device }, stranger, twin])
    expect((await each.client.post(codes, { passkey: each.device.sign(await challengeFor(each.client)) })).status).toBe(200);
});

test('of sixty answers to one challenge one proves', async () => {
  const { client, device, user } = await withPasskey(await makeTenant());
  await query(
    "insert into attempts (key, n, until) select 'mp ' || coalesce(account_id, id), -1000, now() + interval '30 min' from users where id = $1",
    [user.id],
  );
  const passkey = device.sign(await challengeFor(client), { counter: 0 });
  const answers = await Promise.all(Array.from({ length: 60 }, () => client.post(codes, { passkey })));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});

const parts = { clientDataJSON: 'a', authenticatorData: 'a', signature: 'a' };
const answer = { id: 'a', rawId: 'a', type: 'public-key', response: parts };
test('a malformed passkey answer proves nothing', async () => {
  const { client, user } = await withPasskey(await makeTenant());
  const rows = {
    null: null,
    'a text': 'x',
    nothing: {},
    'no parts': { ...answer, response: {} },
    'another type': { ...answer, type: 'password' },
    'a non-ASCII id': { ...answer, id: 'ä' },
    'too long': { ...answer, response: { ...parts, clientDataJSON: 'A'.repeat(4001) } },
    'an extra field': { ...answer, more: 1 },
    'null as signed data': { ...answer, response: { ...parts, clientDataJSON: 'bnVsbA' } },
  };
  for (const [what, passkey] of Object.entries(rows)) {
    await forgive(user);
    for (const path of [codes, creation, `${own}/confirm`, `${own}/${crypto.randomUUID()}/remove`])
      expect((await client.post(path, { passkey })).status, `${what}: ${path}`).toBe(422);
  }
});
