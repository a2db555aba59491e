import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Api } from '../support/api.ts';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { makeGrant, makeUserGroup } from '../support/make-content.ts';
import { accessScene, filters, type Named, none, sul, to } from './report-access-scene.ts';

const harness = useHarness();
const { scene, person } = accessScene(harness);

describe('a grant', () => {
  test('opens the report to users, user groups and everyone, is listed with its path and recorded', async () => {
    const { tenant, report, admin, path } = await scene();
    const [ana, bia] = [await person(tenant, { name: 'Ana' }), await person(tenant, { name: 'Bia' })];
    const team = await makeUserGroup(tenant, { name: 'Regional Sul', members: [bia.user] });
    expect((await ana.client.get(path)).status).toBe(404);
    const subjects = [...to(ana.user), { kind: 'group', id: team.id }];
    const added = await admin.post(`${path}/grants`, { subjects, ...none, note: 'Pedido', validUntil: '2090-01-01T03:00:00Z' });
    expect(added.body).toEqual({ added: 2, existing: 0 });
    for (const each of [ana, bia]) expect((await each.client.get(path)).status).toBe(200);
    const { body } = await admin.get(`${path}/grants`);
    // Both were created at the same moment.
    expect(body.items.toSorted((a: Named, b: Named) => a.subject.name.localeCompare(b.subject.name))).toMatchObject([
      { subject: { kind: 'user', name: 'Ana', detail: ana.user.email }, source: 'manual', by: 'Ada Chefe', note: 'Pedido', people: 1 },
      { subject: { kind: 'group', name: 'Regional Sul', detail: '1' }, validUntil: '2090-01-01T03:00:00.000Z', people: 1, ended: false },
    ]);
    expect((await admin.get(`${path}/grants?kind=group`)).body.total).toBe(1);
    expect((await admin.get(`${path}/grants?search=regional%20s`)).body.items).toMatchObject([{ subject: { name: 'Regional Sul' } }]);
    expect(await query("select count(*)::int as n from audit where what = 'grant.add' and row_id = $1", [report.id])).toEqual([{ n: 2 }]);
    const csv = await admin.get(`${path}/grants/export`);
    expect(csv.body).toMatchObject({ filename: 'acessos.csv', rows: 2 });
    expect(csv.body.csv).toContain('Regional Sul');
  });

  test('given twice, also concurrently, is one, and an expired one can be given again', async () => {
    const { tenant, report, admin, path } = await scene();
    const ana = await person(tenant);
    const give = () => admin.post(`${path}/grants`, { subjects: to(ana.user, ana.user), ...none });
    const answers = await Promise.all(Array.from({ length: 10 }, give));
    expect(answers.map((answer) => answer.status)).toEqual(Array(10).fill(200));
    expect(answers.reduce((sum, answer) => sum + answer.body.added, 0)).toBe(1);
    expect(await query('select count(*)::int as n from grants where report_id = $1', [report.id])).toEqual([{ n: 1 }]);
    await query("update grants set valid_until = '2026-01-01' where report_id = $1", [report.id]);
    expect((await give()).body).toEqual({ added: 1, existing: 0 });
    expect((await ana.client.get(path)).status).toBe(200);
  });

  test('is given, given again and removed once by callers at the same time, in any order of subjects', async () => {
    const { tenant, report, admin, path } = await scene();
    const [ana, bia, cora] = [await person(tenant), await person(tenant), await person(tenant)];
    const kept = await makeGrant(tenant, report, ana.user);
    const ended = await makeGrant(tenant, report, bia.user);
    await query("update grants set valid_until = '2026-01-01' where id = $1", [ended.id]);
    const subjects = [...to(ana.user, bia.user, cora.user), { kind: 'everyone' }];
    const given = await Promise.all(
      Array.from({ length: 8 }, (_, at) => admin.post(`${path}/grants`, { subjects: at % 2 ? subjects.toReversed() : subjects, ...none })),
    );
    expect(given.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(given.reduce((sum, { body }) => sum + body.added, 0)).toBe(3);
    expect(given.every(({ body }) => body.added + body.existing === 4)).toBe(true);
    const grants = await query('select id, version from grants where report_id = $1 order by version desc, id', [report.id]);
    expect(grants.filter(({ version }) => version === 2)).toEqual([{ id: ended.id, version: 2 }]);
    const recorded = (what: string) =>
      query("select change->>'grant' as id from audit where what = $1 and row_id = $2 order by id", [what, report.id]);
    expect((await recorded('grant.add')).map(({ id }) => id)).toEqual(
      grants
        .map(({ id }) => id)
        .filter((id) => id !== kept.id)
        .toSorted(),
    );

    const ids = grants.map(({ id }) => id);
    const removed = await Promise.all(
      Array.from({ length: 6 }, (_, at) => admin.post(`${path}/grants/remove`, { ids: at % 2 ? ids.toReversed() : ids })),
    );
    expect(removed.filter(({ status }) => status === 200).map(({ body }) => body)).toEqual([{ removed: 4 }]);
    const gone = { status: 404, body: { status: 'not_found', field: 'ids' } };
    for (const answer of removed.filter(({ status }) => status !== 200)) expect(answer).toMatchObject(gone);
    expect((await recorded('grant.remove')).map(({ id }) => id)).toEqual(ids.toSorted());
  });

  test('for a dataset with RLS needs an identity, and “own identity” needs a user who has one', async () => {
    const { tenant, admin, path } = await scene({ rls: true });
    const [bare, known] = [await person(tenant), await person(tenant, { rlsUsername: 'Norte', rlsRoles: ['Regional'] })];
    const give = (subjects: unknown[], grant: object) => admin.post(`${path}/grants`, { subjects, ...grant });
    const required = { status: 422, body: { status: 'grant_identity_required', field: 'identity' } };
    expect(await give(to(bare.user), { ...none, confirmed: true })).toMatchObject(required);
    expect(await give(to(bare.user, known.user), { identity: { as: 'own' } })).toMatchObject(required);
    expect(await give(to(known.user), { identity: { as: 'own' } })).toMatchObject({ status: 200 });
    expect(await give(to(bare.user), { identity: { as: 'fixed', username: 'Sul', roles: [] } })).toMatchObject({
      body: { status: 'grant_roles_required' },
    });
    expect(await give(to(bare.user), sul)).toMatchObject({ status: 200 });
    expect((await admin.get(`${path}/grants?sort=created`)).body.items.map((row: { identity: unknown }) => row.identity)).toEqual([
      { as: 'own' },
      sul.identity,
    ]);
  });

  test('that shows more than its author may needs the permission and a second confirmation', async () => {
    const { tenant, admin, path } = await scene({ restriction: 'filters' });
    const ana = await person(tenant);
    const manager = await person(tenant, { flags: ['edit_reports'] });
    const give = (client: Api, more: object) => client.post(`${path}/grants`, { subjects: to(ana.user), ...none, ...more });
    for (const more of [{}, { filters }]) {
      expect(await give(manager.client, { ...more, confirmed: true })).toMatchObject({
        status: 403,
        body: { status: 'not_permitted', vars: { action: 'grants.manage' } },
      });
      expect(await give(admin, more)).toMatchObject({ status: 409, body: { status: 'grant_confirmation_required' } });
    }
    expect((await admin.get(`${path}/grants`)).body.total).toBe(0);
    expect(await give(admin, { filters, confirmed: true })).toMatchObject({ status: 200, body: { added: 1 } });
    expect((await manager.client.get(`${path}/access`)).status).toBe(403);
    expect((await admin.get(`${path}/access`)).body.mayRelease).toBe(true);
  });

  test('is changed under the same rule as it is given, with before and after on record', async () => {
    const { tenant, report, admin, path } = await scene({ rls: true });
    const ana = await person(tenant);
    const { id } = await makeGrant(tenant, report, ana.user, { identity: { username: 'Sul', roles: ['Regional'] } });
    const edit = (grant: object) => admin.put(`${path}/grants/${id}`, { version: 1, ...grant });
    expect(await edit(none)).toMatchObject({ body: { status: 'grant_identity_required' } });
    expect(await edit({ identity: { as: 'own' } })).toMatchObject({ body: { status: 'grant_identity_required' } });
    expect(await edit({ identity: { as: 'fixed', username: 'Norte', roles: ['Regional', 'Regional'] }, filters })).toMatchObject({
      status: 200,
    });
    const [record] = await query("select change from audit where what = 'grant.edit' and row_id = $1", [report.id]);
    expect(record).toMatchObject({
      change: { before: { identity: { username: 'Sul' } }, after: { identity: { username: 'Norte', roles: ['Regional'] } } },
    });
    expect(record?.change).toMatchObject({ grant: id, subject: 'user', user: ana.user.id, confirmed: false });
    expect(record?.change).not.toHaveProperty('userGroup');
    const validUntil = new Date(Date.now() + 86_400_000).toISOString();
    const both = await Promise.all([1, 2].map(() => edit({ ...sul, version: 2, validUntil })));
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const [last] = await query(
      `select change->'after'->>'validUntil' as told, to_jsonb(g.valid_until)#>>'{}' as kept
        from audit join grants g on g.id = $1
        where what = 'grant.edit' and row_id = $2
        order by at desc
        limit 1`,
      [id, report.id],
    );
    expect(last).toEqual({ told: last?.kept, kept: expect.stringMatching(/^2/) });
    expect((await admin.put(`${path}/grants/${randomUUID()}`, { ...sul, version: 1 })).status).toBe(404);
  });

  test('is removed with others or not at all, and ends open views at the next heartbeat', async () => {
    const { tenant, report, admin, path } = await scene();
    const ana = await person(tenant);
    const { id } = await makeGrant(tenant, report, ana.user);
    const beat = () =>
      ana.client.post('/api/auth/log/report/page/view', { reportId: report.id, visitId: randomUUID(), state: 'beat', page: null });
    expect((await beat()).body.status).toBe('ok');
    expect((await admin.post(`${path}/grants/remove`, { ids: [id, randomUUID()] })).status).toBe(404);
    expect((await beat()).body.status).toBe('ok');
    expect((await admin.post(`${path}/grants/remove`, { ids: [id, id] })).body).toEqual({ removed: 1 });
    expect((await beat()).body).toMatchObject({ status: 'ended', reason: 'not_found' });
    const team = await makeUserGroup(tenant, { members: [ana.user] });
    await makeGrant(tenant, report, team, { toGroup: true });
    expect((await beat()).body.status).toBe('ok');
    await query('delete from user_group_members where user_group_id = $1', [team.id]);
    expect((await beat()).body.status).toBe('ended');
  });

  test.each([
    [{ subjects: [] }, 'subjects'],
    [{ identity: { as: 'own', username: 'x' } }, 'identity.username'],
    [{ identity: { as: 'fixed', username: '  ', roles: [] } }, 'identity.username'],
    [{ identity: { as: 'fixed', username: 'a', roles: Array.from({ length: 51 }, (_, at) => `r${at}`) } }, 'identity.roles'],
    [{ identity: { as: 'anyone' } }, 'identity.as'],
    [{ filters: [{ ...filters[0], operator: 'Contains', values: ['a', 'b', 'c'] }] }, 'filters.0.values'],
    [{ filters: [{ ...filters[0], table: '' }] }, 'filters.0.table'],
    [{ filters: [{ ...filters[0], sql: '1=1' }] }, 'filters.0.sql'],
    [{ validUntil: '2026-02-31T00:00:00Z' }, 'validUntil'],
    [{ validUntil: '2026-01-01T00:00:00Z' }, 'validUntil'],
    [{ note: 'x'.repeat(501) }, 'note'],
    [{ source: 'catalog' }, 'source'],
    [{ confirmed: 'S' }, 'confirmed'],
  ])('with %j is refused at the field %s and changes nothing', async (wrong, field) => {
    const { tenant, admin, path } = await scene();
    const { user } = await person(tenant);
    const answer = await admin.post(`${path}/grants`, { subjects: to(user), ...none, ...wrong });
    expect(answer, answer.text).toMatchObject({ status: 422, body: { field } });
    expect((await admin.get(`${path}/grants`)).body.total).toBe(0);
  });
});

test('people and groups are suggested by the beginning of a name, removed ones excluded', async () => {
  const { tenant, admin } = await scene();
  // Addresses are searched too: those of a test begin with a hexadecimal digit.
  await makeUserGroup(tenant, { name: 'Luções' });
  const gone = await makeUserGroup(tenant, { name: 'Lunares' });
  await query('update user_groups set deleted_at = now() where id = $1', [gone.id]);
  await person(tenant, { name: 'Lúcio Lima' });
  await person(tenant, { name: 'Lucas Bloqueado', status: 'B' });
  const { subjects } = (await admin.get('/api/auth/grant-subjects?q=lu')).body;
  expect(subjects.map(({ kind, name }: { kind: string; name: string }) => [kind, name])).toEqual([
    ['group', 'Luções'],
    ['user', 'Lúcio Lima'],
  ]);
});

test('a suggested person comes with what their own identity has, so that nothing is sent that the rule refuses', async () => {
  const { tenant, admin } = await scene();
  await makeUserGroup(tenant, { name: 'Quatis' });
  for (const [name, username, roles] of [
    ['Quen A', null, []],
    ['Quen B', ' ', ['Regional']],
    ['Quen C', 'Sul', []],
    ['Quen D', 'Sul', ['Regional']],
  ] as const) {
    const { user } = await person(tenant, { name });
    await query('update users set rls_username = $2, rls_roles = $3 where id = $1', [user.id, username, roles]);
  }
  const { subjects } = (await admin.get('/api/auth/grant-subjects?q=qu')).body;
  expect(subjects.map(({ name, own }: { name: string; own: string | null }) => [name, own])).toEqual([
    ['Quatis', null],
    ['Quen A', 'none'],
    ['Quen B', 'none'],
    ['Quen C', 'name'],
    ['Quen D', 'roles'],
  ]);
});
