import { expect, test } from 'vitest';
import { api, signIn } from '../support/api.ts';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { makeTenant } from '../support/make-tenant.ts';
import { makeUser } from '../support/make-user.ts';

const harness = useHarness();
const send = '/api/auth/users/send/questionario/perfil';
const own = '/api/auth/account/questionnaire';

test('a user is asked until they answer; the answer can be changed, and is private', async () => {
  const tenant = await makeTenant({ settings: { show_questionario_perfil: 'S' } });
  const [person, other] = [await makeUser(tenant, { name: 'Bruna Reis' }), await makeUser(tenant)];
  const client = api(harness, tenant, await signIn(harness, tenant, person));
  expect((await client.get(own)).body).toEqual({ on: true, ask: true, answer: null, other: null });
  expect((await client.post(send, { user_id: other.id, perfil_usuario: 'manager' })).status).toBe(404);
  for (const wrong of ['', ' ', 'a', 'a'.repeat(61), 'outro', 'other'])
    expect(await client.post(send, { user_id: person.id, perfil_usuario: wrong })).toMatchObject({
      status: 422,
      body: { field: 'perfil_usuario' },
    });
  const answers = await Promise.all(Array.from({ length: 60 }, () => client.post(send, { user_id: person.id, perfil_usuario: 'manager' })));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect((await client.get(own)).body).toEqual({ on: true, ask: false, answer: 'manager', other: null });
  // The status codes of the specification.
  expect((await client.post(send, { user_id: person.id, perfil_usuario: 'analista' })).status).toBe(200);
  expect((await client.get(own)).body).toMatchObject({ answer: 'analyst', other: null });
  expect((await client.post(send, { user_id: person.id, perfil_usuario: ' Sócia  fundadora ' })).status).toBe(200);
  expect((await client.get(own)).body).toMatchObject({ answer: 'other', other: 'Sócia fundadora' });
  expect(await query('select 1 from questionnaires where user_id = $1', [other.id])).toEqual([]);
  const admin = await makeUser(tenant, { profile: 'admin' });
  const boss = api(harness, tenant, await signIn(harness, tenant, admin));
  expect((await boss.get(own)).body.ask).toBe(false);
  expect((await client.get('/api/auth/questionnaire')).status).toBe(403);
  expect((await boss.get('/api/auth/questionnaire?search=bruna')).body).toMatchObject({
    items: [{ name: 'Bruna Reis', answer: 'other', other: 'Sócia fundadora' }],
    counts: { other: 1, manager: 0 },
    silent: 1,
  });
  expect((await boss.get('/api/auth/questionnaire/export')).body.csv).toContain('Sócia fundadora');
});

test('“later” asks again after seven days, three times at most', async () => {
  const tenant = await makeTenant({ settings: { show_questionario_perfil: 'S' } });
  const person = await makeUser(tenant);
  const client = api(harness, tenant, await signIn(harness, tenant, person));
  const ask = async () => (await client.get(own)).body.ask;
  const past = () => query("update questionnaires set deferred_at = now() - interval '7 days 1 minute' where user_id = $1", [person.id]);
  for (const again of [true, true, false]) {
    expect((await client.post(`${own}/later`)).status).toBe(200);
    expect(await ask()).toBe(false);
    await past();
    expect(await ask()).toBe(again);
  }
});

test.each([
  ['nothing', {}, 'user_id'],
  ['no answer', { user_id: 'ID' }, 'perfil_usuario'],
  ['a list', { user_id: 'ID', perfil_usuario: ['manager'] }, 'perfil_usuario'],
  ['a number', { user_id: 'ID', perfil_usuario: 1 }, 'perfil_usuario'],
  ['a zero character', { user_id: 'ID', perfil_usuario: 'di\u0000retor' }, 'perfil_usuario'],
  ['an extra field', { user_id: 'ID', perfil_usuario: 'manager', tenant_id: 'ID' }, 'tenant_id'],
  ['an invalid id', { user_id: "1' or '1'='1", perfil_usuario: 'manager' }, 'user_id'],
])('an answer with %s is refused and stores nothing', async (_name, body, field) => {
  const tenant = await makeTenant();
  const person = await makeUser(tenant);
  const client = api(harness, tenant, await signIn(harness, tenant, person));
  const filled = JSON.parse(JSON.stringify(body).replaceAll('"ID"', JSON.stringify(person.id)));
  expect(await client.post(send, filled)).toMatchObject({ status: 422, body: { field } });
  expect(await query('select 1 from questionnaires where tenant_id = $1', [tenant.id])).toEqual([]);
});

test('another unit’s user is not found; where the switch is off no one is asked, and answers are kept', async () => {
  const [tenant, other] = [await makeTenant({ settings: { show_questionario_perfil: 'S' } }), await makeTenant()];
  const [person, foreigner] = [await makeUser(tenant), await makeUser(other)];
  const client = api(harness, tenant, await signIn(harness, tenant, person));
  expect((await client.post(send, { user_id: foreigner.id, perfil_usuario: 'manager' })).status).toBe(404);
  expect((await client.post(send, { user_id: person.id, perfil_usuario: '<b>chefe</b>' })).status).toBe(200);
  await query(`update settings set "values" = '{"show_questionario_perfil":"N"}' where tenant_id = $1`, [tenant.id]);
  expect((await client.get(own)).body).toEqual({ on: false, ask: false, answer: 'other', other: '<b>chefe</b>' });
});
