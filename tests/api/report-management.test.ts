import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { makePrincipal } from '../guards/place.ts';
import { api, getApi } from '../support/api.ts';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { makeGrant, makeGroup, makeReport, makeServiceAccount, makeSubgroup } from '../support/make-content.ts';
import { tinyPng } from '../support/make-picture.ts';
import { makeTenant } from '../support/make-tenant.ts';
import { makeUser } from '../support/make-user.ts';
import { toDraft } from './managed-draft.ts';

const harness = useHarness();
const list = '/api/auth/management/reports';

async function unit() {
  const tenant = await makeTenant();
  return { tenant, admin: await getApi(harness, tenant, await makeUser(tenant, { profile: 'admin' })) };
}

test('the list counts each view, searches by words and filters by group, kind and owner', async () => {
  const { tenant, admin } = await unit();
  const sales = await makeGroup(tenant, { name: 'Vendas' });
  const owner = await makeUser(tenant);
  const shop = await makeReport(tenant, { title: 'Vendas por loja', group: sales, grantTo: 'everyone' });
  await makeReport(tenant, { title: 'Metas', hidden: true });
  await makeReport(tenant, { title: 'Frota', kind: 'external', externalUrl: 'https://frota.mirante.app' });
  const rls = await makeReport(tenant, { title: 'Carteira', needsIdentity: true, grantTo: [owner] });
  await query("update reports set restriction = 'filters' where id = $1", [shop.id]);
  await query('update reports set owner_id = $1 where id = $2', [owner.id, shop.id]);
  const counts = { all: 4, visible: 3, hidden: 1, verified: 0, catalog: 0, noIdentity: 1 };
  expect((await admin.get(list)).body).toMatchObject({ total: 4, counts });
  expect((await admin.get(`${list}?view=hidden`)).body).toMatchObject({ total: 1, counts, items: [{ title: 'Metas', hidden: true }] });
  expect((await admin.get(`${list}?view=noIdentity`)).body.items).toMatchObject([{ id: rls.id, audience: 'some', rowLimits: 'model' }]);
  await query("update reports set ignore_rls = true, ignore_rls_role = 'Todos' where id = $1", [rls.id]);
  const limits = (await admin.get(list)).body.items.map((row: { title: string; rowLimits: string }) => [row.title, row.rowLimits]);
  expect(new Map(limits)).toEqual(
    new Map([
      ['Vendas por loja', 'expected'],
      ['Metas', 'none'],
      ['Frota', 'none'],
      ['Carteira', 'ignored'],
    ]),
  );
  await query('update reports set ignore_rls = false where id = $1', [rls.id]);
  expect((await admin.get(`${list}?kind=external`)).body.items).toMatchObject([{ title: 'Frota', audience: 'nobody' }]);
  expect((await admin.get(`${list}?group=${sales.id}&owner=${owner.id}`)).body.items).toMatchObject([
    { id: shop.id, audience: 'everyone' },
  ]);
  expect((await admin.get(`${list}?search=loj`)).body).toMatchObject({ total: 1, counts: { all: 1 } });
  const { body } = await admin.get(`${list}/export?view=hidden`);
  expect(body).toMatchObject({ filename: 'relatorios.csv', rows: 1 });
  expect(body.csv).toContain('"Título"'.replaceAll('"', ''));
});

test('a cell that a spreadsheet would read as a formula is prefixed', async () => {
  const { tenant, admin } = await unit();
  await makeReport(tenant, { title: '=HYPERLINK("https://x")' });
  expect((await admin.get(`${list}/export`)).body.csv).toContain("'=HYPERLINK");
});

test('every option is stored, recorded in the history, and an old version is refused', async () => {
  const { tenant, admin } = await unit();
  const group = await makeGroup(tenant, { name: 'Vendas' });
  const subgroup = await makeSubgroup(tenant, group, { name: 'Sul' });
  const owner = await makeUser(tenant, { name: 'Rita' });
  const report = await makeReport(tenant, { title: 'Vendas', needsIdentity: true });
  const before = await toDraft(admin, report.id);
  const wanted = {
    ...{ title: 'Vendas por loja', description: 'De cada loja', groupId: group.id, subgroupId: subgroup.id, ownerId: owner.id },
    ...{ texts: { 'en-US': { title: 'Sales by store', description: 'Of each store' } }, verified: true, hidden: true, coverKind: 'dunes' },
    ...{
      navigationPanel: true,
      sideFilter: true,
      hiddenPages: true,
      visualHeaders: false,
      mobileBackground: false,
      orientation: 'portrait',
    },
    ...{ showLastUpdate: false, tenantColors: true, allowEdit: true, restriction: 'rls', onCatalog: true, onApp: false, watermark: 'on' },
    ...{ ignoreRlsRole: 'Todos', catalogDescription: 'Para quem vende', resolution: '1920x1080', externalUrl: null },
  };
  expect((await admin.put(`${list}/${report.id}`, { ...wanted, version: 1 })).body).toMatchObject({ version: 2, link: null });
  expect(await toDraft(admin, report.id)).toEqual({ ...wanted, version: 2 });
  const again = await admin.put(`${list}/${report.id}`, { ...wanted, version: 1 });
  expect(again).toMatchObject({ status: 409, body: { status: 'changed_meanwhile' } });
  const [edit] = (await admin.get(`${list}/${report.id}/history`)).body.items;
  expect(edit).toMatchObject({
    what: 'report.edit',
    before: { title: before.title, group: null },
    after: { title: 'Vendas por loja', group: 'Vendas', owner: 'Rita' },
  });
  expect(edit.after).not.toHaveProperty('externalUrl');
  // Found by the words of every language.
  expect((await admin.get(`${list}?search=store`)).body.total).toBe(1);
  // Hidden reports are refused by link as well.
  expect((await admin.get(`/api/auth/reports/${report.id}`)).status).toBe(404);
});

test('of edits of one version at once one is kept, with one audit row', async () => {
  const { tenant, admin } = await unit();
  const report = await makeReport(tenant, { title: 'Vendas' });
  const draft = await toDraft(admin, report.id);
  const titles = ['Um', 'Dois', 'Três', 'Quatro', 'Cinco', 'Seis'];
  const answers = await Promise.all(titles.map((title) => admin.put(`${list}/${report.id}`, { ...draft, title })));
  expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 409, 409, 409, 409, 409]);
  const kept = titles[answers.findIndex((answer) => answer.status === 200)];
  const changes = await query("select change from audit where row_id = $1 and what = 'report.edit'", [report.id]);
  expect(changes).toEqual([{ change: { before: { title: 'Vendas' }, after: { title: kept } } }]);
  expect(await toDraft(admin, report.id)).toMatchObject({ title: kept, version: 2 });
});

test('the site of a link is checked again, and the result is stored with the previous one', async () => {
  const { tenant, admin } = await unit();
  const link = await makeReport(tenant, { kind: 'external', externalUrl: 'https://nowhere.example.com/' });
  await query('update reports set external_frames = true where id = $1', [link.id]);
  expect(await admin.post(`${list}/${link.id}/link`, {})).toMatchObject({ status: 200, body: { link: 'unreachable' } });
  const changes = await query("select change from audit where row_id = $1 and what = 'report.link'", [link.id]);
  expect(changes).toEqual([{ change: { before: { frames: true }, after: { frames: false } } }]);
  const report = await makeReport(tenant);
  expect((await admin.post(`${list}/${report.id}/link`, {})).status).toBe(404);
});

test('invalid values are refused: group, owner, role without RLS, link', async () => {
  const { tenant, admin } = await unit();
  const [group, other] = [await makeGroup(tenant), await makeGroup(tenant)];
  const subgroup = await makeSubgroup(tenant, other);
  const report = await makeReport(tenant, { title: 'Vendas' });
  const draft = await toDraft(admin, report.id);
  const put = (change: object) => admin.put(`${list}/${report.id}`, { ...draft, ...change });
  expect(await put({ groupId: group.id, subgroupId: subgroup.id })).toMatchObject({ status: 404, body: { field: 'subgroupId' } });
  expect(await put({ ownerId: randomUUID() })).toMatchObject({ status: 404, body: { field: 'ownerId' } });
  expect(await put({ ignoreRlsRole: 'Todos' })).toMatchObject({ status: 422, body: { field: 'ignoreRlsRole' } });
  expect(await put({ externalUrl: 'https://mirante.app' })).toMatchObject({ status: 422, body: { field: 'externalUrl' } });
  expect(await put({ resolution: '1920' })).toMatchObject({ status: 422, body: { field: 'resolution' } });
  expect(await put({ title: '\u0301' })).toMatchObject({ status: 422, body: { field: 'title' } });
  expect(await toDraft(admin, report.id)).toEqual(draft);
});

test.each([
  'http://mirante.app',
  'javascript:alert(1)',
  'data:text/html,x',
  'https://localhost/x',
  'https://127.0.0.1/x',
  'https://0x7f.1/x',
  'https://2130706433',
  'https://[::1]/',
  'https://10.0.0.8',
  'https://169.254.169.254/latest',
  'https://intranet/x',
  'https://bi.local',
  'https://user:pass@mirante.app',
  'https://mirante.app:8443/x',
])('an external link to %s is refused before any connection', async (externalUrl) => {
  const { admin } = await unit();
  const answer = await admin.post(list, { title: 'Link', externalUrl, groupId: null, subgroupId: null });
  expect(answer).toMatchObject({ status: 422, body: { status: 'link_refused', field: 'externalUrl' } });
  expect((await admin.get(list)).body.total).toBe(0);
});

test('a unit that may not add reports is refused with that reason', async () => {
  const { tenant, admin } = await unit();
  await query('update tenants set allow_reports = false where id = $1', [tenant.id]);
  const answer = await admin.post(list, { title: 'Link', externalUrl: 'https://mirante.app', groupId: null, subgroupId: null });
  expect(answer).toMatchObject({ status: 403, body: { status: 'reports_not_allowed' } });
  expect((await admin.get('/api/auth/management/places')).body.mayAdd).toBe(false);
});

test('an order is complete or refused, and of parallel ones each begins where the one before it ended', async () => {
  const { tenant, admin } = await unit();
  const group = await makeGroup(tenant);
  const ids = [];
  for (const title of ['a', 'b', 'c', 'd']) ids.push((await makeReport(tenant, { title, group })).id);
  const order = (wanted: string[]) => admin.put(`${list}/order`, { groupId: group.id, ids: wanted });
  expect((await order(ids.slice(1))).status).toBe(409);
  expect((await order([...ids.slice(1), randomUUID()])).status).toBe(409);
  const wishes = [[...ids].reverse(), [ids[1], ids[0], ids[3], ids[2]] as string[], [ids[2], ids[3], ids[0], ids[1]] as string[]];
  const statuses = (await Promise.all([...wishes, ...wishes].map(order))).map((answer) => answer.status);
  expect(statuses).toContain(200);
  expect(statuses).toContain(409);
  const past = await query("select change from audit where what = 'report.order' and row_id = $1 order by at", [group.id]);
  expect(past.slice(1).map(({ change }) => change.before)).toEqual(past.slice(0, -1).map(({ change }) => change.after));
  const stands = (await admin.get(`${list}?group=${group.id}`)).body.items.map((row: { id: string }) => row.id);
  expect(past.at(-1)?.change.after).toEqual(stands);
});

test('the order of one page leaves the other pages as they are, and is recorded as that of the whole group', async () => {
  const { tenant, admin } = await unit();
  const group = await makeGroup(tenant);
  const [a, b, c, d] = (await Promise.all(['a', 'b', 'c', 'd'].map((title) => makeReport(tenant, { title, group })))).map(({ id }) => id);
  const order = (ids: (string | undefined)[], partial: boolean) => admin.put(`${list}/order`, { groupId: group.id, ids, partial });
  const stands = async () => (await admin.get(`${list}?group=${group.id}`)).body.items.map((row: { id: string }) => row.id);
  expect((await order([a, b, c, d], false)).status).toBe(200);

  expect((await order([d, b], true)).status).toBe(200);
  expect(await stands()).toEqual([a, d, c, b]);
  const [last] = await query("select change from audit where what = 'report.order' and row_id = $1 order by at desc limit 1", [group.id]);
  expect(last?.change).toMatchObject({ before: [a, b, c, d], after: [a, d, c, b] });

  expect((await order([b, randomUUID()], true)).body.status).toBe('changed_meanwhile');
  expect((await order([b, b], true)).status).toBe(422);
  expect((await order([d, b], false)).body.status).toBe('changed_meanwhile');
  expect(await stands()).toEqual([a, d, c, b]);
});

test('bulk actions are all or nothing, and a deletion removes favorites, grants and the picture', async () => {
  const { tenant, admin } = await unit();
  const group = await makeGroup(tenant, { name: 'Vendas' });
  const [one, two] = [await makeReport(tenant, { title: 'Um' }), await makeReport(tenant, { title: 'Dois' })];
  const bulk = (action: string, ids: string[], more: object = {}) => admin.post(`${list}/bulk`, { action, ids, ...more });
  expect((await bulk('hide', [one.id, randomUUID()])).status).toBe(404);
  expect((await bulk('hide', [one.id, two.id])).body.changed).toBe(2);
  expect((await bulk('hide', [one.id])).body.changed).toBe(0);
  expect((await bulk('show', [one.id, two.id])).body.changed).toBe(2);
  expect((await bulk('verify', [one.id])).body.changed).toBe(1);
  expect((await bulk('catalog', [one.id])).body.changed).toBe(1);
  expect((await bulk('move', [one.id, two.id], { groupId: group.id })).body.changed).toBe(2);
  expect((await bulk('move', [one.id], { groupId: randomUUID() })).status).toBe(404);
  expect((await admin.get(`${list}?group=${group.id}`)).body.items).toMatchObject([
    { title: 'Um', verified: true, onCatalog: true },
    { title: 'Dois' },
  ]);
  const { file } = (await admin.put(`${list}/${one.id}/cover`, { data: tinyPng(200, 100) })).body;
  await makeGrant(tenant, one, null);
  expect((await admin.get(`${list}/${one.id}`)).body).toMatchObject({ grants: 1, cover: { file } });
  expect((await bulk('delete', [one.id])).body.changed).toBe(1);
  expect((await admin.get(`${list}/${one.id}`)).status).toBe(404);
  expect(await query('select 1 from grants where report_id = $1', [one.id])).toHaveLength(0);
  await expect.poll(async () => (await api(harness, tenant).get(`/storage/${file}`)).status).toBe(404);
});

test('a cover’s type comes from its content; it is served sandboxed, and replaces the previous one', async () => {
  const { tenant, admin } = await unit();
  const report = await makeReport(tenant);
  const put = (bytes: Buffer | string) =>
    admin.put(`${list}/${report.id}/cover`, { data: typeof bytes === 'string' ? bytes : bytes.toString('base64') });
  const first = (await put(tinyPng(300, 120))).body.file;
  const served = await harness.fetch(`http://${tenant.host}/storage/${first}`);
  expect(served.headers.get('content-type')).toBe('image/png');
  expect(served.headers.get('content-security-policy')).toContain('sandbox');
  expect(served.headers.get('x-content-type-options')).toBe('nosniff');
  await served.body?.cancel();
  const second = (await put(tinyPng(64, 64))).body.file;
  expect(second).not.toBe(first);
  await expect.poll(async () => (await harness.fetch(`http://${tenant.host}/storage/${first}`)).status).toBe(404);
  expect((await harness.fetch(`http://${(await makeTenant()).host}/storage/${second}`)).status).toBe(404);
  const png = Buffer.from(tinyPng(64, 64), 'base64');
  const bad = [
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    Buffer.from('GIF89a whatever this is'),
    Buffer.concat([png, Buffer.from('<script>alert(1)</script>')]),
    png.subarray(0, 30),
    Buffer.from(tinyPng(10, 10), 'base64'),
    Buffer.from(tinyPng(7000, 64), 'base64'),
  ];
  for (const bytes of bad)
    expect(await put(bytes), bytes.toString('latin1').slice(0, 30)).toMatchObject({ status: 422, body: { status: 'invalid_file' } });
  expect((await put(Buffer.alloc(2_200_000).toString('base64'))).status).toBe(413);
  expect((await put('not base64!')).status).toBe(422);
  expect((await admin.get(`${list}/${report.id}`)).body.cover.file).toBe(second);
  expect((await admin.delete(`${list}/${report.id}/cover`)).status).toBe(200);
  expect((await admin.get(`${list}/${report.id}`)).body.cover.file).toBeNull();
});

test('an ordinary user manages reports with the flag alone, and another unit’s reports are out of reach', async () => {
  const { tenant, admin } = await unit();
  const report = await makeReport(tenant);
  const plain = await getApi(harness, tenant, await makeUser(tenant));
  expect((await plain.get(list)).status).toBe(403);
  const editor = await getApi(harness, tenant, await makeUser(tenant, { flags: ['edit_reports'] }));
  expect((await editor.get(list)).body.total).toBe(1);
  const there = await unit();
  expect((await there.admin.get(`${list}/${report.id}`)).status).toBe(404);
  expect((await there.admin.post(`${list}/bulk`, { action: 'delete', ids: [report.id] })).status).toBe(404);
  expect((await admin.get(`${list}/${report.id}`)).status).toBe(200);
});

test('publishing from a workspace names failures, notifies people, and repeating it changes nothing', async () => {
  const { tenant, admin } = await unit();
  const principal = await makePrincipal({ roles: { Regional: 'region' } });
  const account = await makeServiceAccount(tenant, principal);
  const group = await makeGroup(tenant, { name: 'Vendas' });
  const known = await makeUser(tenant, { name: 'Com identidade' });
  await query("update users set rls_username = 'Sul', rls_roles = '{Regional}' where id = $1", [known.id]);
  await makeUser(tenant, { name: 'Sem identidade' });
  const place = { accountId: account.id, workspaceId: principal.workspaceId, groupId: group.id, subgroupId: null, audience: 'everyone' };
  const review = await admin.post('/api/auth/management/imports/review', { ...place, serviceIds: [principal.serviceReportId] });
  expect(review.body).toMatchObject({ people: 3, reports: [{ needsIdentity: true, needsRoles: true, problem: null, publishedAs: null }] });
  expect(review.body.unknown.names).toContain('Sem identidade');
  expect(review.body.unknown.names).not.toContain('Com identidade');
  const missing = randomUUID();
  const publish = () =>
    admin.post('/api/auth/management/imports/publish', {
      ...place,
      reports: [{ serviceId: principal.serviceReportId, title: 'Carteira' }, { serviceId: missing }],
      tell: true,
    });
  const [first, second] = await Promise.all([publish(), publish()]);
  const all = [...first.body.published, ...second.body.published];
  expect(all).toMatchObject([{ title: 'Carteira', serviceId: principal.serviceReportId }]);
  expect([...first.body.failed, ...second.body.failed]).toEqual(
    expect.arrayContaining([
      { serviceId: missing, reason: 'report_missing_at_service' },
      { serviceId: principal.serviceReportId, reason: 'report_already_published' },
    ]),
  );
  expect(first.body.told + second.body.told).toBe(2);
  await expect
    .poll(() => query("select vars from notifications where tenant_id = $1 and kind = 'report_published'", [tenant.id]), {
      timeout: 10_000,
    })
    .toEqual([{ vars: { report: 'Carteira', group: 'Vendas' } }, { vars: { report: 'Carteira', group: 'Vendas' } }]);
  const report = (await admin.get(`${list}/${all[0].id}`)).body;
  expect(report).toMatchObject({
    needsIdentity: true,
    needsRoles: true,
    audience: 'everyone',
    restriction: 'rls',
    group: { id: group.id },
  });
  expect(report.pages.length).toBeGreaterThan(0);
  expect((await (await getApi(harness, tenant, known)).get('/api/auth/reports')).body.total).toBe(1);
});

test('a title has no invisible characters, whether it is typed or the service’s own', async () => {
  const { tenant, admin } = await unit();
  const principal = await makePrincipal({ name: 'Car\u200bteira\u200b' });
  const account = await makeServiceAccount(tenant, principal);
  const place = { accountId: account.id, workspaceId: principal.workspaceId, groupId: null, subgroupId: null, audience: 'nobody' };
  const publish = async (serviceId: string, title?: string) =>
    (await admin.post('/api/auth/management/imports/publish', { ...place, reports: [{ serviceId, title }] })).body.published[0];
  expect(await publish(principal.serviceReportId)).toMatchObject({ title: 'Carteira' });
  const { id, title } = await publish(principal.copyId, '\u202eMe\u200btas');
  expect(title).toBe('Metas');
  const texts = { es: { title: 'Me\u200btas\u2069', description: '' } };
  const draft = await toDraft(admin, id);
  expect((await admin.put(`${list}/${id}`, { ...draft, title: 'Metas\u200b  do mês', texts })).status).toBe(200);
  expect(await toDraft(admin, id)).toMatchObject({ title: 'Metas do mês', texts: { es: { title: 'Metas' } } });
});

test('the audience of a group of selected people becomes grants to these people', async () => {
  const { tenant, admin } = await unit();
  const principal = await makePrincipal();
  const account = await makeServiceAccount(tenant, principal);
  const chosen = await makeUser(tenant);
  const group = await makeGroup(tenant, { viewers: [chosen] });
  const place = { accountId: account.id, workspaceId: principal.workspaceId, groupId: group.id, subgroupId: null, audience: 'group' };
  const reports = [{ serviceId: principal.serviceReportId }];
  const { published } = (await admin.post('/api/auth/management/imports/publish', { ...place, reports })).body;
  expect(await query('select subject, user_id from grants where report_id = $1', [published[0].id])).toEqual([
    { subject: 'user', user_id: chosen.id },
  ]);
});

test('a new report shows its last refresh unless the unit’s setting says otherwise', async () => {
  const { tenant, admin } = await unit();
  const publish = async () => {
    const principal = await makePrincipal();
    const account = await makeServiceAccount(tenant, principal);
    const place = { accountId: account.id, workspaceId: principal.workspaceId, groupId: null, subgroupId: null, audience: 'nobody' };
    const reports = [{ serviceId: principal.serviceReportId }];
    const { published } = (await admin.post('/api/auth/management/imports/publish', { ...place, reports })).body;
    return (await admin.get(`${list}/${published[0].id}`)).body.showLastUpdate;
  };
  expect(await publish()).toBe(true);
  expect((await admin.post('/api/auth/config/update', { last_update: 'N' })).status).toBe(200);
  expect(await publish()).toBe(false);
});

test('a report is bound to another one of the service and keeps everything attached to it', async () => {
  const { tenant, admin } = await unit();
  const principal = await makePrincipal();
  const account = await makeServiceAccount(tenant, principal);
  const report = await makeReport(tenant, { title: 'Vendas', grantTo: 'everyone' });
  const fan = await makeUser(tenant);
  await query('insert into favorites (tenant_id, user_id, report_id) values ($1, $2, $3)', [tenant.id, fan.id, report.id]);
  await query(`update reports set pages = '[{"name":"gone","displayName":"Resumo antigo"}]' where id = $1`, [report.id]);
  const source = { accountId: account.id, workspaceId: principal.workspaceId, serviceId: principal.serviceReportId };
  const bound = await admin.put(`${list}/${report.id}/source`, { ...source, version: 1 });
  expect(bound.body).toMatchObject({ version: 2, lost: ['Resumo antigo'] });
  expect((await admin.get(`${list}/${report.id}`)).body).toMatchObject({
    serviceReportId: principal.serviceReportId,
    favorites: 1,
    grants: 1,
  });
  expect(await admin.put(`${list}/${report.id}/source`, { ...source, version: 1 })).toMatchObject({ status: 409 });
  const absent = await admin.put(`${list}/${report.id}/source`, { ...source, version: 2, serviceId: randomUUID() });
  expect(absent.body.status).toBe('report_missing_at_service');
});
