import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Api, getApi } from '../support/api.ts';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { makeUserGroup } from '../support/make-content.ts';
import { type DirectoryClient, getDirectory, makeScimToken, scimGroup, scimUser } from '../support/make-scim.ts';
import { makeTenant, type Tenant } from '../support/make-tenant.ts';
import { makeUser, type User } from '../support/make-user.ts';

const harness = useHarness();
let unit: Tenant;
let okta: DirectoryClient;
let asAdmin: Api;
let people: string[];

beforeAll(async () => {
  unit = await makeTenant();
  const admin: User = await makeUser(unit, { profile: 'admin' });
  asAdmin = await getApi(harness, unit, admin);
  okta = getDirectory(harness, unit, (await makeScimToken(unit)).token);
  people = [];
  for (const n of [1, 2, 3])
    people.push((await okta.post('/Users', { schemas: [scimUser], userName: `m${n}-${randomUUID()}@x.test` })).body.id);
});

const named = () => `Grupo ${randomUUID().slice(0, 8)}`;
const create = async (members: string[] = [], displayName = named()) =>
  (await okta.post('/Groups', { schemas: [scimGroup], displayName, members: members.map((value) => ({ value })) })).body;
const getMembers = async (id: string): Promise<string[]> =>
  ((await okta.get(`/Groups/${id}`)).body.members ?? []).map((member: { value: string }) => member.value).toSorted();

describe('a group of a directory', () => {
  test('is a group of the portal, with members that can be read back', async () => {
    const displayName = named();
    const made = await okta.post('/Groups', {
      schemas: [scimGroup],
      displayName,
      externalId: 'g-1',
      members: [{ value: people[0], display: 'x' }],
    });
    expect(made).toMatchObject({
      status: 201,
      body: {
        displayName,
        externalId: 'g-1',
        members: [{ value: people[0], type: 'User', $ref: `${unit.origin}/scim/v2/Users/${people[0]}` }],
      },
    });
    expect(made.headers.get('location')).toBe(made.body.meta.location);
    expect((await okta.get(`/Groups/${made.body.id}`)).body).toEqual(made.body);
    expect((await asAdmin.get(`/api/auth/user-groups/${made.body.id}`)).body).toMatchObject({ name: displayName });
    expect((await okta.get(`/Users/${people[0]}`)).body.groups).toMatchObject([
      { value: made.body.id, display: displayName, type: 'direct' },
    ]);
    expect(await okta.post('/Groups', { displayName: displayName.toUpperCase() })).toMatchObject({
      status: 409,
      body: { scimType: 'uniqueness' },
    });
    expect(await okta.post('/Groups', { members: [] })).toMatchObject({ status: 400, body: { scimType: 'invalidValue' } });
    expect(await okta.post('/Groups', { displayName: named(), members: [{ value: randomUUID() }] })).toMatchObject({
      status: 400,
      body: { scimType: 'invalidValue' },
    });
  });

  test('records who joined and who left, in the history of the group and of each user', async () => {
    const displayName = named();
    const many = await Promise.all(Array.from({ length: 25 }, (_, n) => makeUser(unit, { name: `Pessoa ${String(n).padStart(2, '0')}` })));
    const { id } = await create([], displayName);
    const patch = (op: string, members: readonly { id: string }[]) =>
      okta.patch(`/Groups/${id}`, [{ op, path: 'members', value: members.map((one) => ({ value: one.id })) }]);
    expect((await patch('add', many)).status).toBe(204);
    // Existing members neither join nor leave.
    expect((await patch('add', many.slice(0, 5))).status).toBe(204);
    expect((await patch('remove', many.slice(0, 2))).status).toBe(204);
    const { items } = (await asAdmin.get(`/api/auth/user-groups/${id}/history`)).body;
    expect(items.map(({ what, count, names }: Record<string, unknown>) => ({ what, count, names }))).toEqual([
      { what: 'user_group.members_remove', count: 2, names: ['Pessoa 00', 'Pessoa 01'] },
      { what: 'user_group.members_add', count: 25, names: many.slice(0, 20).map(({ name }) => name) },
      { what: 'user_group.add', count: 0, names: [] },
    ]);
    const past = (await asAdmin.get(`/api/auth/users/${many[0]?.id}/history`)).body.items;
    expect(past.slice(0, 2).map(({ what, after }: Record<string, unknown>) => ({ what, after }))).toEqual([
      { what: 'membership.removeFromGroup', after: { group: displayName } },
      { what: 'membership.addToGroup', after: { group: displayName } },
    ]);
    // Members past the first twenty still have it in their own history.
    expect((await asAdmin.get(`/api/auth/users/${many[24]?.id}/history`)).body.items[0].what).toBe('membership.addToGroup');
    const told = (await asAdmin.get('/api/auth/audit?family=groups&size=5')).body.items;
    expect(JSON.stringify(told)).toContain('Pessoa 19');
    expect(JSON.stringify(told)).toContain('+5');
  });

  test('is named in the record of a user deactivated by a directory', async () => {
    const { id } = (await okta.post('/Users', { schemas: [scimUser], userName: `leaves-${randomUUID()}@x.test` })).body;
    const made = [await create([id]), await create([id])].map(({ displayName }) => displayName).toSorted();
    expect((await okta.patch(`/Users/${id}`, [{ op: 'replace', path: 'active', value: false }])).status).toBe(200);
    expect((await asAdmin.get(`/api/auth/users/${id}/history`)).body.items[0]).toMatchObject({
      what: 'user.deactivate',
      before: { status: 'A', groups: made },
      after: { status: 'D', groups: [] },
    });
    const { items } = (await asAdmin.get(`/api/auth/audit?family=groups&size=50`)).body;
    expect(items.map((each: { what: string }) => each.what)).toContain('user.deactivate');
  });

  test('gains and loses members in every dialect', async () => {
    const [a = '', b = '', c = ''] = people;
    const { id } = await create([a]);
    const patch = async (operations: unknown[]) => {
      // Only requested attributes are returned: a thousand members would be 180 kB.
      expect(await okta.patch(`/Groups/${id}`, operations)).toMatchObject({ status: 204, text: '' });
      return getMembers(id);
    };
    expect(await patch([{ op: 'Add', path: 'members', value: [{ value: b }, { value: c }] }])).toEqual([a, b, c].toSorted());
    expect(await patch([{ op: 'Remove', path: `members[value eq "${b}"]` }])).toEqual([a, c].toSorted());
    expect(await patch([{ op: 'Remove', path: 'members', value: [{ value: a }] }])).toEqual([c]);
    expect(await patch([{ op: 'remove', path: `members[value eq "${b}"]` }])).toEqual([c]);
    expect(await patch([{ op: 'replace', path: 'members', value: [{ value: a }] }])).toEqual([a]);
    expect(await patch([{ op: 'replace', value: { members: [{ value: b }, { value: c }] } }])).toEqual([b, c].toSorted());
    expect(
      await patch([
        { op: 'add', value: { members: [{ value: a }] } },
        { op: 'remove', path: `members[value eq "${b}" or value eq "${c}"]` },
      ]),
    ).toEqual([a]);
    expect(await patch([{ op: 'remove', path: 'members' }])).toEqual([]);
    expect(await okta.patch(`/Groups/${id}?attributes=displayName`, [{ op: 'add', path: 'members', value: [{ value: c }] }])).toMatchObject(
      { status: 200, body: { id, displayName: expect.any(String) } },
    );
    expect(await patch([{ op: 'remove', path: 'members' }])).toEqual([]);
    const missing = randomUUID();
    expect(await okta.patch(`/Groups/${id}`, [{ op: 'add', path: 'members', value: [{ value: a }, { value: missing }] }])).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining(missing) },
    });
    expect(await getMembers(id)).toEqual([]);
  });

  test('skips a member that the portal has removed, and says so in the log', async () => {
    const [a = ''] = people;
    const gone = await makeUser(unit);
    await query('update users set deleted_at = now() where id = $1', [gone.id]);
    const value = [{ value: gone.id }, { value: a }];
    const { id } = await create([gone.id, a]);
    expect(await getMembers(id)).toEqual([a]);
    expect((await okta.patch(`/Groups/${id}`, [{ op: 'replace', path: 'members', value }])).status).toBe(204);
    expect((await okta.put(`/Groups/${id}`, { schemas: [scimGroup], displayName: named(), members: value })).status).toBe(200);
    expect(await getMembers(id)).toEqual([a]);
    const { body } = await asAdmin.get('/api/auth/scim/log');
    const told = body.items.filter((row: { rowId: string; code: string }) => row.rowId === id && row.code === 'members_gone');
    expect(told.map(({ status, method, detail }: { status: number; method: string; detail: string }) => [status, method, detail])).toEqual(
      ['PUT', 'PATCH', 'POST'].map((method) => [200, method, `Removed: ${gone.id}`]),
    );
  });

  test('is renamed, replaced, versioned and removed', async () => {
    const made = await create([people[0] ?? '']);
    const path = `/Groups/${made.id}`;
    const name = named();
    const renamed = await okta.patch(`${path}?excludedAttributes=members`, [{ op: 'replace', value: { id: made.id, displayName: name } }], {
      'if-match': made.meta.version,
    });
    expect(renamed).toMatchObject({ status: 200, body: { id: made.id, displayName: name } });
    expect((await asAdmin.get(`/api/auth/user-groups/${made.id}`)).body).toMatchObject({ name });
    expect(renamed.body.meta.version).not.toBe(made.meta.version);
    expect((await okta.patch(path, [{ op: 'add', path: 'externalId', value: 'x' }], { 'if-match': made.meta.version })).status).toBe(412);
    const put = await okta.put(path, { schemas: [scimGroup], displayName: name });
    expect(put.body).not.toHaveProperty('members');
    expect((await okta.get(path, { 'if-none-match': put.body.meta.version })).status).toBe(304);
    expect(await okta.patch(path, [{ op: 'remove', path: 'displayName' }])).toMatchObject({
      status: 400,
      body: { scimType: 'mutability' },
    });
    expect((await okta.delete(path)).status).toBe(204);
    expect((await okta.get(path)).status).toBe(404);
    expect((await okta.delete(path)).status).toBe(404);
    expect((await okta.post('/Groups', { displayName: name })).status).toBe(201);
  });

  test('changes with ten or more members without returning them', async () => {
    const { id } = await create(people);
    const { body } = await okta.get(`/Groups/${id}?excludedAttributes=members`);
    expect(body).not.toHaveProperty('members');
    const { body: list } = await okta.get(
      `/Groups?filter=${encodeURIComponent(`members[value eq "${people[1]}"]`)}&attributes=displayName&count=1`,
    );
    expect(list).toMatchObject({ itemsPerPage: 1, Resources: [{ displayName: expect.any(String) }] });
    expect(list.Resources[0]).not.toHaveProperty('members');
  });
});

describe('calls at the same moment', () => {
  const sorted = (answers: readonly { status: number }[]) => answers.map(({ status }) => status).toSorted();
  const recorded = (id: string) =>
    query("select what, count(*)::int as n from audit where row_id = $1 and what like 'user_group.%' group by what order by what", [id]);

  test('create a group of one name once', async () => {
    const displayName = named();
    const answers = await Promise.all(Array.from({ length: 5 }, () => okta.post('/Groups', { schemas: [scimGroup], displayName })));
    expect(sorted(answers)).toEqual([201, 409, 409, 409, 409]);
    const made = answers.find(({ status }) => status === 201)?.body.id;
    expect(await recorded(made)).toEqual([{ what: 'user_group.add', n: 1 }]);
    expect(await query('select count(*)::int as n from user_groups where name = $1', [displayName])).toEqual([{ n: 1 }]);
  });

  test('add all their members', async () => {
    const { id } = await create();
    const add = (value: string) => okta.patch(`/Groups/${id}`, [{ op: 'add', path: 'members', value: [{ value }] }]);
    expect(sorted(await Promise.all([...people, ...people].map(add)))).toEqual(Array(6).fill(204));
    expect(await getMembers(id)).toEqual(people.toSorted());
    expect(await recorded(id)).toEqual([
      { what: 'user_group.add', n: 1 },
      { what: 'user_group.members_add', n: 3 },
    ]);
  });

  test('rename one version once, and delete a group once', async () => {
    const { id, meta } = await create();
    const rename = () =>
      okta.patch(`/Groups/${id}`, [{ op: 'replace', path: 'displayName', value: named() }], { 'if-match': meta.version });
    expect(sorted(await Promise.all([rename(), rename(), rename(), rename()]))).toEqual([204, 412, 412, 412]);
    const remove = () => okta.delete(`/Groups/${id}`);
    expect(sorted(await Promise.all([remove(), remove(), remove(), remove()]))).toEqual([204, 404, 404, 404]);
    expect(await recorded(id)).toEqual([
      { what: 'user_group.add', n: 1 },
      { what: 'user_group.delete', n: 1 },
      { what: 'user_group.edit', n: 1 },
    ]);
  });

  test('rename it one after the other where no version is named', async () => {
    const { id } = await create();
    const names = [named(), named(), named()];
    const answers = await Promise.all(
      names.map((value) => okta.patch(`/Groups/${id}`, [{ op: 'replace', path: 'displayName', value }], {})),
    );
    expect(sorted(answers)).toEqual([204, 204, 204]);
    const rows = await query("select change from audit where row_id = $1 and what = 'user_group.edit'", [id]);
    // Each rename began from the name that the previous one left.
    const [befores, afters] = (['before', 'after'] as const).map((side) => rows.map(({ change }) => change[side].name).toSorted());
    expect(afters).toEqual(names.toSorted());
    expect(new Set(befores).size).toBe(3);
  });
});

describe('a mapping', () => {
  const getRow = async (name: string) => (await asAdmin.get(`/api/auth/scim/groups?search=${encodeURIComponent(name)}`)).body.items[0];

  test('leads to an existing group of the portal, which keeps its name and outlives the directory’s', async () => {
    const made = await create([people[0] ?? '']);
    const target = await makeUserGroup(unit, { name: named() });
    const [{ name: nameOfFirst } = { name: '' }] = await query('select name from users where id = $1', [people[0]]);
    const row = await getRow(made.displayName);
    expect(row).toMatchObject({ id: made.id, members: 1, linked: false, group: { id: made.id } });
    expect((await asAdmin.get('/api/auth/scim/groups/choices?q=grupo')).body.items.map((each: { id: string }) => each.id)).toContain(
      target.id,
    );
    const put = { version: row.version, profile: null, userGroupId: target.id };
    expect((await asAdmin.put(`/api/auth/scim/groups/${row.id}`, put)).status).toBe(200);
    expect((await asAdmin.put(`/api/auth/scim/groups/${row.id}`, put)).body.status).toBe('changed_meanwhile');
    expect(await getRow(made.displayName)).toMatchObject({ group: { id: target.id }, linked: true, members: 1 });
    const told = (await asAdmin.get('/api/auth/audit?family=ways')).body.items.filter(
      ({ what }: { what: string }) => what === 'scim.group_map',
    );
    expect(told).toMatchObject([{ thing: made.displayName, fields: [{ field: 'group', before: made.displayName, after: target.name }] }]);
    expect((await okta.get(`/Groups/${made.id}`)).body).toMatchObject({
      id: made.id,
      displayName: made.displayName,
      members: [{ value: people[0] }],
    });
    expect((await okta.get(`/Groups/${target.id}`)).status).toBe(404);
    const getHistory = async (path: string) =>
      (await asAdmin.get(`/api/auth/${path}/history`)).body.items.map(({ what, after, count, names }: Record<string, unknown>) =>
        what === 'membership.addToGroup' || what === 'membership.removeFromGroup' ? { what, after } : { what, count, names },
      );
    const group = { group: target.name };
    expect((await getHistory(`user-groups/${target.id}`))[0]).toMatchObject({
      what: 'user_group.members_add',
      count: 1,
      names: [nameOfFirst],
    });
    expect((await getHistory(`users/${people[0]}`))[0]).toEqual({ what: 'membership.addToGroup', after: group });
    // The group that the directory had created is deleted, with an audit row.
    expect(
      await query("select what, change->>'name' as name from audit where row_id = $1 and what = 'user_group.delete'", [made.id]),
    ).toEqual([{ what: 'user_group.delete', name: made.displayName }]);
    await okta.patch(`/Groups/${made.id}`, [{ op: 'replace', path: 'displayName', value: named() }]);
    // The portal's group kept its name, so its history has no rename.
    expect((await getHistory(`user-groups/${target.id}`))[0]).toMatchObject({ what: 'user_group.members_add' });
    expect((await query('select name from user_groups where id = $1', [target.id]))[0]).toEqual({
      name: target.name ?? expect.any(String),
    });
    expect((await okta.delete(`/Groups/${made.id}`)).status).toBe(204);
    expect((await asAdmin.get(`/api/auth/user-groups/${target.id}`)).body).toMatchObject({ members: 0 });
    expect((await getHistory(`user-groups/${target.id}`)).slice(0, 2)).toEqual(
      expect.arrayContaining([
        { what: 'user_group.members_remove', count: 1, names: [nameOfFirst] },
        expect.objectContaining({ what: 'user_group.edit' }),
      ]),
    );
    expect((await getHistory(`users/${people[0]}`))[0]).toEqual({ what: 'membership.removeFromGroup', after: group });
  });

  test('makes administrators of the members, and ordinary users of those who leave; the last one stays', async () => {
    const [ana = '', bia = ''] = people;
    const made = await create([ana]);
    const profiles = async () =>
      Object.fromEntries(
        (await query('select id, profile from users where id = any($1)', [people])).map(({ id, profile }) => [id, profile]),
      );
    const row = await getRow(made.displayName);
    expect((await asAdmin.put(`/api/auth/scim/groups/${row.id}`, { version: row.version, profile: 'admin' })).status).toBe(200);
    expect(await profiles()).toMatchObject({ [ana]: 'admin', [bia]: 'user' });
    await okta.patch(`/Groups/${made.id}`, [{ op: 'add', path: 'members', value: [{ value: bia }] }]);
    expect(await profiles()).toMatchObject({ [ana]: 'admin', [bia]: 'admin' });
    await okta.patch(`/Groups/${made.id}`, [{ op: 'remove', path: `members[value eq "${ana}"]` }]);
    expect(await profiles()).toMatchObject({ [ana]: 'user', [bia]: 'admin' });
    await query("update users set status = 'B' where tenant_id = $1 and profile = 'admin' and id <> $2", [unit.id, bia]);
    for (const answer of [
      await okta.patch(`/Groups/${made.id}`, [{ op: 'remove', path: 'members' }]),
      await okta.patch(`/Users/${bia}`, [{ op: 'replace', path: 'active', value: 'False' }]),
      await okta.delete(`/Groups/${made.id}`),
    ])
      expect(answer).toMatchObject({ status: 409, body: { scimType: 'mutability' } });
    expect(await getMembers(made.id)).toEqual([bia]);
  });
});
