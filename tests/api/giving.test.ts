import { beforeAll, expect, test } from 'vitest';
import { getSession } from '../guards/place.ts';
import { type Api, api, getApi } from '../support/api.ts';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { makeOnCatalog, makeRequest } from '../support/make-catalog.ts';
import { makeGrant, makeUserGroup } from '../support/make-content.ts';
import { getDirectory, makeScimGroup, makeScimToken, scimGroup, scimUser } from '../support/make-scim.ts';
import { makeTenant, type Tenant } from '../support/make-tenant.ts';
import { makeUser, type User } from '../support/make-user.ts';
import { draft } from './user-imports-scene.ts';

const harness = useHarness();
let unit: Tenant;
let person: User;
let asAdmin: Api;
let asApprover: Api;
const plain = { identity: { as: 'none' }, filters: [], validUntil: null, note: '', confirmed: false };
const getProfile = async (user: { id: string }) => (await query('select profile, raised from users where id = $1', [user.id]))[0];

beforeAll(async () => {
  unit = await makeTenant();
  const admin = await makeUser(unit, { profile: 'admin' });
  const approver = await makeUser(unit, { flags: ['decide_catalog'], name: 'Otto Dias' });
  person = await makeUser(unit, { name: 'Caio Prado' });
  asAdmin = await getApi(harness, unit, admin);
  asApprover = api(harness, unit, (await getSession(unit, approver, 'user', { flags: ['decide_catalog'] })).token);
  // This user is provisioned by a directory.
  await query("update users set user_name = 'caio', user_name_key = 'caio' where id = $1", [person.id]);
});

/** A catalog report that a group can see, and a request for it. */
async function wished(group: { id: string }, restriction = 'none') {
  const report = await makeOnCatalog(unit);
  await query('update reports set needs_identity = false, restriction = $2 where id = $1', [report.id, restriction]);
  await makeGrant(unit, report, group, { toGroup: true });
  return makeRequest(unit, report, person);
}
const members = (group: { id: string }) =>
  query('select 1 from user_group_members where user_group_id = $1 and user_id = $2', [group.id, person.id]);

test('an approver cannot add users to a group mapped to administrators, nor to one showing more than the approver may give', async () => {
  const mapped = await makeScimGroup(unit, { name: 'Administradores' });
  await query("update scim_groups set profile = 'admin' where id = $1", [mapped.id]);
  const [released, ordinary] = [await makeUserGroup(unit, { name: 'Sem filtro' }), await makeUserGroup(unit, { name: 'Vendas' })];
  for (const [group, restriction] of [
    [{ id: mapped.userGroupId }, 'none'],
    [released, 'rls'],
  ] as const) {
    const request = await wished(group, restriction);
    const refused = await asApprover.post(`/api/auth/catalog-requests/${request.id}/grant`, { ...plain, userGroup: group.id });
    expect(refused).toMatchObject({ status: 403, body: { status: 'gives_more', field: 'userGroup' } });
    expect(await members(group)).toEqual([]);
    expect(await query('select state from catalog_requests where id = $1', [request.id])).toEqual([{ state: 'pending' }]);
    // An administrator may give all of it; joining by hand still makes no one an administrator.
    expect((await asAdmin.post(`/api/auth/catalog-requests/${request.id}/grant`, { ...plain, userGroup: group.id })).status).toBe(200);
    expect(await members(group)).toHaveLength(1);
  }
  expect(await getProfile(person)).toEqual({ profile: 'user', raised: false });
  const request = await wished(ordinary);
  expect((await asApprover.post(`/api/auth/catalog-requests/${request.id}/grant`, { ...plain, userGroup: ordinary.id })).status).toBe(200);
});

test('only the directory’s own call promotes: joining by hand, by import or before the mapping makes no administrator', async () => {
  const directory = getDirectory(harness, unit, (await makeScimToken(unit)).token);
  const made = await directory.post('/Users', {
    schemas: [scimUser],
    userName: 'bia@dir.test',
    emails: [{ value: 'bia@dir.test' }],
    displayName: 'Bia',
  });
  const bia = { id: made.body.id as string };
  const group = await directory.post('/Groups', { schemas: [scimGroup], displayName: 'Chefia' });
  expect((await asAdmin.post(`/api/auth/user-groups/${group.body.id}/members`, { people: [bia.id, person.id] })).status).toBe(200);
  const { items } = (await asAdmin.get('/api/auth/scim/groups?search=Chefia')).body;
  const mapping = await asAdmin.put(`/api/auth/scim/groups/${items[0].id}`, { version: items[0].version, profile: 'admin' });
  expect(mapping.status, mapping.text).toBe(200);
  expect([await getProfile(bia), await getProfile(person)]).toMatchObject([{ profile: 'user' }, { profile: 'user' }]);
  // Now the directory itself adds the member.
  const added = await directory.patch(`/Groups/${group.body.id}`, [{ op: 'add', path: 'members', value: [{ value: bia.id }] }]);
  expect(added.status, added.text).toBe(204);
  expect([await getProfile(bia), await getProfile(person)]).toMatchObject([{ profile: 'admin', raised: true }, { profile: 'user' }]);
  // Removed and added again by hand, the user gets the previous profile.
  await asAdmin.post(`/api/auth/user-groups/${group.body.id}/members/remove`, { ids: [bia.id] });
  expect(await getProfile(bia)).toEqual({ profile: 'user', raised: false });
  await asAdmin.post(`/api/auth/user-groups/${group.body.id}/members`, { people: [bia.id] });
  expect(await getProfile(bia)).toEqual({ profile: 'user', raised: false });
});

test('a partner’s visit can create users but never an administrator, by any route', async () => {
  const partner = await makeTenant({ kind: 'partner' });
  const visited = await makeTenant({ parent: partner });
  await query('update relations set verify = false where tenant_id = $1', [visited.id]);
  const master = await makeUser(partner, { profile: 'master' });
  const chief = await makeUser(visited, { profile: 'admin' });
  const asMaster = api(harness, partner, (await getSession(partner, master, 'master')).token);
  const { body } = await asMaster.post('/api/auth/change/partner/to/admin/no/verify', { company: visited.id, reason: '' });
  const arrived = (await api(harness, visited).post('/api/oauth/company', { token: body.token })).body.token;
  const inside = api(harness, visited, arrived);
  const fields = { name: 'Elisa Rocha', email: 'elisa@rocha.test', invite: 'N' };
  expect(await inside.post('/api/auth/users', { ...fields, profile: 'admin' })).toMatchObject({
    status: 403,
    body: { status: 'gives_more' },
  });
  expect(await inside.post(`/api/auth/users/${chief.id}/duplicate`, fields)).toMatchObject({ status: 403, body: { status: 'gives_more' } });
  const visiting = { harness, tenant: visited, admin: chief, client: inside, token: arrived };
  const { token } = await getSession(visited, chief, 'admin');
  const atHome = { ...visiting, client: api(harness, visited, token), token };
  const [plainRow, chiefRow] = ['Nome;E-mail\r\nGil Sá;gil@rocha.test', 'Nome;E-mail;Perfil\r\nGil Sá;gil@rocha.test;Administrador'];
  await expect(draft(visiting, plainRow, {}, { profile: 'admin' })).rejects.toThrow('gives_more');
  for (const id of [
    await draft(atHome, plainRow, {}, { profile: 'admin' }),
    await draft(atHome, chiefRow),
    await draft(visiting, plainRow, { update: true }),
  ]) {
    expect((await inside.post(`/api/auth/user-imports/${id}/start`, {})).status).toBe(403);
    expect(await query('select state from user_imports where id = $1', [id])).toEqual([{ state: 'review' }]);
  }
  const made = await inside.post('/api/auth/users', { ...fields, profile: 'user' });
  expect(made.status, made.text).toBe(200);
  expect(
    await query("select count(*)::int as n from users where tenant_id = $1 and profile = 'admin' and seat is null", [visited.id]),
  ).toEqual([{ n: 1 }]);
});
