import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Api } from '../support/api.ts';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { makeGrant, makeGroup, makeUserGroup, makeWindow } from '../support/make-content.ts';
import { accessScene, filters, inHours, minted, names, sul, to } from './report-access-scene.ts';

const harness = useHarness();
const { scene, person } = accessScene(harness);

describe('the list of who sees a report', () => {
  test('follows the rule of viewing for every user, with the reason for each refusal', async () => {
    const { tenant, report, admin, path } = await scene({ rls: true });
    const own = await person(tenant, { name: 'Bia Própria', rlsUsername: 'Norte', rlsRoles: ['Regional'] });
    const bare = await person(tenant, { name: 'Caio Sem', email: 'caio@vertice.test' });
    const lost = await person(tenant, { name: 'Davi Acabou' });
    const blocked = await person(tenant, { name: 'Eva Bloqueada', status: 'B' });
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
    // The same rule for one user: which reports are visible, and which lack an identity.
    const seenBy = async (who: { id: string }, query = '') => (await admin.get(`/api/auth/users/${who.id}/reports${query}`)).body;
    expect((await seenBy(bare.user)).items).toMatchObject([{ id: report.id, identity: null, reasons: ['no_identity'] }]);
    expect((await seenBy(lost.user)).items).toEqual([]);
    // The report count on a user's page equals the length of this list, for every user.
    const counted = async (who: { id: string }) => (await admin.get(`/api/auth/users/${who.id}`)).body.counts.reports;
    for (const { user } of [own, bare, lost, blocked]) expect(await counted(user)).toBe((await seenBy(user)).total);
    expect(await counted(bare.user)).toBe(1);
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

  test('agrees with viewing for every user, whatever hides the report, and has pages', async () => {
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
  });

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

  test('marks as without identity exactly the reports that viewing refuses, for every report, user and path', async () => {
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
  });
});

describe('the RLS identity', () => {
  test('is fingerprinted in every heartbeat; the value changes with the identity and the filters only', async () => {
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

  test('{email} in a grant to many is each user’s own e-mail, and filters of the nearest grant come with the token', async () => {
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

  test('a manager tries the report as one user, on record, with that user’s token and refusals', async () => {
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

  test('is for report managers, if the report allows it; the edit token is never the view token', async () => {
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

  test('a copy saved at the service becomes a personal report, once, and only on the same dataset', async () => {
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

  test('a copy that is kept by several calls at once is one report', async () => {
    const { tenant, principal, report, path } = await scene({ report: { title: 'Vendas' } });
    await query('update reports set allow_edit = true where id = $1', [report.id]);
    const editor = await person(tenant, { flags: ['edit_reports'] });
    await makeGrant(tenant, report, editor.user, { filters });
    const keep = () => editor.client.post(`${path}/copies`, { serviceReportId: principal.copyId });
    const answers = await Promise.all(Array.from({ length: 6 }, keep));
    const lost = answers.filter(({ status }) => status !== 200);
    expect(lost.map(({ status, body }) => `${status} ${body.status}`)).toEqual(lost.map(() => '409 changed_meanwhile'));
    const kept = await query('select id, title from reports where service_report_id = $1', [principal.copyId]);
    expect(kept).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 200).every(({ body }) => body.id === kept[0]?.id)).toBe(true);
    expect(await query("select row_id from audit where what = 'report.copy' and tenant_id = $1", [tenant.id])).toEqual([
      { row_id: kept[0]?.id },
    ]);
    expect((await keep()).body).toEqual(kept[0]);
  });
});
