import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { queues } from '../../domain/jobs/queues.ts';
import { makePrincipal } from '../guards/place.ts';
import { type Api, getApi } from '../support/api.ts';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { makeGrant, makeReport, makeServiceAccount } from '../support/make-content.ts';
import { makeView } from '../support/make-report-view.ts';
import { makeTenant, type Tenant } from '../support/make-tenant.ts';
import { makeUser, type User } from '../support/make-user.ts';

const harness = useHarness();

let unit: Tenant;
let ana: User;
let bruno: User;
let carla: User;
let asAna: Api;
let report: { id: string; title: string };

beforeAll(async () => {
  unit = await makeTenant();
  [ana, bruno, carla] = [
    await makeUser(unit, { name: 'Ana Nunes' }),
    await makeUser(unit, { name: 'Bruno Dias' }),
    await makeUser(unit, { name: 'Carla Reis' }),
  ];
  report = await makeReport(unit, { title: 'Vendas diárias', grantTo: [ana, bruno] });
  asAna = await getApi(harness, unit, ana);
});

const share = (body: object, id = report.id) => asAna.post(`/api/auth/reports/${id}/share`, body);
const getInbox = (user: User) => query('select kind, vars, link from notifications where user_id = $1 order by created_at', [user.id]);

describe('sharing by e-mail', () => {
  test('recipients who may see the report get page, view and message; others are named and get nothing', async () => {
    const view = await makeView(unit, report, ana, { shared: true });
    const answer = await share({ people: [bruno.id, carla.id], message: ' Veja o Sul. ', page: 'Seção 2', viewId: view.id });
    expect(answer).toMatchObject({ status: 200, body: { told: 1, without: [{ id: carla.id, name: 'Carla Reis' }] } });
    expect(await getInbox(bruno)).toEqual([
      {
        kind: 'report_shared',
        vars: { person: 'Ana Nunes', report: 'Vendas diárias', message: 'Veja o Sul.' },
        link: `/${report.id}/reports/view?page=Se%C3%A7%C3%A3o%202&view=${view.id}`,
      },
    ]);
    expect(await getInbox(carla)).toEqual([]);
    const [said] = await query("select user_id, change from audit where what = 'report.share' and row_id = $1", [report.id]);
    expect(said).toMatchObject({ user_id: ana.id });
  });

  test('an administrator sees every report, so is notified without a grant', async () => {
    const admin = await makeUser(unit, { profile: 'admin' });
    expect((await share({ people: [admin.id] })).body).toEqual({ told: 1, without: [] });
  });

  test('an expired grant, a hidden report or a blocked user are no access', async () => {
    const late = await makeUser(unit, { name: 'Dora Lima' });
    await makeGrant(unit, report, late, { validUntil: new Date(Date.now() - 60_000).toISOString() });
    expect((await share({ people: [late.id] })).body).toMatchObject({ told: 0, without: [{ name: 'Dora Lima' }] });
    const gone = await makeUser(unit, { status: 'B' });
    await makeGrant(unit, report, gone);
    expect((await share({ people: [gone.id] })).status).toBe(404);
  });

  test('a personal view cannot be shared, nor a view of another report', async () => {
    const personal = await makeView(unit, report, ana);
    const other = await makeReport(unit, { grantTo: [ana] });
    const elsewhere = await makeView(unit, other, ana, { shared: true });
    for (const { id } of [personal, elsewhere])
      expect(await share({ people: [bruno.id], viewId: id })).toMatchObject({ status: 404, body: { field: 'viewId' } });
  });

  test('another tenant’s users are not found', async () => {
    const stranger = await makeUser(await makeTenant());
    expect(await share({ people: [bruno.id, stranger.id] })).toMatchObject({ status: 404, body: { field: 'people' } });
  });

  test('is limited to sixty people an hour, also in concurrent calls; then the wait is stated', async () => {
    const own = await makeReport(unit, { grantTo: 'everyone' });
    const sender = await makeUser(unit);
    const people = await Promise.all(Array.from({ length: 15 }, () => makeUser(unit, { account: false })));
    const as = await getApi(harness, unit, sender);
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => as.post(`/api/auth/reports/${own.id}/share`, { people: people.map(({ id }) => id) })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(4);
    const refused = answers.find(({ status }) => status !== 200);
    expect(refused).toMatchObject({ status: 429, body: { status: 'share_limit_reached', vars: { limit: 60 } } });
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  test.each([
    ['no recipient', { people: [] }, 'people'],
    ['too many', { people: Array.from({ length: 21 }, () => crypto.randomUUID()) }, 'people'],
    ['a long message', { people: [crypto.randomUUID()], message: 'x'.repeat(501) }, 'message'],
    ['an address', { people: [crypto.randomUUID()], link: 'https://elsewhere.test' }, 'link'],
  ])('%s is refused by the name of the field', async (_, body, field) => {
    expect(await share(body)).toMatchObject({ status: 422, body: { field } });
  });

  test('suggests colleagues by the beginning of a name, never yourself or another tenant', async () => {
    await makeUser(await makeTenant(), { name: 'Bruno Alheio' });
    const found = await asAna.get(`/api/auth/reports/${report.id}/receivers?q=${encodeURIComponent('BRUNO')}`);
    expect(found.body.people).toEqual([{ id: bruno.id, name: 'Bruno Dias', email: bruno.email }]);
    expect((await asAna.get(`/api/auth/reports/${report.id}/receivers?q=ana`)).body.people).toEqual([]);
  });
});

describe('data refresh information', () => {
  const path = () => `/api/auth/reports/${report.id}`;

  test('you can ask to be notified of newer data and cancel it; a repeat changes nothing', async () => {
    for (let n = 0; n < 2; n++) expect((await asAna.put(`${path()}/fresh_notice`)).status).toBe(200);
    expect((await asAna.get(path())).body.tellsWhenFresh).toBe(true);
    expect(await query('select 1 from audit where what = $1 and row_id = $2', ['fresh_notice.add', report.id])).toHaveLength(1);
    for (let n = 0; n < 2; n++) expect((await asAna.delete(`${path()}/fresh_notice`)).status).toBe(200);
    expect((await asAna.get(path())).body.tellsWhenFresh).toBe(false);
  });

  test('when a refresh ends at the service, those waiting are notified once', async () => {
    const principal = await makePrincipal();
    const own = await makeReport(unit, {
      title: 'Estoque',
      grantTo: [carla],
      account: await makeServiceAccount(unit, principal),
      workspaceId: principal.workspaceId,
      serviceReportId: principal.serviceReportId,
      datasetId: principal.datasetId,
    });
    await query("update reports set data_at = '2020-01-01T00:00:00Z', checked_at = null where id = $1", [own.id]);
    await (await getApi(harness, unit, carla)).put(`/api/auth/reports/${own.id}/fresh_notice`);
    // Reports checked longest ago come first, a hundred per tick.
    await query("update reports set checked_at = '2000-01-01T00:00:00Z' where id = $1", [own.id]);
    await harness.getWorker().scheduled({ cron: '* * * * *' });
    await expect.poll(() => getInbox(carla), { timeout: 30_000 }).toHaveLength(1);
    const body = { kind: 'data-time', tenant: unit.id, id: own.id };
    const readTime = () => harness.getWorker().consume(queues.work.name, [{ id: randomUUID(), timestamp: new Date(), attempts: 1, body }]);
    await readTime();
    expect(await getInbox(carla)).toMatchObject([{ kind: 'report_fresh', vars: { report: 'Estoque' }, link: `/${own.id}/reports/view` }]);
    expect(await query('select 1 from fresh_waiters where report_id = $1', [own.id])).toEqual([]);
    // The same request brought the schedule; the viewer gets it without another one.
    const refreshes = async () => (await (await getApi(harness, unit, carla)).get(`/api/auth/reports/${own.id}/refreshes`)).body.nextAt;
    const next = Date.parse(await refreshes()) - Date.now();
    expect(next).toBeGreaterThan(-60_000);
    expect(next).toBeLessThanOrEqual(3_600_000);
    const kept =
      "update reports set load_schedule = jsonb_set(load_schedule, '{schedule}', $2::jsonb) where id = $1 returning load_schedule->>'at' as at";
    const [read] = await query(kept, [own.id, 'null']);
    expect(await refreshes()).toBeNull();
    await readTime();
    // A schedule read within the last hours isn't requested again.
    expect(await query("select load_schedule->>'at' as at from reports where id = $1", [own.id])).toEqual([read]);
    expect(await refreshes()).toBeNull();
  });

  test.each([
    ['the unit', { mostrar_ultima_atualizacao_relatorio: false }, {}],
    ['the layer above', {}, { mostrar_ultima_atualizacao_relatorio_global: false }],
  ])('a “no” of %s hides the last update from card, list and viewer', async (_, own, above) => {
    const partner = await makeTenant({ kind: 'partner', settings: above });
    const tenant = await makeTenant({ parent: partner, settings: own });
    const person = await makeUser(tenant);
    const { id } = await makeReport(tenant, { grantTo: [person] });
    await query("update reports set data_at = app.now(), freshness = 'failed' where id = $1", [id]);
    const as = await getApi(harness, tenant, person);
    const hidden = { dataAt: null, freshness: 'unknown' };
    const one = (await as.get(`/api/auth/reports/${id}`)).body;
    expect(one).toMatchObject({ ...hidden, options: { showLastUpdate: false } });
    expect((await as.get('/api/auth/reports')).body.items[0]).toMatchObject(hidden);
    expect((await as.get('/api/auth/dashboard')).body.latest[0]).toMatchObject(hidden);
    expect((await as.get(`/api/auth/reports/${id}/refreshes`)).body).toEqual({ ...hidden, nextAt: null, runs: [] });
  });

  test('otherwise it is shown, with a failure; the report’s own setting hides it alone', async () => {
    await query("update reports set data_at = app.now(), freshness = 'failed' where id = $1", [report.id]);
    expect((await asAna.get(path())).body).toMatchObject({ freshness: 'failed', options: { showLastUpdate: true } });
    await query('update reports set show_last_update = false where id = $1', [report.id]);
    expect((await asAna.get(path())).body).toMatchObject({ freshness: 'unknown', dataAt: null, options: { showLastUpdate: false } });
    await query('update reports set show_last_update = true where id = $1', [report.id]);
  });
});

describe('the watermark over a report', () => {
  const marked = async (settings: object, choice: string) => {
    const tenant = await makeTenant({ name: 'Vértice', settings: { ...settings } });
    const person = await makeUser(tenant, { name: 'Helena Prado' });
    const { id } = await makeReport(tenant, { grantTo: [person] });
    await query('update reports set watermark = $1 where id = $2', [choice, id]);
    const { body } = await (await getApi(harness, tenant, person)).get(`/api/auth/reports/${id}`);
    return { mark: body.watermark, person };
  };

  test('names user, unit and the address as the server saw it', async () => {
    const { mark, person } = await marked({ enable_watermark: 'S' }, 'inherit');
    expect(mark).toMatchObject({
      template: '{email} · {dd/MM/yyyy HH:mm} · {ip}',
      opacity: 8,
      who: { email: person.email, name: 'Helena Prado', unit: 'Vértice' },
    });
    expect(mark.who.ip).toEqual(expect.any(String));
    expect(Math.abs(Date.parse(mark.serverNow) - Date.now())).toBeLessThan(60_000);
  });

  test.each([
    ['S', 'off', false],
    ['N', 'on', true],
    ['N', 'inherit', false],
  ])('a unit that says %s and a report that says %s: %s', async (enable_watermark, choice, is) => {
    expect((await marked({ enable_watermark }, choice)).mark !== null).toBe(is);
  });
});

test('home lists the reports a user opened most in thirty days, with counts', async () => {
  const person = await makeUser(unit);
  const [often, once, long] = [
    await makeReport(unit, { title: 'Muito visto', grantTo: [person] }),
    await makeReport(unit, { title: 'Visto uma vez', grantTo: [person] }),
    await makeReport(unit, { title: 'Visto há muito', grantTo: [person] }),
  ];
  const visit = (id: string, days: number) =>
    query(
      'insert into visits (tenant_id, id, user_id, report_id, last_at) values ($1, gen_random_uuid(), $2, $3, app.now() - make_interval(days => $4::int))',
      [...[unit.id, person.id, id, String(days)]],
    );
  for (const days of [1, 2, 3]) await visit(often.id, days);
  await visit(once.id, 0);
  for (let n = 0; n < 9; n++) await visit(long.id, 40);
  const { body } = await (await getApi(harness, unit, person)).get('/api/auth/dashboard');
  expect(body.mostUsed.map(({ title, visits }: { title: string; visits: number }) => [title, visits])).toEqual([
    ['Muito visto', 3],
    ['Visto uma vez', 1],
  ]);
});
