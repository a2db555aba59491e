import { expect, test } from 'vitest';
import { runAs } from '../attack/sql-roles.ts';
import { getApi } from '../support/api.ts';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { makeGroup, makeReport, makeSubgroup } from '../support/make-content.ts';
import { makeTenant } from '../support/make-tenant.ts';
import { makeUser } from '../support/make-user.ts';

const harness = useHarness();

async function unit() {
  const tenant = await makeTenant();
  const [admin, viewer] = [await makeUser(tenant, { profile: 'admin' }), await makeUser(tenant, { name: 'Bruna Reis' })];
  return { tenant, viewer, admin: await getApi(harness, tenant, admin), reader: await getApi(harness, tenant, viewer) };
}
const names = (body: { items: { name: string }[] }) => body.items.map((item) => item.name);

test('a new group is in a viewer’s menu at the next visit, last in order', async () => {
  const { admin, reader } = await unit();
  for (const name of ['Comercial', 'Exportação']) {
    const added = await admin.post('/api/auth/groups', { name, description: `Tudo de ${name}` });
    expect(added).toMatchObject({ status: 200, body: { version: 1, people: 2 } });
  }
  const menu = await reader.get('/api/auth/group_reports/get/config/menu/reports');
  expect(menu.body.groups.map((group: { name: string }) => group.name)).toEqual(['Comercial', 'Exportação']);
  expect(menu.body.groups.map((group: { hue: number }) => group.hue)).toEqual([0, 1]);
});

test('a second group of the same name is refused regardless of accents and case, with an error at the field', async () => {
  const { admin } = await unit();
  await admin.post('/api/auth/groups', { name: 'Logística' });
  expect(await admin.post('/api/auth/groups', { name: ' LOGISTICA ' })).toMatchObject({
    status: 409,
    body: { status: 'name_taken', field: 'name' },
  });
});

test('only selected people see a group and its reports; another unit’s user cannot be selected', async () => {
  const { tenant, admin, reader, viewer } = await unit();
  const stranger = await makeUser(await makeTenant());
  expect((await admin.post('/api/auth/groups', { name: 'Diretoria', audience: 'chosen', viewers: [stranger.id] })).status).toBe(404);
  const { body } = await admin.post('/api/auth/groups', { name: 'Diretoria', audience: 'chosen', viewers: [] });
  const report = await makeReport(tenant, { group: body, grantTo: 'everyone' });
  expect((await reader.get(`/api/auth/reports/${report.id}`)).status).toBe(404);
  const edited = await admin.put(`/api/auth/groups/${body.id}`, {
    version: 1,
    name: 'Diretoria',
    audience: 'chosen',
    viewers: [viewer.id],
  });
  expect(edited).toMatchObject({ status: 200, body: { version: 2, people: 1 } });
  expect((await reader.get(`/api/auth/reports/${report.id}`)).body.group.name).toBe('Diretoria');
  expect((await admin.get(`/api/auth/groups/${body.id}`)).body.viewers).toEqual([
    { id: viewer.id, name: 'Bruna Reis', email: viewer.email },
  ]);
});

test('a change based on an old version is refused and changes nothing', async () => {
  const { admin } = await unit();
  const { body } = await admin.post('/api/auth/groups', { name: 'Um' });
  expect((await admin.put(`/api/auth/groups/${body.id}`, { version: 1, name: 'Dois' })).status).toBe(200);
  expect(await admin.put(`/api/auth/groups/${body.id}`, { version: 1, name: 'Três' })).toMatchObject({
    status: 409,
    body: { status: 'changed_meanwhile' },
  });
  expect((await admin.get(`/api/auth/groups/${body.id}`)).body.name).toBe('Dois');
});

test('of twenty changes of one version one wins, with one audit row', async () => {
  const { admin } = await unit();
  const { body } = await admin.post('/api/auth/groups', { name: 'Corrida' });
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) => admin.put(`/api/auth/groups/${body.id}`, { version: 1, name: `Corrida ${n}` })),
  );
  expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, ...Array.from({ length: 19 }, () => 409)]);
  expect(await query("select 1 from audit where row_id = $1 and what = 'group.edit'", [body.id])).toHaveLength(1);
});

test('the order is saved as a whole and applies to everyone; a stale list is refused', async () => {
  const { admin, reader } = await unit();
  const ids: string[] = [];
  for (const name of ['A', 'B', 'C']) ids.push((await admin.post('/api/auth/groups', { name })).body.id);
  const [a, b, c] = ids;
  expect((await admin.put('/api/auth/groups/order', { ids: [c, a, b] })).status).toBe(200);
  expect(names((await admin.get('/api/auth/groups')).body)).toEqual(['C', 'A', 'B']);
  expect((await reader.get('/api/auth/dashboard')).body.groups.map((group: { name: string }) => group.name)).toEqual(['C', 'A', 'B']);
  expect(await admin.put('/api/auth/groups/order', { ids: [a, b] })).toMatchObject({ status: 409, body: { status: 'changed_meanwhile' } });
});

test('concurrent reorderings leave a gapless record: each begins where the previous one ended', async () => {
  const { admin } = await unit();
  const ids: string[] = [];
  for (const name of ['A', 'B', 'C', 'D']) ids.push((await admin.post('/api/auth/groups', { name })).body.id);
  const [a, b, c, d] = ids;
  const orders = [
    [b, a, c, d],
    [a, c, b, d],
    [d, c, b, a],
    [c, d, a, b],
  ];
  const answers = await Promise.all([...orders, ...orders].map((order) => admin.put('/api/auth/groups/order', { ids: order })));
  expect(answers.map(({ status }) => status)).toContain(200);
  expect(answers.filter(({ status }) => status !== 200 && status !== 409)).toEqual([]);
  const past = await query("select change from audit where what = 'group.order' and change->'after' @> $1::jsonb order by at", [
    JSON.stringify([a]),
  ]);
  const end = (await admin.get('/api/auth/groups')).body.items.map((item: { id: string }) => item.id);
  expect(past.map(({ change }) => change.before)).toEqual([ids, ...past.slice(0, -1).map(({ change }) => change.after)]);
  expect(past.at(-1)?.change.after).toEqual(end);
});

test('sub-groups belong to a group, are ordered inside it and follow it', async () => {
  const { admin, reader } = await unit();
  const group = (await admin.post('/api/auth/groups', { name: 'Comercial' })).body;
  expect(await admin.post('/api/auth/subgroups', { name: 'Solto' })).toMatchObject({ status: 422, body: { field: 'groupId' } });
  const first = (await admin.post('/api/auth/subgroups', { name: 'Vendas', groupId: group.id })).body;
  const second = (await admin.post('/api/auth/subgroups', { name: 'Metas', groupId: group.id })).body;
  await admin.put('/api/auth/subgroups/order', { groupId: group.id, ids: [second.id, first.id] });
  expect(names((await admin.get('/api/auth/subgroups')).body)).toEqual(['Metas', 'Vendas']);
  expect((await reader.get(`/api/auth/reports?subgroup=${first.id}`)).status).toBe(200);
  await admin.post('/api/auth/groups/bulk', { action: 'hide', ids: [group.id] });
  expect(await reader.get(`/api/auth/reports?subgroup=${first.id}`)).toMatchObject({ status: 404, body: { status: 'group_not_found' } });
});

test('deleting keeps the reports, removes the group, can be undone, and is all or nothing', async () => {
  const { tenant, admin, reader } = await unit();
  const group = await makeGroup(tenant, { name: 'Carteira' });
  const report = await makeReport(tenant, { group, grantTo: 'everyone' });
  const missing = '018f0000-0000-7000-8000-000000000000';
  expect((await admin.post('/api/auth/groups/bulk', { action: 'delete', ids: [group.id, missing] })).status).toBe(404);
  expect((await reader.get(`/api/auth/reports/${report.id}`)).body.group.name).toBe('Carteira');
  expect((await admin.post('/api/auth/groups/bulk', { action: 'delete', ids: [group.id] })).body).toEqual({ changed: 1 });
  expect((await reader.get(`/api/auth/reports/${report.id}`)).body.group).toBeNull();
  expect(names((await admin.get('/api/auth/groups?visibility=deleted')).body)).toEqual(['Carteira']);
  expect((await admin.post('/api/auth/groups/bulk', { action: 'restore', ids: [group.id] })).body).toEqual({ changed: 1 });
  const history = (await admin.get(`/api/auth/groups/${group.id}/history`)).body.items.map((item: { what: string }) => item.what);
  expect(history).toEqual(['group.restore', 'group.delete']);
});

test('deleting a group of selected people widens nothing: its reports stay restricted, before and after the purge', async () => {
  const { tenant, admin, reader } = await unit();
  const insider = await makeUser(tenant);
  const inside = await getApi(harness, tenant, insider);
  const group = await makeGroup(tenant, { name: 'Diretoria', viewers: [insider] });
  const subgroup = await makeSubgroup(tenant, group, { name: 'Conselho', viewers: [insider] });
  const reports = [
    await makeReport(tenant, { group, grantTo: 'everyone' }),
    await makeReport(tenant, { group, subgroup, grantTo: 'everyone' }),
  ];
  const seen = async () => {
    const each = async (client: typeof reader) =>
      Promise.all(reports.map(async ({ id }) => (await client.get(`/api/auth/reports/${id}`)).status));
    return { outside: await each(reader), inside: await each(inside) };
  };
  const asBefore = { outside: [404, 404], inside: [200, 200] };
  expect(await seen()).toEqual(asBefore);
  await admin.post('/api/auth/groups/bulk', { action: 'delete', ids: [group.id] });
  expect(await seen()).toEqual(asBefore);
  await query("update groups set deleted_at = now() - interval '31 days' where id = $1", [group.id]);
  await runAs('job', 'select app.enter_job(null)', 'select app.sweep()');
  expect(await query('select 1 from groups where id = $1', [group.id])).toEqual([]);
  expect(await seen()).toEqual(asBefore);
});

test('deleting a hidden group does not reveal its reports', async () => {
  const { tenant, admin, reader } = await unit();
  const group = await makeGroup(tenant, { name: 'Em obras', hidden: true });
  const report = await makeReport(tenant, { group, grantTo: 'everyone' });
  await admin.post('/api/auth/groups/bulk', { action: 'delete', ids: [group.id] });
  expect((await reader.get(`/api/auth/reports/${report.id}`)).status).toBe(404);
  await query("update groups set deleted_at = now() - interval '31 days' where id = $1", [group.id]);
  await runAs('job', 'select app.enter_job(null)', 'select app.sweep()');
  expect((await reader.get(`/api/auth/reports/${report.id}`)).status).toBe(404);
});

test('the list is searched, filtered, sorted and paged on the server', async () => {
  const { tenant, admin } = await unit();
  for (let n = 0; n < 30; n++) await makeGroup(tenant, { name: `Área ${String(n).padStart(2, '0')}`, position: n, hidden: n % 10 === 0 });
  await makeSubgroup(tenant, await makeGroup(tenant, { name: 'Última coisa', position: 40 }), { name: 'Dentro' });
  const first = (await admin.get('/api/auth/groups?size=10&sort=-name')).body;
  expect(first).toMatchObject({ page: 1, pages: 4, total: 31, totalIsExact: true, prev: null });
  expect(names(first)[0]).toBe('Última coisa');
  expect(first.items[0].subgroups).toEqual(['Dentro']);
  const second = (await admin.get(`/api/auth/groups?size=10&sort=-name&cursor=${first.next}`)).body;
  expect(names(second)[0]).toBe('Área 20');
  expect(names((await admin.get(`/api/auth/groups?size=10&sort=-name&cursor=${second.prev}`)).body)).toEqual(names(first));
  expect(names((await admin.get('/api/auth/groups?search=area%2007')).body)).toEqual(['Área 07']);
  expect((await admin.get('/api/auth/groups?visibility=hidden')).body.total).toBe(3);
  expect((await admin.get('/api/auth/groups?sort=-reports')).status).toBe(200);
});

test('the CSV has the filtered rows in the reader’s language and no formulas', async () => {
  const { admin } = await unit();
  await admin.post('/api/auth/groups', { name: '=SOMA(A1)', description: 'um; dois' });
  const file = (await admin.get('/api/auth/groups/export', { headers: { lang: 'pt-BR' } })).body;
  expect(file).toMatchObject({ filename: 'grupos.csv', rows: 1 });
  expect(file.csv).toContain('Nome;Subgrupos;');
  expect(file.csv).toContain("'=SOMA(A1)");
  expect(file.csv).toContain('"um; dois"');
});
