import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { control, makeEmbeddable, makePrincipal, type Principal, sessionOf } from '../guards/place.ts';
import { type Api, api } from '../support/api.ts';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { makeGrant, makeGroup, makeUserGroup, makeWindow, type ReportOptions } from '../support/make-content.ts';
import { makeTenant, type Tenant } from '../support/make-tenant.ts';
import { makeUser, type UserOptions } from '../support/make-user.ts';

const harness = useHarness();
const roles = { Regional: 'region', Tudo: null } as const;

type Scene = { rls?: boolean; restriction?: 'none' | 'filters' | 'rls'; report?: ReportOptions };
/** A tenant with one report at the service, granted to nobody yet, and an administrator. */
async function scene({ rls = false, restriction = rls ? 'rls' : 'none', report: options = {} }: Scene = {}) {
  const tenant = await makeTenant();
  const principal = await makePrincipal({ roles: rls ? roles : {} });
  const report = await makeEmbeddable(tenant, principal, { needsIdentity: rls, needsRoles: rls, grantTo: [], ...options });
  await query('update reports set restriction = $1 where id = $2', [restriction, report.id]);
  const admin = await person(tenant, { profile: 'admin', name: 'Ada Chefe', rlsUsername: 'chefe', rlsRoles: ['Regional'] });
  const path = `/api/auth/reports/${report.id}`;
  return { tenant, principal, report, admin: admin.client, path };
}
async function person(tenant: Tenant, who: UserOptions = {}) {
  const user = await makeUser(tenant, who);
  const { token } = await sessionOf(tenant, user, who.profile ?? 'user', { flags: who.flags ?? [] });
  return { user, client: api(harness, tenant, token) };
}
const to = (...users: { id: string }[]) => users.map(({ id }) => ({ kind: 'user', id }));
const none = { identity: { as: 'none' } };
const sul = { identity: { as: 'fixed', username: 'Sul', roles: ['Regional'] } };
const filters = [{ table: 'Loja', column: 'Região', operator: 'In', values: ['Sul'] }];
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
const names = (body: { items: { name: string }[] }) => body.items.map((row) => row.name);

type Named = { subject: { name: string } };
type Asked = { reports?: { allowEdit?: boolean }[]; identities?: { username: string; roles?: string[] }[] };
/** What tokens the service was asked for by this principal. */
async function minted({ appId }: Principal): Promise<Asked[]> {
  const log = (await control('GET', `/__sim/log?principal=${appId}`)) as { calls: { path: string; asked: Asked }[] }; // because the stand-in answers so
  return log.calls.filter((call) => call.path.endsWith('/GenerateToken')).map((call) => call.asked);
}

describe('a grant', () => {
  test('opens the report to people, user groups and everyone, is listed with its path and is on record', async () => {
    const { tenant, report, admin, path } = await scene();
    const [ana, bia] = [await person(tenant, { name: 'Ana' }), await person(tenant, { name: 'Bia' })];
    const team = await makeUserGroup(tenant, { name: 'Regional Sul', members: [bia.user] });
    expect((await ana.client.get(path)).status).toBe(404);
    const subjects = [...to(ana.user), { kind: 'group', id: team.id }];
    const added = await admin.post(`${path}/grants`, { subjects, ...none, note: 'Pedido', validUntil: '2090-01-01T03:00:00Z' });
    expect(added.body).toEqual({ added: 2, existing: 0 });
    for (const each of [ana, bia]) expect((await each.client.get(path)).status).toBe(200);
    const { body } = await admin.get(`${path}/grants`);
    // Both came at the same moment.
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

  test('given twice, also at the same moment, is one, and one that has ended is given anew', async () => {
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

  test('of a report whose model demands an identity takes none without one, and its own only from who has it', async () => {
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

  test('that shows more than the author meant needs the right and a second confirmation', async () => {
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
    expect((await admin.put(`${path}/grants/${randomUUID()}`, { ...sul, version: 1 })).status).toBe(404);
  });

  test('is taken away with others or not at all, and ends open views with the next heartbeat', async () => {
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

describe('who sees a report and as whom', () => {
  test('is told for every person by the rule of viewing, with what stands in the way', async () => {
    const { tenant, report, admin, path } = await scene({ rls: true });
    const own = await person(tenant, { name: 'Bia Própria', rlsUsername: 'Norte', rlsRoles: ['Regional'] });
    const bare = await person(tenant, { name: 'Caio Sem', email: 'caio@vertice.test' });
    const lost = await person(tenant, { name: 'Davi Acabou' });
    await person(tenant, { name: 'Eva Bloqueada', status: 'B' });
    const team = await makeUserGroup(tenant, { name: 'Equipe', members: [own.user, bare.user] });
    await makeGrant(tenant, report, team, { toGroup: true });
    await makeGrant(tenant, report, lost.user, { validUntil: '2026-01-02T00:00:00Z', identity: sul.identity });
    const view = async (which: string) => (await admin.get(`${path}/sight?view=${which}`)).body;
    expect((await view('seeing')).items).toMatchObject([
      { name: 'Ada Chefe', path: { kind: 'administrator' }, identity: { username: 'chefe', roles: ['Regional'] }, reasons: [] },
      { name: 'Bia Própria', path: { kind: 'group', name: 'Equipe' }, identity: { username: 'Norte' }, reasons: [] },
    ]);
    expect((await view('unidentified')).items).toMatchObject([{ name: 'Caio Sem', identity: null, reasons: ['no_identity'] }]);
    expect((await view('unseeing')).items).toMatchObject([
      { name: 'Davi Acabou', path: null, reasons: ['grant_expired'], expiredAt: '2026-01-02T00:00:00.000Z' },
      { name: 'Eva Bloqueada', reasons: ['person_inactive', 'no_grant'] },
    ]);
    expect((await admin.get(`${path}/access`)).body.counts).toEqual({ grants: 2, seeing: 2, unidentified: 1, unseeing: 2 });
    expect(names((await admin.get(`${path}/sight?view=unidentified&search=caio@`)).body)).toEqual(['Caio Sem']);
    // The same rule asked of one person: what is seen, and what lacks an identity.
    const seenBy = async (who: { id: string }, query = '') => (await admin.get(`/api/auth/users/${who.id}/reports${query}`)).body;
    expect((await seenBy(bare.user)).items).toMatchObject([{ id: report.id, identity: null, reasons: ['no_identity'] }]);
    expect((await seenBy(lost.user)).items).toEqual([]);
    expect((await seenBy(bare.user, '?search=zzz')).items).toEqual([]);
    expect((await admin.get(`/api/auth/users/${crypto.randomUUID()}/reports`)).status).toBe(404);
    const csv = (await admin.get(`${path}/sight/export?view=unseeing`)).body;
    expect(csv.csv).toContain('acesso terminou');
    expect(csv.rows).toBe(2);
    await makeGrant(tenant, report, bare.user, { identity: { username: '{email}', roles: ['Regional'] } });
    expect((await view('seeing')).items).toMatchObject([{}, {}, { name: 'Caio Sem', identity: { username: 'caio@vertice.test' } }]);
    await makeWindow(tenant, { startsAt: inHours(-1), endsAt: inHours(1) });
    expect((await view('seeing')).items.map((row: { reasons: string[] }) => row.reasons)).toEqual([[], ['maintenance'], ['maintenance']]);
    await query('update reports set hidden = true where id = $1', [report.id]);
    expect((await view('seeing')).total).toBe(0);
  });

  test('agrees with viewing for every person, whatever hides the report, and pages', async () => {
    const { tenant, report, admin, path } = await scene({ rls: true });
    const people = [];
    for (let at = 0; at < 6; at += 1)
      people.push(
        await person(tenant, {
          name: `Pessoa ${at}`,
          ...(at % 2 ? { rlsUsername: at === 3 ? ' ' : 'Sul', rlsRoles: at === 5 ? [] : ['Regional'] } : {}),
        }),
      );
    const group = await makeGroup(tenant, { name: 'Restrito', viewers: people.slice(1).map(({ user }) => user) });
    await query('update reports set group_id = $1 where id = $2', [group.id, report.id]);
    await makeGrant(tenant, report, null);
    for (const change of [
      '',
      'update groups set hidden = true where id = $1',
      'update groups set hidden = false, deleted_at = now() where id = $1',
    ]) {
      if (change) await query(change, [group.id]);
      for (const { user, client } of people) {
        const row = (await find(admin, path, user.id)) ?? { reasons: ['?'] };
        const seen = await client.get(path);
        const opens = seen.status === 200 && seen.body.prevented === null;
        expect([user.name, change, row.reasons.length === 0]).toEqual([user.name, change, opens]);
      }
    }
    const first = (await admin.get(`${path}/sight?view=unseeing&size=1`)).body;
    expect(first).toMatchObject({ total: 7 - (await total(admin, path)), page: 1 });
  }, 60_000);

  async function find(client: Api, path: string, id: string) {
    for (const view of ['seeing', 'unidentified', 'unseeing']) {
      const { items } = (await client.get(`${path}/sight?view=${view}&size=100`)).body;
      const row = items.find((each: { id: string }) => each.id === id);
      if (row) return row;
    }
    return null;
  }
  async function total(client: Api, path: string): Promise<number> {
    const { counts } = (await client.get(`${path}/access`)).body;
    return counts.seeing + counts.unidentified;
  }

  test('what the list calls without identity is what viewing refuses, for every report, person and path', async () => {
    const { tenant, report, admin, path } = await scene();
    const { user, client } = await person(tenant);
    const flags = [true, false];
    for (const needsIdentity of flags)
      for (const needsRoles of flags)
        for (const openRole of [null, 'Tudo'])
          for (const own of [null, ' ', 'Sul'])
            for (const ownRoles of [[], ['Regional']])
              for (const identity of [undefined, { username: '{email}', roles: [] }, { username: 'Sul', roles: ['Regional'] }]) {
                await query('delete from grants where report_id = $1', [report.id]);
                await query(
                  'update reports set needs_identity = $2, needs_roles = $3, ignore_rls = $4, ignore_rls_role = $5 where id = $1',
                  [...[report.id, String(needsIdentity), String(needsRoles), String(openRole !== null), openRole]],
                );
                await query('update users set rls_username = $2, rls_roles = $3 where id = $1', [user.id, own, ownRoles]);
                await makeGrant(tenant, report, user, identity ? { identity } : {});
                const [seen, listed] = await Promise.all([
                  client.get(path),
                  admin.get(`${path}/sight?view=unidentified&search=${user.email}`),
                ]);
                const refused = seen.body.prevented === 'rls_identity_missing';
                expect(listed.body.total, JSON.stringify({ needsIdentity, needsRoles, openRole, own, ownRoles, identity })).toBe(
                  refused ? 1 : 0,
                );
              }
  }, 60_000);
});

describe('as whom', () => {
  test('is told by every heartbeat as a sign that changes with the identity and the filters, and with nothing else', async () => {
    const { tenant, report, admin, path } = await scene({ rls: true });
    const ana = await person(tenant);
    const grant = await makeGrant(tenant, report, ana.user, { identity: { username: 'Sul', roles: ['Regional'] } });
    const beat = async () =>
      (await ana.client.post('/api/auth/log/report/page/view', { reportId: report.id, visitId: randomUUID(), state: 'beat', page: null }))
        .body.access as string;
    let version = 0;
    const edit = async (more: object) => {
      version += 1;
      expect((await admin.put(`${path}/grants/${grant.id}`, { ...sul, ...more, version })).status).toBe(200);
    };
    const first = await beat();
    expect(first).toMatch(/^[\w-]{16}$/);
    await edit({ note: 'Outra' });
    expect(await beat()).toBe(first);
    await edit({ filters });
    const second = await beat();
    expect(second).not.toBe(first);
    await edit({ identity: { ...sul.identity, username: 'Norte' } });
    expect([first, second]).not.toContain(await beat());
  });

  test('{email} in a grant to many is each person’s own e-mail, and filters of the nearest grant come with the token', async () => {
    const { tenant, principal, admin, path } = await scene({ rls: true });
    const [ana, bia] = [await person(tenant, { email: 'ana@x.test' }), await person(tenant, { email: 'bia@x.test' })];
    const team = await makeUserGroup(tenant, { members: [ana.user, bia.user] });
    const identity = { as: 'fixed', username: '{email}', roles: ['Regional'] };
    await admin.post(`${path}/grants`, { subjects: [{ kind: 'group', id: team.id }], identity, filters });
    await admin.post(`${path}/grants`, { subjects: to(bia.user), identity });
    expect((await ana.client.post(`${path}/embed`)).body).toMatchObject({ filters, rights: 'view' });
    expect((await bia.client.post(`${path}/embed`)).body.filters).toEqual([]);
    expect((await ana.client.post(`${path}/embed`)).status).toBe(200);
    expect((await minted(principal)).map((asked) => asked.identities?.[0]?.username)).toEqual(['ana@x.test', 'bia@x.test']);
  });

  test('a manager tries the report as one person, on record, with that person’s token and refusals', async () => {
    const { tenant, principal, report, admin, path } = await scene({ rls: true });
    const ana = await person(tenant, { name: 'Ana', rlsUsername: 'Sul', rlsRoles: ['Regional'] });
    const bare = await person(tenant);
    const stranger = await person(tenant);
    for (const { user } of [ana, bare]) await makeGrant(tenant, report, user);
    const tried = await admin.post(`${path}/test-as`, { userId: ana.user.id });
    expect(tried.body).toMatchObject({
      person: { name: 'Ana' },
      identity: { username: 'Sul', roles: ['Regional'] },
      refused: null,
      embed: { rights: 'view' },
    });
    expect((await ana.client.post(`${path}/embed`)).body.token).toBe(tried.body.embed.token);
    expect(await minted(principal)).toHaveLength(1);
    const refusal = async ({ user }: typeof ana) => (await admin.post(`${path}/test-as`, { userId: user.id })).body;
    expect(await refusal(bare)).toMatchObject({ refused: 'rls_identity_missing', embed: null, identity: null });
    expect(await refusal(stranger)).toMatchObject({ refused: 'not_found', embed: null });
    await makeWindow(tenant, { startsAt: inHours(-1), endsAt: inHours(1) });
    expect(await refusal(ana)).toMatchObject({ refused: 'report_in_maintenance', embed: null });
    expect(await query("select count(*)::int as n from audit where what = 'report.test_as' and row_id = $1", [report.id])).toEqual([
      { n: 4 },
    ]);
    expect((await ana.client.post(`${path}/test-as`, { userId: ana.user.id })).status).toBe(403);
    expect((await admin.post(`${path}/test-as`, { userId: randomUUID() })).status).toBe(404);
  });
});

describe('editing in place', () => {
  const ask = (client: Api, reportId: string) => client.post('/api/auth/report_view/check/permission/edit/report', { reportId });

  test('is for who manages reports, where the report allows it; the token to edit is never the one to view', async () => {
    const { tenant, principal, report, admin, path } = await scene();
    const [viewer, editor] = [await person(tenant), await person(tenant, { flags: ['edit_reports'] })];
    await makeGrant(tenant, report, viewer.user);
    expect((await ask(admin, report.id)).body).toEqual({ permission_edit: 'N' });
    expect((await admin.post(`${path}/embed`, { rights: 'edit' })).body.status).toBe('edit_not_permitted');
    await query('update reports set allow_edit = true where id = $1', [report.id]);
    expect((await ask(admin, report.id)).body).toEqual({ permission_edit: 'S' });
    expect((await ask(viewer.client, report.id)).body).toEqual({ permission_edit: 'N' });
    expect((await viewer.client.post(`${path}/embed`, { rights: 'edit' })).body.status).toBe('edit_not_permitted');
    expect((await ask(editor.client, report.id)).body).toEqual({ permission_edit: 'N' });
    expect((await editor.client.post(`${path}/embed`, { rights: 'edit' })).status).toBe(404);
    await makeGrant(tenant, report, editor.user);
    expect((await ask(editor.client, report.id)).body).toEqual({ permission_edit: 'S' });
    const [view, edit] = [await editor.client.post(`${path}/embed`), await editor.client.post(`${path}/embed`, { rights: 'edit' })];
    expect(edit.body).toMatchObject({ rights: 'edit' });
    expect(edit.body.token).not.toBe(view.body.token);
    expect((await viewer.client.post(`${path}/embed`)).body.token).toBe(view.body.token);
    expect((await minted(principal)).map((asked) => asked.reports?.[0]?.allowEdit ?? false)).toEqual([false, true]);
    expect((await admin.post(`${path}/embed`, { rights: 'own' })).status).toBe(422);
  });

  test('a copy saved at the service becomes a report of the person alone, once, and only one on the same data', async () => {
    const { tenant, principal, report, path } = await scene({ report: { title: 'Vendas' } });
    const group = await makeGroup(tenant, { name: 'Comercial' });
    await query('update reports set allow_edit = true, group_id = $2, on_catalog = true where id = $1', [report.id, group.id]);
    const [editor, other] = [await person(tenant, { flags: ['edit_reports'] }), await person(tenant, { flags: ['edit_reports'] })];
    for (const { user } of [editor, other]) await makeGrant(tenant, report, user, { filters });
    const keep = (serviceReportId: string, client = editor.client) => client.post(`${path}/copies`, { serviceReportId });
    const kept = await keep(principal.copyId);
    expect(kept.status, kept.text).toBe(200);
    expect((await keep(principal.copyId)).body.id).toBe(kept.body.id);
    expect((await keep(principal.copyId, other.client)).status).toBe(404);
    expect((await keep(principal.serviceReportId)).status).toBe(404);
    expect((await keep(randomUUID())).body.status).toBe('report_missing_at_service');
    expect((await editor.client.get(`/api/auth/reports/${kept.body.id}`)).body).toMatchObject({ group: { name: 'Comercial' } });
    expect((await editor.client.post(`/api/auth/reports/${kept.body.id}/embed`)).body).toMatchObject({ id: principal.copyId, filters });
    expect((await other.client.get(`/api/auth/reports/${kept.body.id}`)).status).toBe(404);
    expect(await query('select on_catalog, owner_id from reports where id = $1', [kept.body.id])).toEqual([
      { on_catalog: false, owner_id: editor.user.id },
    ]);
  });
});

test('people and groups to give access to are found by the beginning of a name, only living ones', async () => {
  const { tenant, admin } = await scene();
  await makeUserGroup(tenant, { name: 'Açougue' });
  const gone = await makeUserGroup(tenant, { name: 'Acabado' });
  await query('update user_groups set deleted_at = now() where id = $1', [gone.id]);
  await person(tenant, { name: 'Ácio Lima' });
  await person(tenant, { name: 'Acir Bloqueado', status: 'B' });
  const { subjects } = (await admin.get('/api/auth/grant-subjects?q=ac')).body;
  expect(subjects.map(({ kind, name }: { kind: string; name: string }) => [kind, name])).toEqual([
    ['group', 'Açougue'],
    ['user', 'Ácio Lima'],
  ]);
});
