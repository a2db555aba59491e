import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Api, getApi } from '../support/api.ts';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { makeReport } from '../support/make-content.ts';
import { makeView } from '../support/make-report-view.ts';
import { makeTenant, type Tenant } from '../support/make-tenant.ts';
import { makeUser, type User } from '../support/make-user.ts';

const harness = useHarness();
const content = { state: 'c3RhdGU=', page: 'ReportSection1', pageTitle: 'Resumo', rest: '[]' };
const unknownId = '00000000-0000-4000-8000-000000000000';

let unit: Tenant;
let admin: User;
let ana: User;
let bruno: User;
let report: { id: string; title: string };
let asAdmin: Api;
let asAna: Api;
let asBruno: Api;
let asStranger: Api;

beforeAll(async () => {
  unit = await makeTenant({ settings: { save_filter: 'S' } });
  admin = await makeUser(unit, { profile: 'admin', name: 'Paula Reis' });
  ana = await makeUser(unit, { name: 'Ana Nunes' });
  bruno = await makeUser(unit, { name: 'Bruno Dias' });
  report = await makeReport(unit, { title: 'Vendas diárias', grantTo: [ana, bruno] });
  const other = await makeTenant({ settings: { save_filter: 'S' } });
  [asAdmin, asAna, asBruno, asStranger] = [
    await getApi(harness, unit, admin),
    await getApi(harness, unit, ana),
    await getApi(harness, unit, bruno),
    await getApi(harness, other, await makeUser(other, { profile: 'admin' })),
  ];
});

const add = (as: Api, name: string, more: object = {}, of = report.id) =>
  as.post(`/api/auth/reports/${of}/views`, { name, content, ...more });
const listed = async (as: Api, of = report.id) =>
  // The contract has this shape.
  (await as.get(`/api/auth/reports/${of}/views`)).body.views as { id: string; name: string; mine: string; owner: string; forMe: string }[];
const opening = async (as: Api, of = report.id) => (await as.get(`/api/auth/reports/${of}`)).body.opening;

describe('saved views', () => {
  test('a personal one is its owner’s alone, a shared one is visible to all who see the report, with its owner', async () => {
    const own = await makeReport(unit, { grantTo: [ana, bruno] });
    const mine = await add(asAna, 'Só minha', {}, own.id);
    const shared = await add(asAna, 'Da equipe', { shared: 'S' }, own.id);
    expect([mine.status, shared.status]).toEqual([200, 200]);
    expect(await listed(asAna, own.id)).toMatchObject([
      { name: 'Da equipe', mine: 'S', shared: 'S' },
      { name: 'Só minha', mine: 'S', shared: 'N' },
    ]);
    expect(await listed(asBruno, own.id)).toMatchObject([{ name: 'Da equipe', mine: 'N', owner: 'Ana Nunes' }]);
    const opened = await asBruno.get(`/api/auth/report_views/${shared.body.id}`);
    expect(opened.body).toMatchObject({ ...content, name: 'Da equipe', mine: 'N', owner: 'Ana Nunes', reportId: own.id });
    expect((await asBruno.get(`/api/auth/report_views/${mine.body.id}`)).status).toBe(404);
  });

  test('losing the report loses its views; another tenant never has them', async () => {
    const own = await makeReport(unit, { grantTo: [ana, bruno] });
    const { body } = await add(asAna, 'Da equipe', { shared: 'S' }, own.id);
    await query('delete from grants where report_id = $1 and user_id = $2', [own.id, bruno.id]);
    const missing = { status: 404, body: { status: 'not_found' } };
    for (const as of [asBruno, asStranger]) {
      expect(await as.get(`/api/auth/reports/${own.id}/views`)).toMatchObject(missing);
      expect(await as.get(`/api/auth/report_views/${body.id}`)).toMatchObject(missing);
      expect(await add(as, 'Outra', {}, own.id)).toMatchObject(missing);
      expect(await as.put(`/api/auth/report_views/${body.id}`, { version: 1, name: 'X', shared: 'S' })).toMatchObject(missing);
      expect(await as.delete(`/api/auth/report_views/${body.id}`)).toMatchObject(missing);
      expect(await as.put(`/api/auth/reports/${own.id}/views/default`, { viewId: body.id })).toMatchObject(missing);
      expect(await as.put(`/api/auth/reports/${own.id}/fresh_notice`)).toMatchObject(missing);
      expect(await as.get(`/api/auth/reports/${own.id}/receivers?q=an`)).toMatchObject(missing);
      expect(await as.post(`/api/auth/reports/${own.id}/share`, { people: [bruno.id] })).toMatchObject(missing);
    }
  });

  test('a name is unique per user and report, regardless of accents; two users may use the same', async () => {
    const own = await makeReport(unit, { grantTo: [ana, bruno] });
    expect((await add(asAna, 'Região Sul', {}, own.id)).status).toBe(200);
    expect(await add(asAna, '  regiao  sul ', {}, own.id)).toMatchObject({ status: 409, body: { status: 'name_taken', field: 'name' } });
    expect((await add(asBruno, 'Região Sul', {}, own.id)).status).toBe(200);
  });

  test('are limited to fifty per user and report, also when twenty are added at once', async () => {
    const own = await makeReport(unit, { grantTo: [ana] });
    await query(
      `insert into report_views (tenant_id, id, report_id, user_id, name, sort_key, state)
        select $1, gen_random_uuid(), $2, $3, 'v' || n, 'v' || n, 'x'
        from generate_series(1, 45) n`,
      [unit.id, own.id, ana.id],
    );
    const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => add(asAna, `Nova ${at}`, {}, own.id)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(answers.find(({ status }) => status !== 200)?.body).toMatchObject({ status: 'view_limit_reached', vars: { limit: 50 } });
  });

  test('their owner renames and updates them, and gets a conflict when another window was faster', async () => {
    const { body } = await add(asAna, 'Por canal');
    const path = `/api/auth/report_views/${body.id}`;
    const later = { ...content, state: 'bmV3', page: 'ReportSection2', pageTitle: 'Canais' };
    expect((await asAna.put(path, { version: 1, name: 'Por canal de venda', shared: 'N', content: later })).body).toEqual({ version: 2 });
    expect((await asAna.get(path)).body).toMatchObject({ name: 'Por canal de venda', state: 'bmV3', pageTitle: 'Canais', version: 2 });
    expect(await asAna.put(path, { version: 1, name: 'Velha', shared: 'N' })).toMatchObject({
      status: 409,
      body: { status: 'changed_meanwhile' },
    });
    expect((await asBruno.put(path, { version: 2, name: 'De outro', shared: 'N' })).status).toBe(404);
  });

  test('are edited and removed once by callers at the same time', async () => {
    const { body } = await add(asAna, 'De duas janelas');
    const path = `/api/auth/report_views/${body.id}`;
    const edits = await Promise.all([1, 2, 3, 4].map((n) => asAna.put(path, { version: 1, name: `Janela ${n}`, shared: 'N' })));
    expect(edits.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
    const removals = await Promise.all([1, 2, 3, 4].map(() => asAna.delete(path)));
    expect(removals.map(({ status }) => status).toSorted()).toEqual([200, 404, 404, 404]);
    expect(
      await query("select what from audit where row_id = $1 and what in ('view.edit', 'view.remove') order by what", [body.id]),
    ).toEqual([{ what: 'view.edit' }, { what: 'view.remove' }]);
  });

  test('a report manager removes another user’s shared view, never a personal one', async () => {
    const [shared, personal] = [await makeView(unit, report, ana, { shared: true }), await makeView(unit, report, ana)];
    expect((await asBruno.delete(`/api/auth/report_views/${shared.id}`)).status).toBe(404);
    expect((await asAdmin.delete(`/api/auth/report_views/${personal.id}`)).status).toBe(404);
    expect((await asAdmin.delete(`/api/auth/report_views/${shared.id}`)).status).toBe(200);
    const [row] = await query("select user_id, change from audit where what = 'view.remove' and row_id = $1", [shared.id]);
    expect(row).toMatchObject({ user_id: admin.id });
  });

  test.each([
    ['a name of spaces', { name: '  ' }, 'name'],
    ['a long name', { name: 'x'.repeat(81) }, 'name'],
    ['a state with other characters', { content: { ...content, state: 'não' } }, 'content.state'],
    ['a state over 64 kB', { content: { ...content, state: 'x'.repeat(65_537) } }, 'content.state'],
    ['an unknown field', { owner: unknownId }, 'owner'],
    ['an unknown nested field', { content: { ...content, tenant: 'x' } }, 'content.tenant'],
    ['no content', { content: undefined }, 'content'],
  ])('%s is refused by the name of the field', async (_, wrong, field) => {
    expect(await asAna.post(`/api/auth/reports/${report.id}/views`, { name: 'Certa', content, ...wrong })).toMatchObject({
      status: 422,
      body: { field },
    });
  });
});

describe('a report opens', () => {
  test('with the view I chose, else how I left it, else the one for all, else the original', async () => {
    const own = await makeReport(unit, { grantTo: [ana, bruno] });
    expect(await opening(asAna, own.id)).toBeNull();
    const forAll = await makeView(unit, own, admin, { shared: true, name: 'Da casa', state: 'YWxs' });
    const path = `/api/auth/reports/${own.id}/views`;
    expect(await asAna.put(`${path}/default_for_all`, { viewId: forAll.id })).toMatchObject({
      status: 403,
      body: { status: 'not_permitted' },
    });
    expect((await asAdmin.put(`${path}/default_for_all`, { viewId: forAll.id })).status).toBe(200);
    expect(await opening(asAna, own.id)).toMatchObject({ kind: 'view', state: 'YWxs', view: { name: 'Da casa', mine: 'N' } });

    await asAna.post('/api/auth/report_view/save/user-report-filters', { filters: { reportId: own.id, state: 'bGVmdA==' } });
    expect(await opening(asAna, own.id)).toEqual({ kind: 'saved', state: 'bGVmdA==', view: null });
    expect(await opening(asBruno, own.id)).toMatchObject({ kind: 'view', state: 'YWxs' });

    const mine = await makeView(unit, own, ana, { name: 'Minha', state: 'bWluZQ==' });
    expect((await asAna.put(`${path}/default`, { viewId: mine.id })).status).toBe(200);
    expect(await opening(asAna, own.id)).toMatchObject({ kind: 'view', state: 'bWluZQ==', view: { name: 'Minha', mine: 'S' } });
    expect(await listed(asAna, own.id)).toMatchObject([
      { name: 'Minha', forMe: 'S' },
      { name: 'Da casa', forAll: 'S', forMe: 'N' },
    ]);

    await asAna.put(`${path}/default`, { viewId: null });
    await asAna.delete(`/api/auth/report_view/save/user-report-filters?reportId=${own.id}`);
    await asAdmin.put(`${path}/default_for_all`, { viewId: null });
    expect(await opening(asAna, own.id)).toBeNull();
  });

  test('with one view for all: choosing another replaces it, and a view that is no longer shared is cleared', async () => {
    const own = await makeReport(unit, { grantTo: [ana] });
    const [first, second] = [await makeView(unit, own, ana, { forAll: true }), await makeView(unit, own, ana, { shared: true })];
    expect((await asAdmin.put(`/api/auth/reports/${own.id}/views/default_for_all`, { viewId: second.id })).status).toBe(200);
    const rows = await query('select id from report_views where report_id = $1 and for_all', [own.id]);
    expect(rows).toEqual([{ id: second.id }]);
    await asAna.put(`/api/auth/report_views/${second.id}`, { version: 1, name: 'Minha de novo', shared: 'N' });
    expect(await query('select 1 from report_views where report_id = $1 and for_all', [own.id])).toEqual([]);
    const personal = await makeView(unit, own, admin);
    expect((await asAdmin.put(`/api/auth/reports/${own.id}/views/default_for_all`, { viewId: personal.id })).status).toBe(404);
    expect((await asAdmin.put(`/api/auth/reports/${own.id}/views/default_for_all`, { viewId: first.id })).status).toBe(200);
  });

  test('with one view for all also when several are chosen at the same time', async () => {
    const own = await makeReport(unit, { grantTo: [ana] });
    const some = await Promise.all([1, 2, 3].map(() => makeView(unit, own, ana, { shared: true })));
    const path = `/api/auth/reports/${own.id}/views/default_for_all`;
    for (let round = 0; round < 3; round++) {
      const answers = await Promise.all([...some, ...some].map(({ id }) => asAdmin.put(path, { viewId: id })));
      expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
      expect(await query('select count(*)::int as n from report_views where report_id = $1 and for_all', [own.id])).toEqual([{ n: 1 }]);
      await asAdmin.put(path, { viewId: null });
    }
  });

  test('with no view of another report, and no other user’s personal one', async () => {
    const other = await makeReport(unit, { grantTo: [ana] });
    const [elsewhere, personal] = [await makeView(unit, other, ana), await makeView(unit, report, bruno)];
    for (const { id } of [elsewhere, personal, { id: unknownId }])
      expect((await asAna.put(`/api/auth/reports/${report.id}/views/default`, { viewId: id })).status).toBe(404);
  });

  test('with its saved state even after it was republished', async () => {
    const own = await makeReport(unit, { grantTo: [ana], serviceReportId: 'before' });
    await asAna.post('/api/auth/report_view/save/user-report-filters', { filters: { reportId: own.id, state: 'bGVmdA==' } });
    await add(asAna, 'Sul', {}, own.id);
    await query("update reports set service_report_id = 'after', dataset_id = 'other' where id = $1", [own.id]);
    expect(await opening(asAna, own.id)).toMatchObject({ kind: 'saved' });
    expect(await listed(asAna, own.id)).toMatchObject([{ name: 'Sul' }]);
  });
});

describe('filters saved for the next visit', () => {
  const path = '/api/auth/report_view/save/user-report-filters';

  test('replace the previous ones, and only their owner gets them back', async () => {
    const own = await makeReport(unit, { grantTo: [ana, bruno] });
    for (const state of ['Zmlyc3Q=', 'c2Vjb25k'])
      expect((await asAna.post(path, { filters: { reportId: own.id, state } })).status).toBe(200);
    expect(await opening(asAna, own.id)).toMatchObject({ kind: 'saved', state: 'c2Vjb25k' });
    expect(await opening(asBruno, own.id)).toBeNull();
  });

  test('are counted on home with the page a report was left on, as long as it opens that way', async () => {
    const own = await makeReport(unit, { grantTo: [ana, bruno] });
    const pages = [
      { name: 'p1', displayName: 'Resumo' },
      { name: 'p2', displayName: 'Comissões' },
    ];
    await query('update reports set pages = $2::jsonb where id = $1', [own.id, JSON.stringify(pages)]);
    const left = async (as: Api) =>
      (await as.get('/api/auth/dashboard')).body.recents.find(({ id }: { id: string }) => id === own.id)?.left;
    const visit = (as: Api, page: string) =>
      as.post('/api/auth/log/report/page/view', { reportId: own.id, visitId: randomUUID(), page, state: 'open' });
    const keep = (chosen?: number) => asAna.post(path, { filters: { reportId: own.id, state: 'eA==', chosen } });
    await visit(asAna, 'Comissões');
    await visit(asBruno, 'Página que saiu');
    await keep(2);
    expect(await left(asAna)).toEqual({ page: { name: 'p2', title: 'Comissões' }, filters: 2 });
    expect(await left(asBruno)).toEqual({ page: null, filters: 0 });
    // The user's chosen view takes precedence over the filters.
    const view = await makeView(unit, own, ana);
    await query('insert into report_view_defaults (tenant_id, user_id, report_id, view_id) values ($1, $2, $3, $4)', [
      ...[unit.id, ana.id, own.id, view.id],
    ]);
    expect((await left(asAna)).filters).toBe(0);
    await query('delete from report_view_defaults where view_id = $1', [view.id]);
    expect((await left(asAna)).filters).toBe(2);
    await asAna.delete(`${path}?reportId=${own.id}`);
    expect((await left(asAna)).filters).toBe(0);
    expect(await keep(-1)).toMatchObject({ status: 422, body: { field: 'filters.chosen' } });
  });

  test('are limited to 64 kB', async () => {
    const save = (size: number) => asAna.post(path, { filters: { reportId: report.id, state: 'x'.repeat(size) } });
    expect((await save(65_536)).status).toBe(200);
    expect(await save(65_537)).toMatchObject({ status: 422, body: { field: 'filters.state' } });
    expect((await save(120_000)).status).toBe(413);
  });

  test('are refused and not returned in a unit that does not save filters', async () => {
    const plain = await makeTenant();
    const person = await makeUser(plain);
    const own = await makeReport(plain, { grantTo: [person] });
    await query('insert into report_states (tenant_id, user_id, report_id, state) values ($1, $2, $3, $4)', [
      plain.id,
      person.id,
      own.id,
      'b2xk',
    ]);
    const as = await getApi(harness, plain, person);
    expect(await as.post(path, { filters: { reportId: own.id, state: 'bmV3' } })).toMatchObject({
      status: 403,
      body: { status: 'function_disabled' },
    });
    expect(await opening(as, own.id)).toBeNull();
  });

  test.each([
    ['an invalid id', { filters: { reportId: 'x', state: 'eA==' } }, 'filters.reportId'],
    ['an unknown nested field', { filters: { reportId: unknownId, state: 'eA==', page: 'p' } }, 'filters.page'],
    ['no filters', {}, 'filters'],
    ['a text', { filters: 'x' }, 'filters'],
  ])('%s is refused by name', async (_, body, field) => {
    expect(await asAna.post(path, body)).toMatchObject({ status: 422, body: { field } });
  });
});
