import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { getApi } from '../support/api.ts';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { makeOnCatalog } from '../support/make-catalog.ts';
import { makeGrant, makeGroup, makeReport, makeSubgroup } from '../support/make-content.ts';
import { makeTenant, platform } from '../support/make-tenant.ts';
import { makeUser } from '../support/make-user.ts';

const harness = useHarness();

async function unit() {
  const tenant = await makeTenant();
  const [admin, viewer] = [await makeUser(tenant, { profile: 'admin' }), await makeUser(tenant)];
  return { tenant, viewer, admin: await getApi(harness, tenant, admin), reader: await getApi(harness, tenant, viewer) };
}
const titles = (body: { items: { title: string }[] }) => body.items.map((item) => item.title);

test('a user sees what was granted to everyone or to them, an administrator sees all, and hidden reports are seen by no one', async () => {
  const { tenant, viewer, admin, reader } = await unit();
  const other = await makeUser(tenant);
  await makeReport(tenant, { title: 'Para todos', grantTo: 'everyone' });
  await makeReport(tenant, { title: 'Para mim', grantTo: [viewer] });
  await makeReport(tenant, { title: 'Para outra', grantTo: [other] });
  await makeReport(tenant, { title: 'Sem ninguém' });
  const hidden = await makeReport(tenant, { title: 'Oculto', grantTo: 'everyone', hidden: true });
  const past = await makeReport(tenant, { title: 'Acabou' });
  await makeGrant(tenant, past, viewer, { validUntil: '2026-01-01T00:00:00Z' });
  expect(titles((await reader.get('/api/auth/reports')).body)).toEqual(['Para mim', 'Para todos']);
  expect(titles((await admin.get('/api/auth/reports')).body)).toEqual(['Acabou', 'Para mim', 'Para outra', 'Para todos', 'Sem ninguém']);
  expect(
    (await reader.get('/api/auth/group_reports/get/reports/all/select')).body.reports.map((report: { title: string }) => report.title),
  ).toEqual(['Para mim', 'Para todos']);
  for (const client of [reader, admin]) {
    expect((await client.get(`/api/auth/reports/${hidden.id}`)).status).toBe(404);
    expect((await client.post('/api/auth/report_view/check/exist/report', { reportId: hidden.id })).body).toEqual({ exists: false });
  }
});

test('search finds word prefixes regardless of accents and case', async () => {
  const { tenant, reader } = await unit();
  const group = await makeGroup(tenant, { name: 'Vendas externas' });
  await makeSubgroup(tenant, group, { name: 'Metas de venda' });
  await makeReport(tenant, { title: 'Posição por vendedor', grantTo: 'everyone', group });
  await makeReport(tenant, { title: 'Revenda', grantTo: 'everyone' });
  const { body } = await reader.get('/api/auth/search?q=VEND');
  expect(body.reports.map((report: { title: string }) => report.title)).toEqual(['Posição por vendedor']);
  expect(body.groups).toMatchObject([{ name: 'Vendas externas' }]);
  expect(body.subgroups).toMatchObject([{ name: 'Metas de venda', group: 'Vendas externas' }]);
  expect(titles((await reader.get('/api/auth/reports?search=posicao%20v')).body)).toEqual(['Posição por vendedor']);
  expect((await reader.get('/api/auth/search?q=%25%25')).body.reports).toEqual([]);
});

test('search finds what the catalog offers a user and nothing that it would not show them', async () => {
  const { tenant, admin, reader } = await unit();
  const [closed, hidden] = [
    await makeGroup(tenant, { name: 'Diretoria', viewers: [] }),
    await makeGroup(tenant, { name: 'Oculto', viewers: [] }),
  ];
  await query('update groups set hidden = true where id = $1', [hidden.id]);
  const offered = await makeOnCatalog(tenant, { title: 'Fretes por rota', group: closed });
  await makeOnCatalog(tenant, { title: 'Fretes que já vejo', grantTo: 'everyone' });
  await makeOnCatalog(tenant, { title: 'Fretes ocultos', hidden: true });
  await makeOnCatalog(tenant, { title: 'Fretes de grupo oculto', group: hidden });
  await makeReport(tenant, { title: 'Fretes fora do catálogo', group: closed });
  await makeOnCatalog(await makeTenant(), { title: 'Fretes de outra unidade' });
  const found = async (client: typeof reader) => (await client.get('/api/auth/search?q=fretes')).body;
  expect(await found(reader)).toMatchObject({
    reports: [{ title: 'Fretes que já vejo' }],
    catalog: [{ id: offered.id, title: 'Fretes por rota', group: 'Diretoria' }],
  });
  await query('update reports set on_app = false where id = $1', [offered.id]);
  expect((await reader.get('/api/auth/search?q=fretes&app=1')).body.catalog).toEqual([]);
  // Administrators see every report, and ask for none.
  expect((await found(admin)).catalog).toEqual([]);
  for (const n of [1, 2, 3, 4, 5]) await makeOnCatalog(tenant, { title: `Fretes ${n}` });
  expect((await found(reader)).catalog).toHaveLength(5);
  const person = await makeUser(tenant);
  await query(`update settings set "values" = "values" || '{"enable":"S","hidden_menu":["catalogs"]}' where tenant_id = $1`, [tenant.id]);
  const next = await getApi(harness, tenant, person);
  expect((await next.get('/api/auth/catalogs')).body.status).toBe('function_disabled');
  expect((await found(next)).catalog).toEqual([]);
});

test('favorites are personal, ordered, and removing one twice is harmless', async () => {
  const { tenant, admin, reader } = await unit();
  const [a, b] = [
    await makeReport(tenant, { title: 'A', grantTo: 'everyone' }),
    await makeReport(tenant, { title: 'B', grantTo: 'everyone' }),
  ];
  const mine = await makeReport(tenant, { title: 'Não é meu' });
  for (const report of [a, b, a]) expect((await reader.put(`/api/auth/reports/${report.id}/favorite`)).status).toBe(200);
  expect((await reader.put(`/api/auth/reports/${mine.id}/favorite`)).status).toBe(404);
  await reader.put('/api/auth/favorites/order', { ids: [b.id, a.id] });
  const home = (await reader.get('/api/auth/dashboard')).body;
  expect(home.favorites.map((report: { title: string }) => report.title)).toEqual(['B', 'A']);
  expect(home.counts).toMatchObject({ favorites: 2, reports: 2, addedThisWeek: 2 });
  expect((await admin.get('/api/auth/dashboard')).body.favorites).toEqual([]);
  expect((await reader.delete(`/api/auth/reports/${a.id}/favorite`)).status).toBe(200);
  expect(titles((await reader.get('/api/auth/reports?favorites=1')).body)).toEqual(['B']);
});

test('favorites are listed in their user’s order, and reordering some leaves the others in place', async () => {
  const { tenant, reader } = await unit();
  const ids: Record<string, string> = {};
  for (const title of ['C', 'A', 'D', 'B']) ids[title] = (await makeReport(tenant, { title, grantTo: 'everyone' })).id;
  for (const title of ['C', 'A', 'D', 'B']) await reader.put(`/api/auth/reports/${ids[title]}/favorite`);
  const list = async (more = '') => titles((await reader.get(`/api/auth/reports?favorites=1${more}`)).body);
  expect(await list()).toEqual(['C', 'A', 'D', 'B']);
  expect(await list('&sort=title')).toEqual(['A', 'B', 'C', 'D']);

  await reader.put('/api/auth/favorites/order', { ids: [ids.B, ids.C] });
  expect(await list()).toEqual(['B', 'A', 'D', 'C']);
  const first = (await reader.get('/api/auth/reports?favorites=1&size=3')).body;
  expect(titles(first)).toEqual(['B', 'A', 'D']);
  expect(titles((await reader.get(`/api/auth/reports?favorites=1&size=3&cursor=${first.next}`)).body)).toEqual(['C']);
});

test('a visit makes a report recent, and the heartbeat reports lost access', async () => {
  const { tenant, viewer, reader } = await unit();
  const report = await makeReport(tenant, { title: 'Visto', grantTo: [viewer] });
  const visit = { reportId: report.id, visitId: randomUUID(), page: 'Resumo' };
  expect((await reader.post('/api/auth/log/report/page/view', { ...visit, state: 'open' })).body).toMatchObject({
    status: 'ok',
    reason: null,
    announced: null,
  });
  await reader.post('/api/auth/log/report/page/view', { ...visit, state: 'beat' });
  expect(await query('select page from visits where tenant_id = $1', [tenant.id])).toEqual([{ page: 'Resumo' }]);
  expect((await reader.get('/api/auth/dashboard')).body.recents).toMatchObject([{ title: 'Visto' }]);
  await query('delete from grants where report_id = $1', [report.id]);
  expect((await reader.post('/api/auth/log/report/page/view', { ...visit, state: 'beat' })).body).toMatchObject({
    status: 'ended',
    reason: 'not_found',
    announced: null,
  });
});

test('maintenance of a report, its group or its unit covers it, with its text and end', async () => {
  const { tenant, reader, admin } = await unit();
  const group = await makeGroup(tenant);
  const report = await makeReport(tenant, { group, grantTo: 'everyone' });
  await query(
    `insert into maintenance (tenant_id, id, target, target_id, title, text, starts_at, ends_at, except_admin)
      values ($1, gen_random_uuid(), 'group', $2, 'Carga', 'Volta já', now() - interval '1 minute', now() + interval '1 hour', true)`,
    [tenant.id, group.id],
  );
  const seen = (await reader.get(`/api/auth/reports/${report.id}`)).body;
  expect(seen).toMatchObject({ prevented: 'report_in_maintenance', maintenance: { title: 'Carga', text: 'Volta já' } });
  expect(Date.parse(seen.maintenanceUntil)).toBeGreaterThan(Date.now());
  expect((await admin.get(`/api/auth/reports/${report.id}`)).body.prevented).toBeNull();
  const refused = await reader.post(`/api/auth/reports/${report.id}/embed`);
  expect(refused).toMatchObject({ status: 503, body: { status: 'report_in_maintenance' } });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3000);
});

test('an external link opens in a document that allows this one origin', async () => {
  const { tenant, reader } = await unit();
  const report = await makeReport(tenant, { kind: 'external', externalUrl: 'https://example.org/a?b=1&c="2"', grantTo: 'everyone' });
  await query('update reports set external_frames = true where id = $1', [report.id]);
  const { external } = (await reader.get(`/api/auth/reports/${report.id}`)).body;
  const frame = await reader.get(external.frame);
  expect(frame.status).toBe(200);
  expect(frame.headers.get('content-security-policy')).toContain('frame-src https://example.org;');
  expect(frame.text).not.toContain('c="2"');
  expect((await reader.get(external.frame.replace('example.org', 'example.com'))).status).toBe(404);
  expect((await reader.get(external.frame, { at: new Date(Date.now() + 11 * 60_000).toISOString() })).status).toBe(404);
});

test('the platform lists partners and units through the read-only role', async () => {
  const operator = await getApi(harness, platform.host, await makeUser(platform, { profile: 'a2m' }));
  const partner = await makeTenant({ kind: 'partner', name: 'Zzz Parceira' });
  const unitOfIt = await makeTenant({
    parent: partner,
    name: 'Zzz Unidade',
    status: 'T',
    trialEndsAt: '2027-01-01T00:00:00Z',
    userLimit: 5,
  });
  await makeUser(unitOfIt);
  const { body } = await operator.get('/api/auth/partners?search=zzz');
  expect(body.items).toMatchObject([
    { name: 'Zzz Parceira', kind: 'partner', host: partner.host },
    {
      name: 'Zzz Unidade',
      kind: 'unit',
      parent: 'Zzz Parceira',
      users: 1,
      userLimit: 5,
      status: 'T',
      trialEndsAt: '2027-01-01T00:00:00.000Z',
    },
  ]);
  const master = await getApi(harness, partner, await makeUser(partner, { profile: 'master' }));
  expect((await master.get('/api/auth/partners')).status).toBe(403);
  const blocked = async () => (await operator.get('/api/auth/partners?status=B&kind=unit')).body.total as number;
  const before = await blocked();
  await query("update tenants set status = 'B' where id = $1", [unitOfIt.id]);
  expect(await blocked()).toBe(before + 1);
});

test('a missing or foreign group answers 404', async () => {
  const { reader } = await unit();
  const foreign = await makeGroup(await makeTenant());
  for (const id of [foreign.id, randomUUID()])
    expect(await reader.get(`/api/auth/reports?group=${id}`)).toMatchObject({ status: 404, body: { status: 'group_not_found' } });
});

test('the search finds people only for viewers of the user list, in their own unit', async () => {
  const [unit, other] = [await makeTenant(), await makeTenant()];
  const admin = await makeUser(unit, { profile: 'admin', name: 'Ana' });
  const camila = await makeUser(unit, { name: 'Camila Prado' });
  await makeUser(other, { name: 'Camila Outra' });
  await query('update users set deleted_at = now() where id = $1', [(await makeUser(unit, { name: 'Camila Saiu' })).id]);
  const people = async (who: { email: string }, q: string) =>
    (await (await getApi(harness, unit, who)).get(`/api/auth/search?q=${q}`)).body.people;
  expect(await people(admin, 'cami')).toEqual([{ id: camila.id, name: 'Camila Prado', email: camila.email }]);
  expect(await people(admin, encodeURIComponent(camila.email.slice(0, 8)))).toMatchObject([{ id: camila.id }]);
  expect(await people(camila, 'cami')).toEqual([]);
});
