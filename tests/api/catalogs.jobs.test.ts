import { expect, test } from 'vitest';
import { makeEmbeddable, makePrincipal } from '../guards/place.ts';
import { type Answer, api, getApi, signIn } from '../support/api.ts';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { makeOnCatalog, makeRequest } from '../support/make-catalog.ts';
import { makeGrant, makeGroup, makeReport, makeUserGroup } from '../support/make-content.ts';
import { makeTenant } from '../support/make-tenant.ts';
import { makeUser } from '../support/make-user.ts';

const harness = useHarness();
const start = Math.floor(Date.now() / 1000) * 1000;
const at = (days: number) => new Date(start + days * 86_400_000).toISOString();
const justification = 'Preciso para fechar o mês da regional';
const plain = { identity: { as: 'none' } };

async function unit() {
  const tenant = await makeTenant();
  const [boss, asker] = [await makeUser(tenant, { profile: 'admin', name: 'Ana Nunes' }), await makeUser(tenant, { name: 'Bruna Reis' })];
  const group = await makeGroup(tenant, { name: 'Diretoria', viewers: [boss] });
  const report = await makeOnCatalog(tenant, { title: 'Custos por frota', group });
  return { tenant, boss, asker, group, report, admin: await getApi(harness, tenant, boss), reader: await getApi(harness, tenant, asker) };
}
const tick = (days: number) => harness.getWorker().scheduled({ cron: '* * * * *', scheduledTime: new Date(at(days)) });
const inbox = (user: { id: string }) =>
  query('select kind, vars, link from notifications where user_id = $1 order by created_at, kind', [user.id]);
const kinds = async (user: { id: string }) => (await inbox(user)).map((row) => row.kind);

test('a catalog report is requested, granted in one tap, and appears in its group at once even if the group is restricted', async () => {
  const { tenant, boss, asker, group, report, admin, reader } = await unit();
  const secret = await makeReport(tenant, { title: 'Salários', group, grantTo: 'everyone' });
  const list = await reader.get('/api/auth/catalogs?search=frota');
  expect(list.body).toMatchObject({ total: 1, items: [{ id: report.id, offer: { kind: 'ask' }, deciders: ['Ana Nunes'] }] });
  const asked = await reader.post(`/api/auth/catalogs/${report.id}/requests`, { justification });
  expect(asked).toMatchObject({ status: 200, body: { deciders: ['Ana Nunes'] } });
  expect(await inbox(boss)).toEqual([
    {
      kind: 'catalog_requested',
      vars: { person: 'Bruna Reis', report: 'Custos por frota', justification },
      link: `/catalogs?tab=requests&id=${asked.body.id}`,
    },
  ]);
  expect((await reader.get('/api/auth/catalogs')).body.items[0].offer).toMatchObject({ kind: 'pending', requestId: asked.body.id });
  expect((await reader.get(`/api/auth/reports/${report.id}`)).status).toBe(404);

  expect((await admin.post(`/api/auth/catalog-requests/${asked.body.id}/grant`, plain)).status).toBe(200);
  expect((await reader.get(`/api/auth/reports/${report.id}`)).body).toMatchObject({
    title: 'Custos por frota',
    group: { name: 'Diretoria' },
  });
  const menu = await reader.get('/api/auth/group_reports/get/config/menu/reports');
  expect(menu.body.groups).toMatchObject([{ name: 'Diretoria', reports: 1 }]);
  // Other reports of that group stay hidden.
  expect((await reader.get(`/api/auth/reports/${secret.id}`)).status).toBe(404);
  expect((await inbox(asker))[0]).toMatchObject({ kind: 'catalog_granted', link: `/${report.id}/reports/view` });
  expect((await reader.get('/api/auth/catalogs')).body.items[0].offer.kind).toBe('open');
});

test('the configuration of those who decide counts the requests that wait for them, never their own', async () => {
  const { tenant, admin, reader, asker, report } = await unit();
  const approver = await makeUser(tenant, { flags: ['decide_catalog'] });
  const decides = await getApi(harness, tenant, approver);
  await makeRequest(tenant, report, asker);
  await makeRequest(tenant, report, approver);
  const waiting = async (client: typeof admin) => (await client.post('/api/auth/config')).body.config.waiting_requests;
  expect([await waiting(admin), await waiting(decides), await waiting(reader)]).toEqual([2, 1, 0]);
});

test('only people who can approve are named: not an owner or approver without permission to give access without filters', async () => {
  const { tenant, admin, reader, group } = await unit();
  const [owner, approver, releaser] = [
    await makeUser(tenant, { name: 'Abel Dono' }),
    await makeUser(tenant, { name: 'Bia Aprova', flags: ['decide_catalog'] }),
    await makeUser(tenant, { name: 'Caio Libera', flags: ['decide_catalog', 'release_unfiltered'] }),
  ];
  const [open, kept] = [
    await makeOnCatalog(tenant, { title: 'Aberto', group }),
    await makeOnCatalog(tenant, { title: 'Com filtros', group }),
  ];
  await query('update reports set owner_id = $2 where id = any ($1)', [[open.id, kept.id], owner.id]);
  await query("update reports set restriction = 'filters' where id = $1", [kept.id]);
  // Invited people who never accepted, and blocked ones, decide nothing.
  await makeUser(tenant, { profile: 'admin', name: 'Aaron Convidado', account: false });
  await makeUser(tenant, { profile: 'admin', name: 'Abner Bloqueado', status: 'B' });
  const named = async (search: string) => (await reader.get(`/api/auth/catalogs?search=${search}`)).body.items[0].deciders;
  expect(await named('Aberto')).toEqual(['Abel Dono', 'Ana Nunes', 'Bia Aprova', 'Caio Libera']);
  expect(await named('Com%20filtros')).toEqual(['Ana Nunes', 'Caio Libera']);
  const asked = await reader.post(`/api/auth/catalogs/${kept.id}/requests`, { justification });
  expect(asked.body.deciders).toEqual(['Ana Nunes', 'Caio Libera']);
  // A decider who isn't named may still refuse, but their approval is refused as before.
  const [calm, free] = [await getApi(harness, tenant, approver), await getApi(harness, tenant, releaser)];
  expect((await calm.get(`/api/auth/catalog-requests/${asked.body.id}`)).body).toMatchObject({ mayDecide: true, mayRelease: false });
  const yes = { ...plain, confirmed: true };
  expect((await calm.post(`/api/auth/catalog-requests/${asked.body.id}/grant`, yes)).body.status).toBe('not_permitted');
  expect((await free.post(`/api/auth/catalog-requests/${asked.body.id}/grant`, yes)).status).toBe(200);
  expect((await admin.get('/api/auth/catalogs')).status).toBe(200);
});

test('a model that requires an RLS identity is granted with a role, and the user sees that role’s rows', async () => {
  const { tenant, asker, admin, reader } = await unit();
  const report = await makeEmbeddable(tenant, await makePrincipal({ roles: { Regional: 'region' } }), {
    title: 'Vendas',
    needsIdentity: true,
    needsRoles: true,
  });
  await query("update reports set on_catalog = true, restriction = 'rls' where id = $1", [report.id]);
  await query('delete from grants where report_id = $1', [report.id]);
  const { body } = await reader.post(`/api/auth/catalogs/${report.id}/requests`, { justification });
  const grant = (fields: object) => admin.post(`/api/auth/catalog-requests/${body.id}/grant`, fields);
  expect((await admin.get(`/api/auth/catalog-requests/${body.id}`)).body).toMatchObject({
    mayDecide: true,
    restriction: { needsIdentity: true, restriction: 'rls' },
  });
  expect(await grant({ ...plain, confirmed: true })).toMatchObject({
    status: 422,
    body: { status: 'grant_identity_required', field: 'identity' },
  });
  expect((await grant({ identity: { as: 'own' } })).body.status).toBe('grant_identity_required');
  const identity = { as: 'fixed', username: 'Sul', roles: ['Regional'] };
  const seen = await admin.post(`/api/auth/catalog-requests/${body.id}/preview`, { identity });
  expect(seen.body).toMatchObject({ identity: { username: 'Sul', roles: ['Regional'] }, embed: { token: expect.any(String) } });
  expect((await grant({ identity })).status).toBe(200);
  const embed = await reader.post(`/api/auth/reports/${report.id}/embed`);
  expect(embed).toMatchObject({ status: 200, body: { token: seen.body.embed.token } });
  expect(
    await query('select subject, source, identity, granted_by_id is not null as by from grants where user_id = $1', [asker.id]),
  ).toEqual([{ subject: 'user', source: 'catalog', identity: { username: 'Sul', roles: ['Regional'] }, by: true }]);
});

test('giving access without filters or RLS needs its permission and a second confirmation; filters do not protect', async () => {
  const { tenant, reader, report, admin } = await unit();
  await query("update reports set restriction = 'filters' where id = $1", [report.id]);
  const approver = await makeUser(tenant, { flags: ['decide_catalog'] });
  const { body } = await reader.post(`/api/auth/catalogs/${report.id}/requests`, { justification });
  const filters = [{ table: 'Loja', column: 'Região', operator: 'In', values: ['Sul'] }];
  const delegated = await getApi(harness, tenant, approver);
  const path = `/api/auth/catalog-requests/${body.id}/grant`;
  expect(await delegated.post(path, { ...plain, filters, confirmed: true })).toMatchObject({
    status: 403,
    body: { status: 'not_permitted' },
  });
  expect((await admin.post(path, { ...plain, filters })).body.status).toBe('grant_confirmation_required');
  expect((await admin.post(path, { ...plain, filters, confirmed: true })).status).toBe(200);
  expect(await query("select filters from grants where report_id = $1 and source = 'catalog'", [report.id])).toEqual([{ filters }]);
});

test('of twenty simultaneous decisions the first wins, and the others learn who decided', async () => {
  const { tenant, asker, report, reader } = await unit();
  const deciders = await Promise.all(
    Array.from({ length: 4 }, (_, n) => makeUser(tenant, { profile: 'admin', name: `Administradora ${n}` })),
  );
  const clients = await Promise.all(deciders.map((decider) => getApi(harness, tenant, decider)));
  const { body } = await reader.post(`/api/auth/catalogs/${report.id}/requests`, { justification });
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) => {
      const client = clients[n % clients.length];
      const path = `/api/auth/catalog-requests/${body.id}`;
      return n % 2 === 0 ? client?.post(`${path}/grant`, plain) : client?.post(`${path}/deny`, { reason: 'Não agora' });
    }),
  );
  expect(answers.filter((answer) => answer?.status === 200)).toHaveLength(1);
  const late = answers.filter((answer) => answer?.status !== 200);
  expect(new Set(late.map((answer) => answer?.body.status))).toEqual(new Set(['catalog_decided']));
  expect(late[0]?.body.vars.by).toMatch(/^Administradora/);
  expect(await kinds(asker)).toHaveLength(1);
});

test('a group joined, left, a wait lifted and a request withdrawn by several calls at once change once', async () => {
  const { tenant, asker, report, admin, reader } = await unit();
  const team = await makeUserGroup(tenant, { name: 'Frota' });
  await makeGrant(tenant, report, team, { toGroup: true });
  const ask = async () => (await reader.post(`/api/auth/catalogs/${report.id}/requests`, { justification })).body.id as string;
  const once = async (what: string, id: string, call: () => Promise<Answer>) => {
    const answers = await Promise.all(Array.from({ length: 5 }, call));
    const late = answers.filter(({ status }) => status !== 200);
    expect(late.map(({ status, body }) => `${status} ${body.status}`)).toEqual(Array(4).fill('409 catalog_decided'));
    expect(await query('select what from audit where row_id = $1 and what = $2', [id, what])).toHaveLength(1);
  };
  const path = (id: string, verb: string) => `/api/auth/catalog-requests/${id}/${verb}`;
  const moves = () => query("select what from audit where row_id = $1 and what like 'membership.%' order by what", [asker.id]);

  const joined = await ask();
  await once('catalog.grant', joined, () => admin.post(path(joined, 'grant'), { ...plain, userGroup: team.id }));
  expect(await moves()).toEqual([{ what: 'membership.addToGroup' }]);
  await once('catalog.revoke', joined, () => admin.post(path(joined, 'revoke'), { reason: 'Mudou de área' }));
  expect(await moves()).toEqual([{ what: 'membership.addToGroup' }, { what: 'membership.removeFromGroup' }]);
  const denied = await ask();
  await once('catalog.deny', denied, () => admin.post(path(denied, 'deny'), { reason: 'Não agora' }));
  await once('catalog.lift', denied, () => admin.post(path(denied, 'lift')));
  const withdrawn = await ask();
  await once('catalog.cancel', withdrawn, () => reader.delete(`/api/auth/catalog-requests/${withdrawn}`));
});

test('one pending request per user and report, even on repeated clicks', async () => {
  const { report, reader, tenant } = await unit();
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => reader.post(`/api/auth/catalogs/${report.id}/requests`, { justification })),
  );
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
  expect(new Set(answers.filter((answer) => answer.status !== 200).map((answer) => answer.body.status))).toEqual(
    new Set(['catalog_pending']),
  );
  expect(await query('select 1 from catalog_requests where tenant_id = $1', [tenant.id])).toHaveLength(1);
});

test('a refusal has a reason and a seven-day wait, which an administrator can lift', async () => {
  const { tenant, asker, report, admin, reader } = await unit();
  const { body } = await reader.post(`/api/auth/catalogs/${report.id}/requests`, { justification });
  expect((await admin.post(`/api/auth/catalog-requests/${body.id}/deny`, { reason: '   ' })).body).toMatchObject({
    status: 'required',
    field: 'reason',
  });
  await admin.post(`/api/auth/catalog-requests/${body.id}/deny`, { reason: 'Peça ao financeiro' });
  expect((await inbox(asker))[0]).toMatchObject({ kind: 'catalog_denied', vars: { reason: 'Peça ao financeiro', person: 'Ana Nunes' } });
  const again = () => reader.post(`/api/auth/catalogs/${report.id}/requests`, { justification });
  expect(await again()).toMatchObject({ status: 409, body: { status: 'catalog_wait' } });
  expect((await reader.get('/api/auth/catalog-requests?mine=1&view=all')).body.items[0]).toMatchObject({
    state: 'denied',
    reason: 'Peça ao financeiro',
  });
  const later = api(harness, tenant, await signIn(harness, tenant, asker, undefined, { at: at(7.1) }));
  expect((await later.get('/api/auth/catalogs', { at: at(7.1) })).body.items[0].offer.kind).toBe('ask');
  expect((await admin.post(`/api/auth/catalog-requests/${body.id}/lift`)).status).toBe(200);
  expect((await again()).status).toBe(200);
});

test('cron sends three reminders, expires a request after thirty days, ends grants on time and cancels requests of inactive users', async () => {
  const { tenant, boss, asker, report, admin, reader } = await unit();
  const gone = await makeUser(tenant, { name: 'Carlos', status: 'D' });
  const orphan = await makeRequest(tenant, report, gone);
  await reader.post(`/api/auth/catalogs/${report.id}/requests`, { justification });
  for (const days of [1, 4, 5, 11, 26, 29]) await tick(days);
  expect(await kinds(boss)).toEqual(['catalog_requested', 'catalog_reminder', 'catalog_reminder', 'catalog_reminder']);
  expect(await query('select state from catalog_requests where id = $1', [orphan.id])).toEqual([{ state: 'cancelled' }]);
  await Promise.all([tick(30.1), tick(30.1)]);
  expect(await kinds(asker)).toEqual(['catalog_expired']);

  const { body } = await reader.post(`/api/auth/catalogs/${report.id}/requests`, { justification });
  await admin.post(`/api/auth/catalog-requests/${body.id}/grant`, { ...plain, validUntil: at(10) });
  const later = api(harness, tenant, await signIn(harness, tenant, asker, undefined, { at: at(10.1) }));
  expect((await later.get(`/api/auth/reports/${report.id}`, { at: at(10.1) })).status).toBe(404);
  await tick(10.2);
  expect((await kinds(asker)).sort()).toEqual(['catalog_ended', 'catalog_expired', 'catalog_granted']);
  expect(await query('select 1 from grants where user_id = $1', [asker.id])).toEqual([]);
});

test('an approved grant can be removed, also when it came from joining a user group; open views end at the next heartbeat', async () => {
  const { tenant, asker, report, admin, reader } = await unit();
  const [{ id: team = '' } = {}] = await query(
    "insert into user_groups (tenant_id, id, name, sort_key) values ($1, gen_random_uuid(), 'Frota', 'frota') returning id",
    [tenant.id],
  );
  const { body } = await reader.post(`/api/auth/catalogs/${report.id}/requests`, { justification });
  expect(await admin.post(`/api/auth/catalog-requests/${body.id}/grant`, { ...plain, userGroup: team })).toMatchObject({
    status: 404,
    body: { field: 'userGroup' },
  });
  await query("insert into grants (tenant_id, id, report_id, subject, user_group_id) values ($1, gen_random_uuid(), $2, 'group', $3)", [
    tenant.id,
    report.id,
    team,
  ]);
  await query("update groups set audience = 'everyone' where tenant_id = $1", [tenant.id]);
  expect((await admin.post(`/api/auth/catalog-requests/${body.id}/grant`, { ...plain, userGroup: team })).status).toBe(200);
  const beat = () => reader.post('/api/auth/log/report/page/view', { reportId: report.id, visitId: crypto.randomUUID(), state: 'open' });
  expect((await beat()).body.status).toBe('ok');
  expect((await admin.post(`/api/auth/catalog-requests/${body.id}/revoke`, { reason: 'Mudou de área' })).status).toBe(200);
  expect((await beat()).body).toMatchObject({ status: 'ended', reason: 'not_found' });
  expect(await kinds(asker)).toEqual(['catalog_granted', 'catalog_revoked']);
});

test('an owner decides requests for their report, users cannot decide their own requests, and others see no requests', async () => {
  const { tenant, asker, report, reader } = await unit();
  const owner = await makeUser(tenant, { name: 'Dona do relatório' });
  await query('update reports set owner_id = $1 where id = $2', [owner.id, report.id]);
  const { body } = await reader.post(`/api/auth/catalogs/${report.id}/requests`, { justification });
  const stranger = await getApi(harness, tenant, await makeUser(tenant));
  const path = `/api/auth/catalog-requests/${body.id}`;
  expect((await stranger.get('/api/auth/catalog-requests?view=all')).body).toMatchObject({ total: 0, decides: false });
  for (const answer of [await stranger.get(path), await stranger.post(`${path}/grant`, plain), await reader.post(`${path}/grant`, plain)])
    expect(answer.status).toBe(404);
  await query("update users set flags = '{decide_catalog}' where id = $1", [asker.id]);
  await query('update users set rights = rights + 1 where id = $1', [asker.id]);
  const both = await getApi(harness, tenant, asker);
  expect((await both.post(`${path}/grant`, plain)).body.status).toBe('catalog_own_request');
  const hers = await getApi(harness, tenant, owner);
  expect((await hers.get('/api/auth/catalog-requests')).body).toMatchObject({ total: 1, decides: true });
  expect((await hers.post(`${path}/grant`, plain)).status).toBe(200);
});

test('users decide their own requests when the others who could never accepted their invitation', async () => {
  const { tenant, asker, reader, report } = await unit();
  const { body } = await reader.post(`/api/auth/catalogs/${report.id}/requests`, { justification });
  await query("update users set flags = '{decide_catalog}', rights = rights + 1 where id = $1", [asker.id]);
  const own = await getApi(harness, tenant, asker);
  const path = `/api/auth/catalog-requests/${body.id}`;
  expect((await own.post(`${path}/grant`, plain)).body.status).toBe('catalog_own_request');
  await query('update users set account_id = null where tenant_id = $1 and id <> $2', [tenant.id, asker.id]);
  expect((await own.post(`${path}/grant`, plain)).status).toBe(200);
});

test('hidden reports and reports outside the catalog cannot be listed or requested; the text must not be empty; the file has no formulas', async () => {
  const { tenant, report, admin, reader, group } = await unit();
  const off = await makeReport(tenant, { title: 'Fora' });
  expect((await reader.post(`/api/auth/catalogs/${off.id}/requests`, { justification })).status).toBe(404);
  expect((await reader.post(`/api/auth/catalogs/${report.id}/requests`, { justification: '  curto  ' })).body).toMatchObject({
    status: 'invalid_input',
    field: 'justification',
  });
  await reader.post(`/api/auth/catalogs/${report.id}/requests`, { justification: '=cmd|calc preciso muito' });
  expect((await admin.get('/api/auth/catalog-requests/export')).body.csv).toContain("'=cmd");
  await query('update groups set hidden = true where id = $1', [group.id]);
  expect((await reader.get('/api/auth/catalogs')).body.total).toBe(0);
  expect((await admin.post(`/api/auth/catalogs/${report.id}/requests`, { justification })).status).toBe(403);
});
