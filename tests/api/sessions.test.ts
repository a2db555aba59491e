import { expect, test } from 'vitest';
import { api, signIn } from '../support/api.ts';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { makeTenant } from '../support/make-tenant.ts';
import { makeUser } from '../support/make-user.ts';
import { password } from '../support/password.ts';
import { getAddress } from '../support/test-file.ts';

const harness = useHarness();
const sessions = '/api/auth/account/sessions';
const chrome = { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36', 'cf-connecting-ip': getAddress(7) };
const phone = { 'user-agent': 'Mozilla/5.0 (Linux; Android 15) Chrome/140.0 Mobile Safari/537.36', 'cf-connecting-ip': getAddress(8) };

test('users see where they are signed in, and end one session or all others in every unit', async () => {
  const [tenant, other] = [await makeTenant({ name: 'Vértice' }), await makeTenant({ name: 'Cume' })];
  const person = await makeUser(tenant);
  await makeUser(other, { email: person.email });
  const here = api(harness, tenant, await signIn(harness, tenant, person, password, { headers: chrome }));
  const onPhone = api(harness, tenant, await signIn(harness, tenant, person, password, { headers: phone }));
  const elsewhere = api(harness, other, await signIn(harness, other, person, password, { headers: phone }));
  const { items } = (await here.get(sessions)).body;
  expect(items[0]).toMatchObject({ mine: true, unit: 'Vértice', address: getAddress(7), agent: chrome['user-agent'], way: 'password' });
  expect(items.map(({ unit, mine }: { unit: string; mine: boolean }) => [unit, mine])).toEqual(
    expect.arrayContaining([
      ['Vértice', true],
      ['Vértice', false],
      ['Cume', false],
    ]),
  );
  const mobile = items.find(({ unit, mine }: { unit: string; mine: boolean }) => unit === 'Vértice' && !mine);
  expect((await here.post(`${sessions}/end`, { id: mobile.id })).body).toEqual({ ended: 1 });
  expect((await onPhone.get('/api/auth/dashboard')).body.status).toBe('session_gone');
  expect((await here.post(`${sessions}/end`, { id: mobile.id })).status).toBe(404);
  // The current session ends by signing out.
  expect((await here.post(`${sessions}/end`, { id: items[0].id })).status).toBe(404);
  const answers = await Promise.all(Array.from({ length: 60 }, () => here.post(`${sessions}/end`)));
  expect(answers.reduce((sum, { body }) => sum + body.ended, 0)).toBe(1);
  expect((await elsewhere.get('/api/auth/dashboard')).body.status).toBe('session_gone');
  expect((await here.get('/api/auth/dashboard')).status).toBe(200);
  expect(
    await query("select tenant_id from audit where what = 'session.end' and tenant_id = any ($1)", [[tenant.id, other.id]]),
  ).toHaveLength(2);
});

test('no one sees or ends another user’s session', async () => {
  const tenant = await makeTenant();
  const [person, admin] = [await makeUser(tenant), await makeUser(tenant, { profile: 'admin' })];
  const asUser = api(harness, tenant, await signIn(harness, tenant, person));
  const boss = api(harness, tenant, await signIn(harness, tenant, admin));
  const [own] = (await asUser.get(sessions)).body.items;
  expect((await boss.get(sessions)).body.items).toHaveLength(1);
  expect((await boss.post(`${sessions}/end`, { id: own.id })).status).toBe(404);
  expect((await boss.post(`${sessions}/end`)).body).toEqual({ ended: 0 });
  expect((await asUser.get('/api/auth/dashboard')).status).toBe(200);
});

test('a session in use is extended, at most to three times the unit’s hours; an idle one ends', async () => {
  const tenant = await makeTenant({ settings: { login_timeout: 2 } });
  const person = await makeUser(tenant);
  const client = api(harness, tenant, await signIn(harness, tenant, person));
  const start = Date.now();
  const at = (hours: number) => ({ at: new Date(start + hours * 3_600_000).toISOString() });
  const mark = async (token: string, hours: number, used: 'S' | 'N') =>
    (await api(harness, tenant, token).post('/api/refresh/log/auth', { used }, at(hours))).body;
  const renew = async (hours: number) => (await client.post('/api/refresh/token', {}, at(hours))).body.token;
  const hoursTo = (instant: string) => Math.round((Date.parse(instant) - start) / 3_600_000);
  expect(hoursTo((await mark(await renew(1), 1, 'N')).endsAt)).toBe(2);
  const used = await mark(await renew(1), 1, 'S');
  expect([hoursTo(used.endsAt), hoursTo(used.lastAt)]).toEqual([3, 6]);
  await mark(await renew(2.9), 2.9, 'S');
  expect(hoursTo((await mark(await renew(4.8), 4.8, 'S')).endsAt)).toBe(6);
  expect((await client.post('/api/refresh/token', {}, at(6.1))).body.status).toBe('session_gone');
  const [record] = await query('select seen_at is not null as seen from sign_ins where user_id = $1', [person.id]);
  expect(record).toEqual({ seen: true });
});

test('the sign-in log is the user’s to read, and the unit’s to filter and export', async () => {
  const tenant = await makeTenant();
  const [person, blocked, admin] = [
    await makeUser(tenant, { name: 'Bruna Reis' }),
    await makeUser(tenant, { name: 'Caio Lima', status: 'B' }),
    await makeUser(tenant, { profile: 'admin', name: 'Ana Nunes' }),
  ];
  const asUser = api(harness, tenant, await signIn(harness, tenant, person, password, { headers: chrome }));
  await api(harness, tenant).post('/api/login', { email: blocked.email, password }, { headers: phone });
  const own = (await asUser.get('/api/auth/account/sign_ins')).body;
  expect(own).toMatchObject({ items: [{ way: 'password', outcome: 'ok', address: getAddress(7) }], more: false });
  expect((await asUser.get('/api/auth/sign_ins')).status).toBe(403);
  expect((await asUser.get('/api/auth/audit')).status).toBe(403);
  const boss = api(harness, tenant, await signIn(harness, tenant, admin));
  const list = async (search: string) => (await boss.get(`/api/auth/sign_ins?${search}`)).body;
  await expect.poll(async () => (await list('')).total, { timeout: 10_000 }).toBe(3);
  expect((await list('search=caio')).items).toMatchObject([{ person: 'Caio Lima', outcome: 'blocked', address: getAddress(8) }]);
  expect((await list(`outcome=ok&address=${getAddress(7)}`)).items).toMatchObject([{ person: 'Bruna Reis' }]);
  expect((await list('way=saml')).items).toEqual([]);
  expect((await list(`user=${person.id}&sort=at`)).total).toBe(1);
  const file = await boss.get('/api/auth/sign_ins/export?outcome=blocked');
  expect(file.body).toMatchObject({ filename: 'entradas.csv', rows: 1 });
  expect(file.body.csv).toContain('Caio Lima');
  expect(file.body.csv).toContain('Chrome em Android');
  // The file describes a wrong password in words, and it can be filtered.
  await api(harness, tenant).post('/api/login', { email: person.email, password: 'wrong' }, { headers: phone });
  await expect.poll(async () => (await list('outcome=error_user_or_password')).total, { timeout: 10_000 }).toBe(1);
  expect((await boss.get('/api/auth/sign_ins/export?outcome=error_user_or_password')).body.csv).toContain('Usuário ou senha incorretos!');
});

test('the audit log of permissions shows the actor, the recipient and what changed', async () => {
  const tenant = await makeTenant();
  const [person, admin] = [await makeUser(tenant, { name: 'Bruna Reis' }), await makeUser(tenant, { profile: 'admin', name: 'Ana Nunes' })];
  const boss = api(harness, tenant, await signIn(harness, tenant, admin));
  expect((await boss.put(`/api/auth/users/${person.id}/status`, { action: 'block', reason: 'Férias' })).status).toBe(200);
  await boss.post('/api/auth/config/update', { save_filter: 'S' });
  const rows = (await boss.get('/api/auth/audit?family=people')).body.items;
  expect(rows).toMatchObject([
    {
      who: 'Ana Nunes',
      what: 'user.block',
      thing: 'Bruna Reis',
      fields: expect.arrayContaining([{ field: 'status', before: 'A', after: 'B' }]),
    },
  ]);
  expect((await boss.get('/api/auth/audit?family=settings')).body.items).toMatchObject([
    { what: 'settings.edit', fields: [{ field: 'save_filter', before: null, after: 'S' }] },
  ]);
  expect((await boss.get('/api/auth/audit?search=bruna')).body.items).toMatchObject([{ what: 'user.block' }]);
  expect((await boss.get('/api/auth/audit?search=caio')).body.items).toEqual([]);
  expect((await boss.get('/api/auth/audit/export?family=people')).body.csv).toContain('Situação: Ativo → Bloqueado');
});

test('a sign-in from an unknown browser is notified to its user, except the first', async () => {
  const tenant = await makeTenant();
  const person = await makeUser(tenant);
  const login = (headers: Record<string, string>) =>
    api(harness, tenant).post('/api/login', { email: person.email, password }, { headers });
  const mails = () =>
    query("select count(*)::int as n from outbox where tenant_id = $1 and kind = 'account.device'", [tenant.id]).then(([row]) => row?.n);
  const first = await login(chrome);
  expect(await mails()).toBe(0);
  await login({ ...chrome, cookie: first.headers.get('set-cookie')?.split(';')[0] ?? '' });
  expect(await mails()).toBe(0);
  await login(phone);
  expect(await mails()).toBe(1);
  // A thief with the password cannot flood the mailbox: one mail an hour covers all sign-ins.
  await Promise.all(Array.from({ length: 4 }, () => login(phone)));
  expect(await mails()).toBe(1);
  await query("update attempts set until = now() - interval '1 minute' where key = 'n ' || (select account_id from users where id = $1)", [
    person.id,
  ]);
  await login(phone);
  expect(await mails()).toBe(2);
});

test('access hours apply neither to administrators nor to support agents', async () => {
  const tenant = await makeTenant();
  const closed = JSON.stringify([{ days: [((new Date().getUTCDay() + 3) % 7) + 1], from: '03:00', to: '03:01' }]);
  const outcomes: Record<string, number> = {};
  for (const [name, change] of Object.entries({ viewer: {}, agent: { flags: ['support'] }, admin: { profile: 'admin' as const } })) {
    const person = await makeUser(tenant, change);
    await query('update users set access_hours = $2::jsonb where id = $1', [person.id, closed]);
    outcomes[name] = (await api(harness, tenant).post('/api/login', { email: person.email, password })).status;
  }
  expect(outcomes).toEqual({ viewer: 403, agent: 200, admin: 200 });
});
