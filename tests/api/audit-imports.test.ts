import { expect, test } from 'vitest';
import { getApi } from '../support/api.ts';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { makeUser } from '../support/make-user.ts';
import { draft, ended, importScene, manyPeople, path, type Scene } from './user-imports-scene.ts';

const harness = useHarness();
type Told = {
  id: string;
  who: string | null;
  what: string;
  thing: string | null;
  folded: number | null;
  fields: { field: string; before?: unknown; after: unknown }[];
};
const audit = async ({ client }: Scene, more = '') => (await client.get(`/api/auth/audit?size=100${more}`)).body.items as Told[];
const start = async (scene: Scene, id: string) => {
  expect((await scene.client.post(path(id, '/start'), { ignore: true })).status).toBe(200);
  await ended(id);
};
const getFacts = ({ fields }: Told) =>
  Object.fromEntries(fields.map(({ field, before, after }) => [field, before === undefined ? after : [before, after]]));

test('26 users of one import are one expandable row with the same facts that a form leaves', async () => {
  const scene = await importScene(harness);
  const id = await draft(scene, manyPeople(26, 1), { makeGroups: true, invite: false }, { profile: 'user', language: 'en-US' });
  await start(scene, id);
  const rows = await audit(scene);
  expect(rows.filter(({ what }) => what.startsWith('user'))).toMatchObject([
    { what: 'user_import.start', thing: 'pessoas.csv', who: 'Ana Nunes', folded: 27 },
  ]);
  const [run] = rows;
  const inside = await audit(scene, `&run=${run?.id}`);
  expect(inside).toHaveLength(27);
  expect(new Set(inside.map(({ who }) => who))).toEqual(new Set(['Ana Nunes']));
  const first = inside.find(({ thing }) => thing === 'Pessoa 1');
  expect(first && getFacts(first)).toMatchObject({
    ...{
      name: 'Pessoa 1',
      email: 'pessoa1@vertice.test',
      profile: 'user',
      department: 'Comercial',
      language: 'en-US',
      groups: 'Vendas',
      status: 'A',
    },
  });
  expect(inside.find(({ what }) => what === 'user_group.add')).toMatchObject({ thing: 'Vendas' });
  // Search covers its contents, the file holds all of them, and the user who started the import is found by name.
  expect((await audit(scene, '&search=pessoa%2017')).map(({ thing }) => thing)).toEqual(['Pessoa 17']);
  expect((await audit(scene, '&search=ana%20nunes')).length).toBe(28);
  const { csv } = (await scene.client.get('/api/auth/audit/export', { headers: { lang: 'en-US' } })).body;
  expect(csv.split('Person added').length - 1).toBe(26);
  expect(csv).toContain('Groups: Vendas');
  const [person] = await query("select id from users where tenant_id = $1 and name = 'Pessoa 3'", [scene.tenant.id]);
  const [item] = (await scene.client.get(`/api/auth/users/${person?.id}/history`)).body.items;
  expect(item).toMatchObject({ who: 'Ana Nunes', what: 'user.add', after: { department: 'Comercial', groups: ['Vendas'] } });
});

test('an import that changes users records the previous values, and two runs of one file stay separate', async () => {
  const scene = await importScene(harness);
  const person = await makeUser(scene.tenant, { name: 'Bruna Reis', email: 'bruna@vertice.test' });
  await query("update users set department = 'Compras' where id = $1", [person.id]);
  await scene.client.post('/api/auth/user-groups', { name: 'Vendas' });
  const file = 'Nome;E-mail;Departamento;Grupo\r\nBruna Ávila;bruna@vertice.test;Comercial;Vendas\r\nCaio Prado;caio;Comercial;Vendas';
  const id = await draft(scene, file, { update: true });
  await start(scene, id);
  const [run] = await audit(scene);
  expect(run).toMatchObject({ what: 'user_import.start', folded: 1 });
  const [changed] = await audit(scene, `&run=${run?.id}`);
  expect(changed && getFacts(changed)).toEqual({
    name: ['Bruna Reis', 'Bruna Ávila'],
    department: ['Compras', 'Comercial'],
    groups: [null, 'Vendas'],
  });
  expect((await scene.client.post(path(id, '/reopen'))).status).toBe(200);
  const { items } = (await scene.client.get(path(id, '/rows?view=problems'))).body;
  const values = { email: 'caio@vertice.test' };
  expect((await scene.client.put(path(id, `/rows/${items[0].n}`), { values })).status).toBe(200);
  await start(scene, id);
  const runs = (await audit(scene)).filter(({ what }) => what === 'user_import.start');
  expect(runs.map(({ folded }) => folded)).toEqual([1, 1]);
  expect((await audit(scene, `&run=${runs[0]?.id}`)).map(({ thing }) => thing)).toEqual(['Caio Prado']);
});

test('the user-group filter finds group changes wherever they were made', async () => {
  const scene = await importScene(harness);
  const { tenant, client } = scene;
  const group = (await client.post('/api/auth/user-groups', { name: 'Vendas' })).body.id;
  const person = await makeUser(tenant, { name: 'Bruna Reis' });
  const edit = { name: 'Bruna Reis', email: person.email, profile: 'user' };
  expect((await client.put(`/api/auth/users/${person.id}`, { ...edit, groups: [group], version: 1 })).status).toBe(200);
  expect((await client.put(`/api/auth/users/${person.id}`, { ...edit, groups: [group], department: 'Compras', version: 2 })).status).toBe(
    200,
  );
  expect((await client.post('/api/auth/users/bulk', { ids: [person.id], action: 'removeFromGroup', userGroupId: group })).status).toBe(200);
  expect((await client.post(`/api/auth/user-groups/${group}/members`, { people: [person.id] })).status).toBe(200);
  expect((await client.post(`/api/auth/users/${person.id}/duplicate`, { name: 'Davi Melo', email: 'davi@vertice.test' })).status).toBe(200);
  expect(
    (await client.post('/api/auth/users', { name: 'Enzo Lima', email: 'enzo@vertice.test', profile: 'user', groups: [group] })).status,
  ).toBe(200);
  expect((await client.post('/api/auth/users', { name: 'Fabio Sá', email: 'fabio@vertice.test', profile: 'user' })).status).toBe(200);
  await start(scene, await draft(scene, manyPeople(2, 1), { invite: false }));
  await start(scene, await draft(scene, 'Nome;E-mail\r\nGil Luz;gil@vertice.test', { invite: false }));
  const found = await audit(scene, '&family=groups');
  expect(found.map(({ what, thing }) => `${what} ${thing}`)).toEqual([
    'user_import.start pessoas.csv',
    'user.add Enzo Lima',
    'user.duplicate Davi Melo',
    'user_group.members_add Vendas',
    'user.removeFromGroup Bruna Reis',
    'user.edit Bruna Reis',
    'user_group.add Vendas',
  ]);
  expect(getFacts(found[3] as Told)).toMatchObject({ people: 'Bruna Reis' });
  const boss = await getApi(harness, tenant, scene.admin);
  expect(
    (await boss.get('/api/auth/audit?family=people')).body.items.filter(({ what }: Told) => what === 'user_import.start'),
  ).toHaveLength(2);
});
