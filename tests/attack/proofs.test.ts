import { createHash, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { api } from '../support/api.ts';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { makeFactor } from '../support/make-factor.ts';
import { makeTenant, type Tenant } from '../support/make-tenant.ts';
import { makeUser, type User } from '../support/make-user.ts';
import { password } from '../support/password.ts';
import { outcome, type Statement } from './sql-roles.ts';

// A session begins with a proof left by the previous step, never with a user id: attacks through the sign-in functions by an attacker who
// controls the Worker and has its sign-in role.
const harness = useHarness();
const newHash = () => `\\x${createHash('sha256').update(randomUUID()).digest('hex')}`;
type Place = Pick<Tenant, 'id' | 'host'>;

const step = (tenant: Place, email: string, proof: string): Statement => [
  'select state, user_id from app.sign_in_facts($1, $2, $3, $4, null, $5::bytea)',
  [tenant.id, tenant.host, email, `198.19.${Math.floor(Math.random() * 250)}.${Math.floor(Math.random() * 250)}`, proof],
];
const begin = ({ id, host }: Place, proof: string, more: object = {}): Statement => {
  const session = {
    ours: true,
    sid: randomUUID(),
    until: '2099-01-01',
    longest: '2099-01-01',
    kept: newHash(),
    ticket: newHash(),
    link: newHash(),
  };
  return ['select app.session_begin($1::bytea, $2, $3, $4::jsonb) as came', [proof, id, host, JSON.stringify({ ...session, ...more })]];
};
const came = async (statement: Statement) => {
  const rows = await outcome('door', statement);
  return typeof rows === 'string' ? rows : rows[0]?.came;
};
const getSessions = (user: User) => query('select auth_type, vouched from sessions where user_id = $1', [user.id]);
const getProofs = async (tenant: Place) =>
  (await query("select purpose from tickets where tenant_id = $1 and purpose like 'proof%' order by 1", [tenant.id])).map(
    ({ purpose }) => purpose,
  );
/** The proof that a completed step would have left. */
async function left(tenant: Place, user: User, body: object, purpose = 'proof', life = '2 minutes') {
  const proof = newHash();
  await query(
    `insert into tickets (hash, purpose, tenant_id, host, body, expires_at) values ($1::bytea, $2, $3, $4, $5::jsonb, now() + $6::interval)`,
    [proof, purpose, tenant.id, tenant.host, JSON.stringify({ way: 'company', userId: user.id, ...body }), life],
  );
  return proof;
}
async function place() {
  const tenant = await makeTenant();
  return { tenant, user: await makeUser(tenant) };
}
async function proved() {
  const { tenant, user } = await place();
  const proof = newHash();
  expect(await outcome('door', step(tenant, user.email, proof))).toEqual([{ state: 'ok', user_id: user.id }]);
  return { tenant, user, proof };
}

test('a proof begins one session of sixty concurrent ones, for its own user, and is consumed', { retry: 0 }, async () => {
  const { tenant, user, proof } = await proved();
  const other = await makeUser(tenant);
  const ends = await Promise.all(Array.from({ length: 60 }, () => came(begin(tenant, proof, { userId: other.id, way: 'passkey' }))));
  expect(ends.toSorted()).toEqual(['ok', ...Array.from({ length: 59 }, () => 'stale')]);
  expect(await getSessions(user)).toEqual([{ auth_type: 'password', vouched: 'account' }]);
  expect(await getSessions(other)).toEqual([]);
  expect(await getProofs(tenant)).toEqual([]);
});

test('without a proof, or with one of another place, step or time, no session begins', async () => {
  const { tenant, user } = await place();
  const other = await makeTenant();
  expect(await came(begin(tenant, newHash()))).toBe('stale');
  expect(await came(begin(tenant, newHash(), { userId: user.id, way: 'password', given: true }))).toBe('stale');
  for (const where of [other, { ...tenant, host: other.host }, { ...other, host: tenant.host }])
    expect(await came(begin(where, await left(tenant, user, {})))).toBe('stale');
  expect(await came(begin(tenant, await left(tenant, user, {}, 'proof', '-1 second')))).toBe('stale');
  const steps = ['passkey', 'embed', 'elsewhere', 'entra', 'confirm', 'onward'].map((name) => `proof.${name}`);
  for (const purpose of [...steps, 'factor', 'sso.code', 'sso.link', 'sso.handoff'])
    expect(await came(begin(tenant, await left(tenant, user, {}, purpose))), purpose).toBe('stale');
  expect(await came(begin(tenant, await left(tenant, user, { userId: null })))).toBe('stale');
  expect(await came(begin(tenant, await left(tenant, user, { way: 'password' })))).toBe('stale');
  expect(await getSessions(user)).toEqual([]);
  // The control: the same row, as its step leaves it.
  expect(await came(begin(tenant, await left(tenant, user, {})))).toBe('ok');
});

test('a proof ends with a refusal, a new password or a new epoch of the account, and does not sign in a blocked user', async () => {
  const refused = await proved();
  const words = ['error_user_or_password', '198.19.0.1', 'agent', ''];
  await outcome('door', [
    'select app.proof_refused($1::bytea, $2, $3, $4, $5, $6, $7)',
    [refused.proof, refused.tenant.id, refused.tenant.host, ...words],
  ]);
  expect(await query('select outcome, way from sign_ins where user_id = $1', [refused.user.id])).toEqual([
    { outcome: words[0], way: 'password' },
  ]);
  const renewed = await proved();
  await query("update accounts set password = 'another' where email = $1", [renewed.user.email]);
  const raised = await proved();
  await query('select app.raise_epoch(a.id) from accounts a where a.email = $1', [raised.user.email]);
  const epoch = await proved();
  await query('update accounts set epoch = epoch + 1 where email = $1', [epoch.user.email]);
  for (const { tenant, proof, user } of [refused, renewed, raised, epoch]) {
    expect(await came(begin(tenant, proof))).toBe('stale');
    expect(await getSessions(user)).toEqual([]);
  }
  const blocked = await proved();
  await query("update users set status = 'B' where id = $1", [blocked.user.id]);
  expect(await came(begin(blocked.tenant, blocked.proof))).toBe('blocked');
  expect(await getSessions(blocked.user)).toEqual([]);
});

test('the proof decides passed factors and the voucher, whatever the caller claims', async () => {
  const { tenant, user, proof } = await proved();
  await makeFactor(user);
  const wish = { given: true, vouched: 'account', from: newHash(), remember: true };
  expect(await came(begin(tenant, proof, wish))).toBe('due');
  expect(await getSessions(user)).toEqual([]);
  for (const way of ['saml', 'entra', 'embedded']) {
    const person = await makeUser(tenant);
    expect(await came(begin(tenant, await left(tenant, person, { way }), wish))).toBe('ok');
    expect(await getSessions(person)).toEqual([{ auth_type: way, vouched: 'unit' }]);
  }
  const bound = await makeUser(tenant);
  expect(await came(begin(tenant, await left(tenant, bound, { way: 'passkey', given: true, vouched: 'unit' }), wish))).toBe('ok');
  expect(await getSessions(bound)).toEqual([{ auth_type: 'passkey', vouched: 'unit' }]);
  const elsewhere = await proved();
  expect(await came(begin(elsewhere.tenant, elsewhere.proof, { ours: false }))).toBe('ok');
  expect(await getSessions(elsewhere.user)).toEqual([{ auth_type: 'password', vouched: 'unit' }]);
});

test('no password link is created in a session that the account does not vouch for, regardless of the caller and the factor given', async () => {
  const getLinks = (user: User) => query("select 1 from tokens where user_id = $1 and purpose = 'account.change'", [user.id]);
  const asked = { change: true, given: true, vouched: 'account' };
  for (const ours of [false, null, undefined]) {
    const { tenant, user, proof } = await proved();
    expect(await came(begin(tenant, proof, { ours, change: true }))).toBe('MR427');
    for (const body of [
      { way: 'company', change: true },
      { way: 'company', given: true, change: true },
      { way: 'passkey', given: true, vouched: 'unit', change: true },
    ])
      expect(await came(begin(tenant, await left(tenant, user, body), { ours, ...asked }))).toBe('MR427');
    await makeFactor(user, undefined, { bound: 'unit' });
    expect(await came(begin(tenant, await left(tenant, user, {}), { ours, change: true }))).toBe('MR427');
    expect([await getLinks(user), await getSessions(user)]).toEqual([[], []]);
  }
  // On a host of the product too, where only the unit vouches.
  const { tenant, user, proof } = await proved();
  for (const way of ['saml', 'entra', 'embedded'])
    expect(await came(begin(tenant, await left(tenant, user, { way, change: true })))).toBe('MR427');
  expect(await getLinks(user)).toEqual([]);
  expect(await came(begin(tenant, proof, { change: true }))).toBe('change');
  expect(await getLinks(user)).toHaveLength(1);
});

test('an answer without its factor, or with another one, makes no proof', async () => {
  const { tenant, user } = await place();
  const { id } = await makeFactor(user);
  const use = (proof: string, given: object): Statement => [
    'select app.passkey_use($1::bytea, $2, $3, $4::jsonb, $5)',
    [proof, tenant.id, tenant.host, JSON.stringify(given), '198.19.0.2'],
  ];
  const passkey = { way: 'passkey', vouched: 'account', factor: randomUUID() };
  for (const given of [{ kind: 'passkey', id, counter: 1 }, { kind: 'totp', id, step: 1 }, { id: passkey.factor }, {}])
    expect(await outcome('door', use(await left(tenant, user, passkey, 'proof.passkey'), given))).toBe('MR412');
  // The matching passkey, which does not exist.
  const asked = await left(tenant, user, passkey, 'proof.passkey');
  expect(await outcome('door', use(asked, { kind: 'passkey', id: passkey.factor, counter: 1 }))).toBe('MR413');
  expect(await came(begin(tenant, asked))).toBe('stale');
  const waiting = await left(tenant, user, { way: 'password', vouched: 'account' }, 'factor');
  const proof = newHash();
  const second = (given: object): Statement => [
    'select app.factor_use($1::bytea, $2, $3, $4::jsonb, null, $5, $6, $7::bytea)',
    [waiting, tenant.id, tenant.host, JSON.stringify(given), '198.19.0.2', '', proof],
  ];
  for (const given of [{ kind: 'totp', id, step: null }, { kind: 'recovery', hash: newHash() }, { kind: 'none' }, {}])
    expect(await outcome('door', second(given))).toBe('MR413');
  expect(await came(begin(tenant, proof))).toBe('stale');
});

test('no ticket that identifies a user can be inserted directly', async () => {
  const { tenant, user } = await place();
  const body = JSON.stringify({ way: 'saml', userId: user.id, vouched: 'account', given: true });
  for (const purpose of ['proof', 'proof.passkey', 'factor', 'sso.code', 'sso.link', 'sso.handoff', 'saml.session', '', null])
    expect(
      await outcome('door', [
        'select app.ticket_make($1::bytea, $2, $3, $4, $5::jsonb, 60)',
        [newHash(), purpose, tenant.id, tenant.host, body],
      ]),
      String(purpose),
    ).toBe('MR500');
  for (const call of ['proof_make($1::bytea, $2, $3, $4, $5::jsonb)', 'proof_take($1::bytea, $2, $3, $4)'])
    expect(
      await outcome('door', [`select app.${call}`, [newHash(), 'proof', tenant.id, tenant.host, ...(call.includes('$5') ? [body] : [])]]),
    ).toBe('42501');
});

test('a provider’s answer is accepted in the browser that asked, and only for its own purpose', async () => {
  const { tenant, user } = await place();
  const take = async (code: string, browser: string) => {
    const proof = newHash();
    const rows = await outcome('door', [
      'select app.sso_take($1::bytea, $2, $3, $4, $5, $6::bytea) as body',
      [code, tenant.id, tenant.host, browser, '', proof],
    ]);
    return { proof, body: typeof rows === 'string' ? rows : rows[0]?.body };
  };
  const code = (more: object) => left(tenant, user, { way: 'saml', browser: 'mine', ...more }, 'sso.code');
  const stranger = await code({});
  expect((await take(stranger, 'another')).body).toBeNull();
  expect((await take(stranger, 'mine')).body).toBeNull();
  for (const more of [
    { refusal: 'error_saml' },
    { confirm: { app: randomUUID() } },
    { onward: { tenant: randomUUID(), host: 'x.test' } },
  ]) {
    const { proof, body } = await take(await code(more), 'mine');
    expect(body).toMatchObject(more);
    expect(await came(begin(tenant, proof))).toBe('stale');
  }
  expect(await came(begin(tenant, (await take(await code({}), 'mine')).proof))).toBe('ok');
});

test('over HTTP a wrong password ends its proof, and a successful sign-in leaves none', async () => {
  const { tenant, user } = await place();
  const elsewhere = await place();
  const tryTo = (email: string, typed: string) => api(harness, tenant).post('/api/login', { email, password: typed });
  expect((await tryTo(user.email, 'not-this-one')).status).toBe(401);
  expect((await tryTo(elsewhere.user.email, 'not-this-one')).status).toBe(401);
  await expect.poll(() => getProofs(tenant)).toEqual([]);
  expect((await tryTo(user.email, password)).status).toBe(200);
  expect((await tryTo(elsewhere.user.email, password)).body.status).toBe('change');
  expect(await getProofs(tenant)).toEqual([]);
  // An unfinished proof is deleted with the other tickets of a day.
  await left(tenant, user, {}, 'proof', '-2 days');
  await query('do $$ begin perform app.sweep_ways_in(); end $$');
  expect(await getProofs(tenant)).toEqual([]);
});

test('a unit’s own provider gives no one new guesses at an account', async () => {
  const { tenant, user } = await place();
  const [address, device] = [`198.20.${Math.floor(Math.random() * 250)}.${Math.floor(Math.random() * 250)}`, newHash()];
  const keys = [`a ${address}`, `d ${device.slice(2)}`, `g ${user.email}`, `t ${tenant.id}`, `u ${tenant.id} ${user.email}`];
  const counted = async () => (await query('select n from attempts where key = any ($1) order by key', [keys])).map(({ n }) => n);
  for (const key of keys) await query("insert into attempts (key, n, until) values ($1, 4, now() + interval '10 minutes')", [key]);
  const start = async (body: object) => came(begin(tenant, await left(tenant, user, body), { address, device }));
  for (const way of ['saml', 'entra', 'company', 'embedded']) expect(await start({ way })).toBe('ok');
  expect(await start({ way: 'passkey', given: true, vouched: 'unit' })).toBe('ok');
  expect(await counted()).toEqual([4, 4, 4, 4, 4]);
  expect(await start({ way: 'passkey', given: true, vouched: 'account' })).toBe('ok');
  expect(await counted()).toEqual([3, 3]);
});

test('a browser that a unit’s provider made known is no known browser of an account', async () => {
  const { tenant, user } = await place();
  const [minted, typed] = [newHash(), newHash()];
  expect(await came(begin(tenant, await left(tenant, user, { way: 'saml' }), { newDevice: minted }))).toBe('ok');
  const open = async (device: string) => {
    const proof = newHash();
    const facts = 'select state from app.sign_in_facts($1, $2, $3, $4, $5::bytea, $6::bytea)';
    const rows = await outcome('door', [facts, [tenant.id, tenant.host, user.email, '198.21.0.1', device, proof]]);
    return typeof rows === 'string' ? rows : rows[0]?.state;
  };
  const counted = async () => (await query('select n from attempts where key = $1', [`g ${user.email}`]))[0]?.n ?? 0;
  expect(await open(minted)).toBe('ok');
  expect(await counted()).toBe(1);
  // The account's own password makes it one.
  const proof = newHash();
  expect(await outcome('door', step(tenant, user.email, proof))).toEqual([{ state: 'ok', user_id: user.id }]);
  expect(await came(begin(tenant, proof, { newDevice: typed }))).toBe('ok');
  expect(await open(typed)).toBe('ok');
  expect(await counted()).toBe(0);
  // The one that the provider made becomes known with it, too; another account's password in it does not count for this one.
  const second = newHash();
  await outcome('door', step(tenant, user.email, second));
  expect(await came(begin(tenant, second, { device: minted }))).toBe('ok');
  expect(await open(minted)).toBe('ok');
  expect(await counted()).toBe(0);
});

test('a change of unit makes no browser known for the account on a host of the unit’s own DNS', async () => {
  const { tenant, user } = await place();
  const known = async (ours: boolean, way = 'company') => {
    const newDevice = newHash();
    expect(await came(begin(tenant, await left(tenant, user, { way }), { ours, newDevice }))).toBe('ok');
    return (await query('select account_id is not null as known from devices where hash = $1::bytea', [newDevice]))[0]?.known;
  };
  expect(await known(false)).toBe(false);
  expect(await known(true)).toBe(true);
  expect(await known(true, 'invitation')).toBe(true);
});
