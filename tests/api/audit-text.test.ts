import { expect, test } from 'vitest';
import { getApi } from '../support/api.ts';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { makeTenant } from '../support/make-tenant.ts';
import { makeUser } from '../support/make-user.ts';

const harness = useHarness();
/** Text that could be mistaken for JSON, an array, a replacement pattern, a placeholder, a nested key or a date. */
const names = ['{Helena}', '{"a":1}', '[1]', '["x"]', '$& $1', '{{name}}', '$t(audit.at)', '2026-11-22T03:00:00', 'true', 'null'];

test('names that look like data appear as they were typed: in the list, the file and the histories', async () => {
  const tenant = await makeTenant();
  const boss = await getApi(harness, tenant, await makeUser(tenant, { profile: 'admin', name: 'Ana Nunes' }));
  const person = await makeUser(tenant, { name: 'Bruna Reis' });
  const own = await getApi(harness, tenant, person);
  for (const name of names) {
    const { version } = (await own.get('/api/auth/account/profile')).body;
    const saved = await own.put('/api/auth/account/profile', { name, phone: null, language: null, version });
    expect([name, saved.status]).toEqual([name, 200]);
  }
  for (const name of names) {
    const group = await boss.post('/api/auth/user-groups', { name });
    expect([name, group.status]).toEqual([name, 200]);
    const { version, email } = (await boss.get(`/api/auth/users/${person.id}`)).body;
    const edit = { name: 'Bruna Reis', email, profile: 'user', groups: [group.body.id], version };
    const saved = await boss.put(`/api/auth/users/${person.id}`, edit);
    expect([name, saved.status]).toEqual([name, 200]);
  }
  const list = await boss.get('/api/auth/audit?size=100');
  expect(list.status).toBe(200);
  type Told = { what: string; thing: string | null; fields: { field: string; after: unknown }[] };
  const rows = list.body.items as Told[];
  const after = (what: string, field: string) =>
    rows.filter((row) => row.what === what).flatMap((row) => row.fields.filter((each) => each.field === field).map((each) => each.after));
  expect(after('user_group.add', 'name').toReversed()).toEqual(names);
  expect(after('user.edit', 'name').toReversed()).toEqual([...names, 'Bruna Reis']);
  expect(after('user.edit', 'groups').toReversed()).toEqual(names);
  expect(
    rows
      .filter(({ what }) => what === 'user_group.add')
      .map(({ thing }) => thing)
      .toReversed(),
  ).toEqual(names);
  const file = await boss.get('/api/auth/audit/export', { headers: { lang: 'pt-BR' } });
  expect(file.status).toBe(200);
  for (const text of ['Nome: {Helena}', 'Bruna Reis → {Helena}', '[1] → [""x""]', 'Grupos: {{name}} → $t(audit.at)'])
    expect(file.body.csv).toContain(text);
  const history = await boss.get(`/api/auth/users/${person.id}/history`);
  expect(history.status).toBe(200);
});

test('a name equal to another user’s id is not replaced by that user’s name', async () => {
  const tenant = await makeTenant();
  const boss = await getApi(harness, tenant, await makeUser(tenant, { profile: 'admin' }));
  const other = await makeUser(tenant, { name: 'Caio Prado' });
  expect((await boss.post('/api/auth/user-groups', { name: other.id })).status).toBe(200);
  const [row] = (await boss.get('/api/auth/audit?family=groups')).body.items;
  expect(row.fields).toEqual(expect.arrayContaining([expect.objectContaining({ field: 'name', after: other.id })]));
});

test('a visitor’s name with replacement patterns appears unchanged', async () => {
  const tenant = await makeTenant();
  const boss = await makeUser(tenant, { profile: 'admin', name: '$& $1' });
  const api = await getApi(harness, tenant, boss);
  await query("insert into audit (tenant_id, user_id, actor_id, what, row_id) values ($1, $2, $2, 'user.sign_out', $2)", [
    tenant.id,
    boss.id,
  ]);
  expect((await api.get('/api/auth/audit/export', { headers: { lang: 'en-US' } })).body.csv).toContain('(entered by $& $1)');
});
