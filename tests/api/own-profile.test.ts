import { expect, test } from 'vitest';
import { api, signIn } from '../support/api.ts';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { tinyPng } from '../support/make-picture.ts';
import { makeTenant } from '../support/make-tenant.ts';
import { makeUser } from '../support/make-user.ts';

const harness = useHarness();
const own = '/api/auth/account/profile';
const picture = '/api/auth/account/picture';

test('users change their own name, number and language; their administrator sees the author', async () => {
  const tenant = await makeTenant();
  const person = await makeUser(tenant, { name: 'Bruna Reis' });
  const client = api(harness, tenant, await signIn(harness, tenant, person));
  const { body: before } = await client.get(own);
  expect(before).toMatchObject({ name: 'Bruna Reis', phone: null, managed: false, picture: null, country: 'BR', profile: 'user' });
  const wanted = { version: before.version, name: '  Bruna   Reis Lima ', phone: '(11) 98765-4321', language: 'es' };
  expect(await client.put(own, wanted)).toMatchObject({ status: 200, body: { version: before.version + 1 } });
  expect((await client.get(own)).body).toMatchObject({ name: 'Bruna Reis Lima', phone: '+5511987654321', language: 'es' });
  expect((await client.put(own, wanted)).body).toMatchObject({ status: 'changed_meanwhile' });
  // Saving the same again is no change.
  const same = { ...wanted, version: before.version + 1 };
  expect((await client.put(own, same)).body).toEqual({ version: before.version + 1 });
  const [row] = await query('select change from audit where row_id = $1 and what = $2', [person.id, 'user.edit']);
  expect(row?.change).toMatchObject({ before: { name: 'Bruna Reis' }, after: { name: 'Bruna Reis Lima', phone: '+5511987654321' } });
  const { body: config } = await client.post('/api/auth/config');
  expect(config.config.user).toMatchObject({ name: 'Bruna Reis Lima', language: 'es' });
});

test('a number that another user of the unit has is refused, and sixty concurrent saves give it to one', async () => {
  const tenant = await makeTenant();
  const people = await Promise.all(Array.from({ length: 6 }, () => makeUser(tenant)));
  const clients = await Promise.all(people.map(async (person) => api(harness, tenant, await signIn(harness, tenant, person))));
  const answers = await Promise.all(
    Array.from({ length: 60 }, async (_, at) =>
      clients[at % 6]?.put(own, { version: 1, name: `Ana ${at % 6}`, phone: '+5511912345678', language: null }),
    ),
  );
  expect(answers.filter((answer) => answer?.status === 200)).toHaveLength(1);
  expect(answers.filter((answer) => answer?.body.status === 'phone_taken').length).toBeGreaterThan(0);
  expect(await query('select count(*)::int as n from users where tenant_id = $1 and phone is not null', [tenant.id])).toEqual([{ n: 1 }]);
});

test.each([
  ['no name', { name: '  ' }, 'name'],
  ['a name of unseen signs', { name: '\u200b\u200b' }, 'name'],
  ['a long name', { name: 'a'.repeat(121) }, 'name'],
  ['a number that is none', { phone: '12' }, 'phone'],
  ['a number with words', { phone: "11 98765-4321' or 1=1" }, 'phone'],
  ['a language that is not offered', { language: 'fr' }, 'language'],
  ['another profile', { perfil_usuario: 'admin' }, 'perfil_usuario'],
  ['another address', { email: 'x@y.test' }, 'email'],
  ['another person', { id: '019b0000-0000-7000-8000-000000000000' }, 'id'],
])('%s is refused', async (_name, change, field) => {
  const tenant = await makeTenant();
  const client = api(harness, tenant, await signIn(harness, tenant, await makeUser(tenant)));
  const answer = await client.put(own, { version: 1, name: 'Ana', phone: null, language: null, ...change });
  expect(answer).toMatchObject({ status: 422, body: { field } });
});

test('name and number of a provisioned user are the directory’s; the language is the user’s own', async () => {
  const tenant = await makeTenant();
  const person = await makeUser(tenant, { name: 'Davi Porto' });
  await query("update users set scim = '{}', scim_at = now() where id = $1", [person.id]);
  const client = api(harness, tenant, await signIn(harness, tenant, person));
  const { body } = await client.get(own);
  expect(body.managed).toBe(true);
  expect(await client.put(own, { version: body.version, name: 'Outro Nome', phone: null, language: null })).toMatchObject({
    status: 409,
    body: { status: 'managed_by_directory', field: 'name' },
  });
  expect((await client.put(own, { version: body.version, name: 'Davi Porto', phone: null, language: 'pt-PT' })).status).toBe(200);
});

test('a profile picture is shown to its user and deleted with its file', async () => {
  const tenant = await makeTenant();
  const client = api(harness, tenant, await signIn(harness, tenant, await makeUser(tenant)));
  expect((await client.put(picture, { data: Buffer.from('<svg onload="x()"/>').toString('base64') })).body).toMatchObject({
    status: 'invalid_file',
  });
  const { body } = await client.put(picture, { data: tinyPng(64, 64) });
  expect((await client.get(body.picture)).status).toBe(200);
  const { body: config } = await client.post('/api/auth/config');
  expect(config.config.picture).toContain(body.picture.split('?')[0]);
  expect((await client.delete(picture)).status).toBe(200);
  expect((await client.delete(picture)).status).toBe(200);
  expect((await client.get(own)).body.picture).toBeNull();
});
