import { expect, test } from 'vitest';
import { buildRecord } from '../../domain/fields/fields.ts';
import { groupColumns, groupTexts, noTexts, textNames } from '../../domain/report-groups/fields.ts';
import { getApi } from '../support/api.ts';
import { useHarness } from '../support/harness.ts';
import { makeGroup, makeReport, makeSubgroup } from '../support/make-content.ts';
import { makeTenant } from '../support/make-tenant.ts';
import { makeUser } from '../support/make-user.ts';

const harness = useHarness();

async function unit() {
  const tenant = await makeTenant();
  return { tenant, admin: await getApi(harness, tenant, await makeUser(tenant, { profile: 'admin' })) };
}

test('the counts of the list’s views respect search and group', async () => {
  const { tenant, admin } = await unit();
  const sales = await makeGroup(tenant, { name: 'Vendas' });
  await makeReport(tenant, { group: sales });
  await makeGroup(tenant, { name: 'Metas', hidden: true });
  const gone = await makeGroup(tenant, { name: 'Velho' });
  await admin.post('/api/auth/groups/bulk', { action: 'delete', ids: [gone.id] });
  const counts = { all: 2, visible: 1, hidden: 1, empty: 1, deleted: 1 };
  expect((await admin.get('/api/auth/groups')).body).toMatchObject({ total: 2, counts });
  expect((await admin.get('/api/auth/groups?empty=1')).body).toMatchObject({ total: 1, counts });
  expect((await admin.get('/api/auth/groups?visibility=deleted')).body).toMatchObject({ total: 1, counts });
  expect((await admin.get('/api/auth/groups?search=vend')).body.counts).toEqual({ all: 1, visible: 1, hidden: 0, empty: 0, deleted: 0 });
  await makeSubgroup(tenant, sales, { name: 'Sul' });
  const inOther = await admin.get(`/api/auth/subgroups?group=${(await makeGroup(tenant, { name: 'Outro' })).id}`);
  expect(inOther.body).toMatchObject({ total: 0, counts: { all: 0 } });
});

test('a sub-group is visible to no more people than its group', async () => {
  const { tenant, admin } = await unit();
  const [first, second] = [await makeUser(tenant), await makeUser(tenant)];
  const board = (await admin.post('/api/auth/groups', { name: 'Diretoria', audience: 'chosen', viewers: [first.id] })).body;
  const add = (name: string, chosen: object) => admin.post('/api/auth/subgroups', { name, groupId: board.id, ...chosen });
  expect((await add('Atas', {})).body.people).toBe(1);
  expect((await add('Metas', { audience: 'chosen', viewers: [first.id, second.id] })).body.people).toBe(1);
  const rows = (await admin.get('/api/auth/subgroups')).body.items;
  expect(rows.map((row: { people: number }) => row.people)).toEqual([1, 1]);
});

test('the history records moving to another group, and reordering sub-groups in that of their group', async () => {
  const { tenant, admin } = await unit();
  const [from, to] = [await makeGroup(tenant, { name: 'Vendas' }), await makeGroup(tenant, { name: 'Metas' })];
  const [moved, other] = [await makeSubgroup(tenant, from, { name: 'Sul' }), await makeSubgroup(tenant, from, { name: 'Norte' })];
  expect((await admin.put('/api/auth/subgroups/order', { groupId: from.id, ids: [other.id, moved.id] })).status).toBe(200);
  const ofGroup = await admin.get(`/api/auth/groups/${from.id}/history`);
  expect(ofGroup).toMatchObject({ status: 200, body: { items: [{ what: 'subgroup.order', before: {}, after: {} }] } });
  await admin.put(`/api/auth/subgroups/${moved.id}`, { version: 1, name: 'Sul', groupId: to.id });
  const { items } = (await admin.get(`/api/auth/subgroups/${moved.id}/history`)).body;
  expect(items[0]).toMatchObject({ what: 'subgroup.edit', before: { group: 'Vendas' }, after: { group: 'Metas' } });
});

// Covers every field of domain/report-groups/fields.ts, so that a new field is tested automatically.
test.each(textNames)('the text %s is stored, listed, exported, recorded, and shown where allowed', async (name) => {
  const { admin } = await unit();
  const text = `Sobre ${name}`;
  const { id } = (await admin.post('/api/auth/groups', { name: 'Vendas', [name]: text })).body;
  const inside = (await admin.post('/api/auth/subgroups', { name: 'Sul', groupId: id, [name]: text })).body;
  expect((await admin.get(`/api/auth/groups/${id}`)).body).toMatchObject({ ...noTexts, [name]: text });
  expect((await admin.get('/api/auth/groups')).body.items[0]).toMatchObject({ ...noTexts, [name]: text });
  const [first] = (await admin.get('/api/auth/group_reports/get/config/menu/reports')).body.groups;
  const shown = groupTexts[name].inMenu ? text : undefined;
  expect([first[name], first.subgroups[0][name]]).toEqual([shown, shown]);
  for (const kind of ['groups', 'subgroups'] as const) {
    const file = (await admin.get(`/api/auth/${kind}/export`)).body;
    expect(file.columns.map((column: { id: string }) => column.id)).toEqual(groupColumns[kind]);
    expect(file.csv).toContain(text);
  }
  await admin.put(`/api/auth/subgroups/${inside.id}`, { version: 1, name: 'Sul', [name]: 'Outro' });
  const { items } = (await admin.get(`/api/auth/subgroups/${inside.id}/history`)).body;
  expect(items[0]).toMatchObject({ before: { [name]: text }, after: { [name]: 'Outro' } });
  expect(items[1]).toMatchObject({ after: { [name]: text } });
});

test('an edit leaves omitted fields as they are, and an empty value clears a field', async () => {
  const { tenant, admin } = await unit();
  const person = await makeUser(tenant);
  const texts = buildRecord(textNames, (name) => `Sobre ${name}`);
  const { id } = (await admin.post('/api/auth/groups', { name: 'Um', ...texts, audience: 'chosen', viewers: [person.id] })).body;
  const edit = async (version: number, fields: object) => {
    expect((await admin.put(`/api/auth/groups/${id}`, { version, ...fields })).status).toBe(200);
    const { body } = await admin.get(`/api/auth/groups/${id}`);
    return { ...body, viewers: body.viewers.map((viewer: { id: string }) => viewer.id) };
  };
  expect(await edit(1, { name: 'Dois' })).toMatchObject({ name: 'Dois', ...texts, audience: 'chosen', viewers: [person.id], people: 1 });
  expect(await edit(2, { name: 'Dois', ...noTexts, viewers: [] })).toMatchObject({ ...noTexts, audience: 'chosen', viewers: [] });
  expect(await edit(3, { name: 'Dois', viewers: [person.id, person.id] })).toMatchObject({ audience: 'chosen', viewers: [person.id] });
  expect(await edit(4, { name: 'Dois', audience: 'everyone' })).toMatchObject({ audience: 'everyone', viewers: [] });
  expect(await edit(5, { name: 'Dois', viewers: [person.id] })).toMatchObject({ audience: 'everyone', viewers: [] });
  const left = (await admin.get(`/api/auth/groups/${id}/history`)).body.items.at(-2);
  expect(left).toMatchObject({ before: { ...texts, viewers: 1 }, after: { ...texts, viewers: 1 } });
});
