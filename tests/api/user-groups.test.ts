import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Api, getApi } from '../support/api.ts';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { makeGrant, makeGroup, makeReport, makeUserGroup } from '../support/make-content.ts';
import { makeTenant, type Tenant } from '../support/make-tenant.ts';
import { makeUser, type User } from '../support/make-user.ts';

const harness = useHarness();
const base = '/api/auth/user-groups';

let unit: Tenant;
let admin: User;
let asAdmin: Api;
let asStranger: Api;

beforeAll(async () => {
  unit = await makeTenant();
  admin = await makeUser(unit, { profile: 'admin', name: 'Paula Reis' });
  const other = await makeTenant();
  asAdmin = await getApi(harness, unit, admin);
  asStranger = await getApi(harness, other, await makeUser(other, { profile: 'admin' }));
});

const names = (body: { items: { name: string }[] }) => body.items.map((row) => row.name);
const add = async (name: string): Promise<string> => (await asAdmin.post(base, { name })).body.id;
const whats = async (id: string) => (await query('select what from audit where row_id = $1 order by at, id', [id])).map((row) => row.what);

describe('user groups', () => {
  test('are added, listed, changed by version, and have unique names', async () => {
    const id = await add('Comercial Sul');
    expect((await asAdmin.post(base, { name: 'COMERCIAL  sul' })).body).toMatchObject({ status: 'name_taken' });
    expect((await asAdmin.post(base, { name: '  ' })).status).toBe(422);
    const { body } = await asAdmin.get(`${base}?search=sul`);
    expect(body.items).toMatchObject([{ id, name: 'Comercial Sul', members: 0, reports: 0, version: 1, deleted: false }]);
    const edit = { version: 1, name: 'Comercial Norte', description: 'Norte' };
    expect((await asAdmin.put(`${base}/${id}`, edit)).body).toEqual({ id, version: 2 });
    expect((await asAdmin.put(`${base}/${id}`, edit)).body.status).toBe('changed_meanwhile');
    expect((await asStranger.put(`${base}/${id}`, edit)).status).toBe(404);
    // A tab from before a field existed omits it.
    expect((await asAdmin.put(`${base}/${id}`, { version: 2, name: 'Comercial Norte' })).body).toEqual({ id, version: 3 });
    expect((await asAdmin.get(`${base}/${id}`)).body).toMatchObject({ name: 'Comercial Norte', description: 'Norte' });
    const cleared = { version: 3, name: 'Comercial Norte', description: '' };
    expect((await asAdmin.put(`${base}/${id}`, cleared)).body).toEqual({ id, version: 4 });
    expect((await asAdmin.get(`${base}/${id}`)).body.description).toBe('');
    expect((await asAdmin.get(`${base}/${id}/history`)).body.items).toMatchObject([
      { what: 'user_group.edit', before: { description: 'Norte' }, after: { description: '' } },
      { what: 'user_group.edit', before: { description: 'Norte' }, after: { description: 'Norte' } },
      { what: 'user_group.edit', who: 'Paula Reis', before: { name: 'Comercial Sul' }, after: { name: 'Comercial Norte' } },
      { what: 'user_group.add' },
    ]);
    const file = (await asAdmin.get(`${base}/export?search=norte`)).body;
    expect(file).toMatchObject({ rows: 1, more: false });
    expect(file.csv).toContain('Comercial Norte');
  });

  test('are sorted by members and by name', async () => {
    const [ana, bia] = [await makeUser(unit), await makeUser(unit)];
    await makeUserGroup(unit, { name: 'Ordem um', members: [ana, bia] });
    await makeUserGroup(unit, { name: 'Ordem dois', members: [ana] });
    await makeUserGroup(unit, { name: 'Ordem zero' });
    expect(names((await asAdmin.get(`${base}?search=ordem&sort=-members`)).body)).toEqual(['Ordem um', 'Ordem dois', 'Ordem zero']);
    expect(names((await asAdmin.get(`${base}?search=ordem&sort=name`)).body)).toEqual(['Ordem dois', 'Ordem um', 'Ordem zero']);
    expect(names((await asAdmin.get(`${base}?search=ordem&view=empty`)).body)).toEqual(['Ordem zero']);
    expect((await asAdmin.get(`${base}?sort=secret`)).status).toBe(422);
  });

  test('are visible to and changed by administrators only', async () => {
    const id = await add('Fechado');
    const asPerson = await getApi(harness, unit, await makeUser(unit));
    for (const path of [base, `${base}/${id}`, `${base}/${id}/members`, `${base}/${id}/reports`])
      expect((await asPerson.get(path)).status, path).toBe(403);
    expect((await asPerson.post(`${base}/${id}/members`, { people: [admin.id] })).status).toBe(403);
  });
});

describe('members', () => {
  test('are added by id, address and filter, each once; unknown addresses are reported', async () => {
    const id = await add('Entradas');
    const [ana, bia, caio, davi] = [await makeUser(unit), await makeUser(unit), await makeUser(unit), await makeUser(unit)];
    await query('update users set department = $1 where id = any($2)', ['Frota', [caio?.id, davi?.id]]);
    const first = await asAdmin.post(`${base}/${id}/members`, { people: [ana.id], addresses: [bia.email.toUpperCase(), 'nobody@x.test'] });
    expect(first.body).toMatchObject({ added: 2, existing: 0, unknown: ['nobody@x.test'] });
    expect(first.body.ids.toSorted()).toEqual([ana.id, bia.id].toSorted());
    await query("update users set status = 'B' where id = $1", [davi.id]);
    expect((await asAdmin.post(`${base}/${id}/members`, { people: [ana.id], filter: { department: 'Frota' } })).body).toMatchObject({
      added: 1,
      existing: 1,
      ids: [caio.id],
    });
    const copy = await add('Saídas');
    expect((await asAdmin.post(`${base}/${copy}/members`, { filter: { group: id } })).body.added).toBe(3);
    expect((await asAdmin.get(`${base}/${id}`)).body.members).toBe(3);
    expect((await asAdmin.get(`${base}/${id}/history`)).body.items[0]).toMatchObject({ what: 'user_group.members_add', count: 1 });
    expect((await asAdmin.post(`${base}/${id}/members/remove`, { ids: [ana.id] })).status).toBe(200);
    const own = (await asAdmin.get(`/api/auth/users/${ana.id}/history`)).body.items;
    expect(own.map(({ what }: { what: string }) => what).slice(0, 3)).toEqual([
      'membership.removeFromGroup',
      'membership.addToGroup',
      'membership.addToGroup',
    ]);
  });

  test.each([
    ['no one', {}, 422],
    ['an empty filter', { filter: {} }, 422],
    ['an unknown user', { people: [randomUUID()] }, 404],
    ['an unknown group', { filter: { group: randomUUID() } }, 404],
    ['no id', { people: ['x'] }, 422],
    ['an unknown field', { people: [], more: 1 }, 422],
  ])('naming %s adds no one', async (_name, body, status) => {
    const id = (await makeUserGroup(unit)).id;
    expect((await asAdmin.post(`${base}/${id}/members`, body)).status).toBe(status);
    expect((await asAdmin.get(`${base}/${id}`)).body.members).toBe(0);
  });

  test('added twice at once are added and recorded once', async () => {
    const [ana, bia] = [await makeUser(unit, { name: 'Ana' }), await makeUser(unit, { name: 'Bia' })];
    const { id, name } = await makeUserGroup(unit);
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => asAdmin.post(`${base}/${id}/members`, { people: [ana.id], addresses: [bia.email] })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
    expect(answers.map(({ body: { added, existing } }) => [added, existing]).toSorted()).toEqual([...Array(5).fill([0, 2]), [2, 0]]);
    const audited = (row: string) => query('select what, change from audit where row_id = $1', [row]);
    expect(await audited(id)).toEqual([{ what: 'user_group.members_add', change: { count: 2, names: ['Ana', 'Bia'] } }]);
    for (const person of [ana, bia])
      expect(await audited(person.id)).toEqual([{ what: 'membership.addToGroup', change: { after: { group: name } } }]);
  });

  test('are removed all or none, and another unit’s users cannot be added', async () => {
    const [ana, bia] = [await makeUser(unit), await makeUser(unit)];
    const { id } = await makeUserGroup(unit, { members: [ana] });
    expect((await asAdmin.post(`${base}/${id}/members/remove`, { ids: [ana.id, bia.id] })).status).toBe(404);
    expect((await asAdmin.post(`${base}/${id}/members/remove`, { ids: [ana.id] })).body).toEqual({ removed: 1 });
    expect(await whats(id)).toEqual(['user_group.members_remove']);
    const foreign = await makeUser(await makeTenant());
    expect((await asAdmin.post(`${base}/${id}/members`, { people: [foreign.id] })).status).toBe(404);
    expect((await asAdmin.post(`${base}/${id}/members`, { addresses: [foreign.email] })).body).toMatchObject({
      added: 0,
      unknown: [foreign.email],
    });
    expect((await asStranger.post(`${base}/${id}/members/remove`, { ids: [ana.id] })).status).toBe(404);
  });

  test('are listed with what the group gives each of them', async () => {
    const [ana, bia] = [await makeUser(unit, { name: 'Ana' }), await makeUser(unit, { name: 'Bia' })];
    const { id } = await makeUserGroup(unit, { members: [ana, bia, admin] });
    await query("update users set status = 'B' where id = $1", [bia.id]);
    const place = await makeGroup(unit, { viewers: [bia] });
    const [open, closed] = [await makeReport(unit, { grantTo: [ana] }), await makeReport(unit, { group: place, grantTo: [] })];
    const own = await makeReport(unit, { grantTo: [] });
    await asAdmin.post(`${base}/${id}/reports`, { reports: [open.id, closed.id, own.id] });
    expect((await asAdmin.get(`${base}/${id}/members?sort=name`)).body.items).toMatchObject([
      { name: 'Ana', effect: 'some', given: 3, seen: 2, onlyHere: 1 },
      { name: 'Bia', effect: 'inactive' },
      { name: 'Paula Reis', effect: 'administrator', onlyHere: 0 },
    ]);
    const asAna = await getApi(harness, unit, ana);
    expect((await asAna.get(`/api/auth/reports/${own.id}`)).status).toBe(200);
    expect((await asAna.get(`/api/auth/reports/${closed.id}`)).status).toBe(404);
    expect((await asAdmin.get(`${base}/${id}`)).body).toMatchObject({ members: 3, reports: 3, losing: 2 });
  });
});

describe('reports of a group', () => {
  test('are given and removed in bulk by the rules of grants, recorded at both', async () => {
    const ana = await makeUser(unit);
    const { id } = await makeUserGroup(unit, { members: [ana] });
    const place = await makeGroup(unit, { name: 'Frota' });
    const [one, two] = [await makeReport(unit, { group: place, grantTo: [] }), await makeReport(unit, { group: place, grantTo: [] })];
    const asAna = await getApi(harness, unit, ana);
    expect((await asAdmin.post(`${base}/${id}/reports`, { reports: [one.id] })).body).toEqual({ added: 1, existing: 0 });
    expect((await asAdmin.post(`${base}/${id}/reports`, { places: [place.id] })).body).toEqual({ added: 1, existing: 1 });
    expect((await asAna.get(`/api/auth/reports/${two.id}`)).status).toBe(200);
    const { body } = await asAdmin.get(`${base}/${id}/reports`);
    expect(body.places).toEqual([{ id: place.id, group: 'Frota', name: null, given: 2, of: 2 }]);
    expect(body.items).toMatchObject([
      { effect: 'all', members: 1, seeing: 1, identity: { as: 'none' }, group: 'Frota' },
      { effect: 'all', members: 1, seeing: 1 },
    ]);
    const grants = body.items.map((row: { id: string }) => row.id);
    expect((await asAdmin.post(`${base}/${id}/reports/remove`, { ids: [...grants, randomUUID()] })).status).toBe(404);
    expect((await asAdmin.post(`${base}/${id}/reports/remove`, { ids: grants })).body).toEqual({ removed: 2 });
    expect((await asAna.get(`/api/auth/reports/${two.id}`)).status).toBe(404);
    expect(await whats(id)).toEqual(['user_group.reports_add', 'user_group.reports_add', 'user_group.reports_remove']);
    expect(await whats(two.id)).toEqual(['grant.add', 'grant.remove']);
  });

  test('are given again once their grant has ended', async () => {
    const { id } = await makeUserGroup(unit);
    const [ended, held] = [await makeReport(unit, { title: 'A', grantTo: [] }), await makeReport(unit, { title: 'B', grantTo: [] })];
    const fixed = { username: 'Sul', roles: [] };
    await makeGrant(unit, ended, { id }, { toGroup: true, validUntil: '2020-01-01T00:00:00Z', identity: fixed });
    await makeGrant(unit, held, { id }, { toGroup: true });
    const before = await query('select id from grants where report_id = $1', [ended.id]);
    expect((await asAdmin.post(`${base}/${id}/reports`, { reports: [ended.id, held.id] })).body).toEqual({ added: 1, existing: 1 });
    expect(await query('select id from grants where report_id = $1 and valid_until is null and identity is null', [ended.id])).toEqual(
      before,
    );
    expect(await query('select change from audit where row_id = any($1) order by what', [[id, ended.id, held.id]])).toEqual([
      { change: { grant: before[0]?.id, subject: 'group', userGroup: id, confirmed: false } },
      { change: { count: 1, names: ['A'] } },
    ]);
  });

  test('removed twice at once are removed once', async () => {
    const { id } = await makeUserGroup(unit);
    const report = await makeReport(unit, { title: 'Frota', grantTo: [] });
    const fixed = { username: 'Sul', roles: ['R'] };
    await makeGrant(unit, report, { id }, { toGroup: true, identity: fixed, validUntil: '2090-01-01T00:00:00Z' });
    const [grant] = await query('select id from grants where report_id = $1', [report.id]);
    const take = () => asAdmin.post(`${base}/${id}/reports/remove`, { ids: [grant?.id] });
    const answers = await Promise.all([take(), take(), take(), take()]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status } of answers) expect([200, 404, 409]).toContain(status);
    expect(await query('select change from audit where row_id = any($1) order by what', [[id, report.id]])).toEqual([
      { change: { grant: grant?.id, subject: 'group', userGroup: id, identity: fixed, validUntil: '2090-01-01T00:00:00+00:00' } },
      { change: { count: 1, names: ['Frota'] } },
    ]);
  });

  test('given twice at once are given once', async () => {
    const { id } = await makeUserGroup(unit);
    const report = await makeReport(unit, { grantTo: [] });
    const give = () => asAdmin.post(`${base}/${id}/reports`, { reports: [report.id] });
    const answers = await Promise.all([give(), give(), give(), give()]);
    for (const { status } of answers) expect([200, 409]).toContain(status);
    expect(answers.reduce((sum, { status, body }) => sum + (status === 200 ? body.added : 0), 0)).toBe(1);
    expect(await whats(report.id)).toEqual(['grant.add']);
    expect(await whats(id)).toEqual(['user_group.reports_add']);
  });

  test('need a confirmation if their author limited them; one that requires an identity is given with each user’s own', async () => {
    const ana = await makeUser(unit);
    const { id } = await makeUserGroup(unit, { members: [ana] });
    const limited = await makeReport(unit, { grantTo: [] });
    await query("update reports set restriction = 'filters' where id = $1", [limited.id]);
    const guarded = await makeReport(unit, { needsIdentity: true, grantTo: [] });
    const path = `${base}/${id}/reports`;
    expect((await asAdmin.post(path, { reports: [guarded.id, limited.id] })).body.status).toBe('grant_confirmation_required');
    expect((await asAdmin.get(path)).body.total).toBe(0);
    expect((await asAdmin.post(path, { reports: [guarded.id, limited.id], confirmed: true })).body.added).toBe(2);
    const rows = (await asAdmin.get(path)).body.items.map((row: { reportId: string }) => row);
    expect(rows.find((row: { reportId: string }) => row.reportId === guarded.id)).toMatchObject({
      identity: { as: 'own' },
      effect: 'nobody',
      seeing: 0,
      unidentified: 1,
    });
  });

  test.each([
    ['nothing', {}, 422],
    ['an unknown report', { reports: [randomUUID()] }, 404],
    ['an unknown group', { places: [randomUUID()] }, 404],
    ['no id', { reports: ['x'] }, 422],
  ])('naming %s gives nothing', async (_name, body, status) => {
    const { id } = await makeUserGroup(unit);
    expect((await asAdmin.post(`${base}/${id}/reports`, body)).status).toBe(status);
  });

  test('state what hides them', async () => {
    const ana = await makeUser(unit);
    const { id } = await makeUserGroup(unit, { members: [ana] });
    const report = await makeReport(unit, { title: 'Escondido', hidden: true });
    await makeGrant(unit, report, { id }, { toGroup: true });
    const ended = await makeReport(unit, { title: 'Vencido' });
    await makeGrant(unit, ended, { id }, { toGroup: true, validUntil: '2020-01-01T00:00:00Z' });
    const { body } = await asAdmin.get(`${base}/${id}/reports?sort=name`);
    expect(body.items).toMatchObject([{ effect: 'hidden' }, { effect: 'ended', validUntil: '2020-01-01T00:00:00.000Z' }]);
    const found = (await asAdmin.get(`${base}/${id}/reports/choices?q=vencido`)).body;
    expect(found.reports).toMatchObject([{ id: ended.id }]);
  });
});

describe('deleting a group', () => {
  test('ends its access, and restoring it brings everything back unless its name is taken', async () => {
    const ana = await makeUser(unit);
    const { id } = await makeUserGroup(unit, { name: 'Passageiro', members: [ana] });
    const report = await makeReport(unit, { grantTo: [] });
    await makeGrant(unit, report, { id }, { toGroup: true });
    const asAna = await getApi(harness, unit, ana);
    expect((await asAna.get(`/api/auth/reports/${report.id}`)).status).toBe(200);
    expect((await asAdmin.post(`${base}/bulk`, { action: 'delete', ids: [id, randomUUID()] })).status).toBe(404);
    expect((await asAdmin.post(`${base}/bulk`, { action: 'delete', ids: [id] })).body).toEqual({ changed: 1 });
    expect((await asAna.get(`/api/auth/reports/${report.id}`)).status).toBe(404);
    expect((await asAdmin.post(`${base}/${id}/members`, { people: [admin.id] })).status).toBe(404);
    expect(names((await asAdmin.get(`${base}?view=deleted&search=passageiro`)).body)).toEqual(['Passageiro']);
    const second = await add('Passageiro');
    expect((await asAdmin.post(`${base}/bulk`, { action: 'restore', ids: [id] })).body.status).toBe('name_taken');
    await asAdmin.post(`${base}/bulk`, { action: 'delete', ids: [second] });
    expect((await asAdmin.post(`${base}/bulk`, { action: 'restore', ids: [id] })).body).toEqual({ changed: 1 });
    expect((await asAna.get(`/api/auth/reports/${report.id}`)).status).toBe(200);
  });

  test('leaves its copies, which have the same members and reports', async () => {
    const ana = await makeUser(unit);
    const { id } = await makeUserGroup(unit, { members: [ana] });
    const report = await makeReport(unit, { grantTo: [] });
    await makeGrant(unit, report, { id }, { toGroup: true, identity: { username: 'Sul', roles: ['R'] } });
    const copy = (await asAdmin.post(`${base}/${id}/duplicate`, { name: 'A cópia' })).body;
    expect((await asAdmin.get(`${base}/${copy.id}`)).body).toMatchObject({ name: 'A cópia', members: 1, reports: 1 });
    expect(await query('select identity from grants where user_group_id = $1', [copy.id])).toEqual([
      { identity: { username: 'Sul', roles: ['R'] } },
    ]);
    const audited = (row: string) => query('select what, change from audit where row_id = $1 order by at desc limit 1', [row]);
    const [original] = await query('select name from user_groups where id = $1', [id]);
    expect(await audited(copy.id)).toEqual([
      { what: 'user_group.duplicate', change: { before: { name: original?.name }, after: { name: 'A cópia', members: 1, reports: 1 } } },
    ]);
    expect(await audited(ana.id)).toEqual([{ what: 'membership.addToGroup', change: { after: { group: 'A cópia' } } }]);
    const [grant] = await query('select id from grants where user_group_id = $1', [copy.id]);
    expect(await audited(report.id)).toEqual([
      {
        what: 'grant.add',
        change: { grant: grant?.id, subject: 'group', userGroup: copy.id, identity: { username: 'Sul', roles: ['R'] } },
      },
    ]);
    expect((await asAdmin.post(`${base}/${id}/duplicate`, { name: 'A cópia' })).body.status).toBe('name_taken');
    expect((await asStranger.post(`${base}/${id}/duplicate`, { name: 'Outra' })).status).toBe(404);
  });
});
