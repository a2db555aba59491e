import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { api, getApi, signIn } from '../support/api.ts';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { makeGroup, makeReport, makeSubgroup, makeWindow } from '../support/make-content.ts';
import { makeTenant } from '../support/make-tenant.ts';
import { makeUser } from '../support/make-user.ts';

const harness = useHarness();
const hour = 3_600_000;
// One fixed time for the whole file, in whole seconds.
const start = Math.floor(Date.now() / 1000) * 1000;
const at = (hours: number) => new Date(start + hours * hour).toISOString();

const later = async (tenant: { host: string }, who: { email: string }, hours: number) =>
  api(harness, tenant, await signIn(harness, tenant, who, undefined, { at: at(hours) }));

async function unit() {
  const tenant = await makeTenant();
  const [boss, viewer] = [await makeUser(tenant, { profile: 'admin' }), await makeUser(tenant, { name: 'Bruna Reis' })];
  const group = await makeGroup(tenant, { name: 'Comercial' });
  const subgroup = await makeSubgroup(tenant, group, { name: 'Vendas' });
  const report = await makeReport(tenant, { title: 'Vendas por loja', group, subgroup, grantTo: 'everyone' });
  return {
    tenant,
    boss,
    viewer,
    group,
    subgroup,
    report,
    admin: await getApi(harness, tenant, boss),
    reader: await getApi(harness, tenant, viewer),
  };
}
const tick = (hours: number) => harness.getWorker().scheduled({ cron: '* * * * *', scheduledTime: new Date(at(hours)) });
const inbox = (user: { id: string }) =>
  query('select kind, vars, link from notifications where user_id = $1 order by created_at, kind', [user.id]);

test('a window starting now covers the report for its viewers at once, shows until when, and ending it uncovers the report', async () => {
  const { admin, reader, report } = await unit();
  const added = await admin.post('/api/auth/maintenance', {
    target: 'report',
    targetIds: [report.id],
    title: 'Carga',
    text: 'Volta logo',
    endsAt: at(1),
  });
  expect(added).toMatchObject({ status: 200, body: { people: 1 } });
  const seen = await reader.get(`/api/auth/reports/${report.id}`);
  expect(seen.body).toMatchObject({
    prevented: 'report_in_maintenance',
    maintenance: { title: 'Carga', text: 'Volta logo', until: at(1) },
  });
  const embed = await reader.post(`/api/auth/reports/${report.id}/embed`);
  expect(embed.status).toBe(503);
  expect(Number(embed.headers.get('retry-after'))).toBeGreaterThan(3500);
  expect((await admin.post(`/api/auth/maintenance/${added.body.ids[0]}/end`)).status).toBe(200);
  expect((await reader.get(`/api/auth/reports/${report.id}`)).body.prevented).toBeNull();
  expect(await admin.post(`/api/auth/maintenance/${added.body.ids[0]}/end`)).toMatchObject({
    status: 409,
    body: { status: 'window_over' },
  });
});

test.each(['subgroup', 'group', 'unit'] as const)('a window of the %s covers its reports', async (target) => {
  const all = await unit();
  const ids = target === 'unit' ? [] : [all[target].id];
  await all.admin.post('/api/auth/maintenance', { target, targetIds: ids, title: 'Carga', endsAt: at(1) });
  expect((await all.reader.get(`/api/auth/reports/${all.report.id}`)).body.prevented).toBe('report_in_maintenance');
  const list = await all.reader.get('/api/auth/reports');
  expect(list.body.items[0].maintenanceUntil).toBe(at(1));
});

test('maintenance of the whole unit stops viewers at sign-in but not administrators, and the page explains it in the reader’s language', async () => {
  const { tenant, boss, viewer, admin } = await unit();
  const texts = { 'en-US': { title: 'Loading data', text: 'Back at noon' } };
  await admin.post('/api/auth/maintenance', { target: 'unit', title: 'Carga', texts, endsAt: at(1) });
  const page = await api(harness, tenant).post('/api/login/config');
  expect(page.body.maintenance).toMatchObject({ title: 'Carga', texts, until: expect.any(String) });
  await expect(signIn(harness, tenant, viewer)).rejects.toThrow('maitenance');
  await signIn(harness, tenant, boss);
});

test('no maintenance keeps a unit’s administrators or a partner’s people out, not even one that spares no one', async () => {
  const { tenant, boss, viewer, admin, reader, report } = await unit();
  const closed = { target: 'unit', title: 'Tudo parado', exceptAdmin: 'N', endsAt: at(1) };
  expect((await admin.post('/api/auth/maintenance', closed)).status).toBe(200);
  await expect(signIn(harness, tenant, viewer)).rejects.toThrow('maitenance');
  await signIn(harness, tenant, boss);
  for (const client of [admin, reader])
    expect((await client.get(`/api/auth/reports/${report.id}`)).body.prevented).toBe('report_in_maintenance');
  const partner = await makeTenant({ kind: 'partner' });
  const master = await makeUser(partner, { profile: 'master' });
  expect((await (await getApi(harness, partner, master)).post('/api/auth/maintenance', closed)).status).toBe(200);
  await signIn(harness, partner, master);
});

test('a window that only warns, or was canceled, stops no one', async () => {
  const { tenant, viewer, admin, reader, report } = await unit();
  await admin.post('/api/auth/maintenance', { target: 'unit', title: 'Lento hoje', blocks: 'N', endsAt: at(1) });
  const planned = await admin.post('/api/auth/maintenance', {
    target: 'report',
    targetIds: [report.id],
    title: 'Depois',
    startsAt: at(1),
    endsAt: at(2),
  });
  expect((await admin.post(`/api/auth/maintenance/${planned.body.ids[0]}/cancel`)).status).toBe(200);
  await signIn(harness, tenant, viewer);
  expect((await reader.get(`/api/auth/reports/${report.id}`)).body.prevented).toBeNull();
  expect((await (await later(tenant, viewer, 1.5)).get(`/api/auth/reports/${report.id}`, { at: at(1.5) })).body.prevented).toBeNull();
});

test('cron announces a day ahead to viewers, once, and at the end notifies those who asked for it', async () => {
  const { tenant, viewer, boss, admin, report } = await unit();
  const stranger = await makeUser(tenant);
  await query("update grants set subject = 'user', user_id = $1 where report_id = $2", [viewer.id, report.id]);
  await admin.post('/api/auth/maintenance', { target: 'report', targetIds: [report.id], title: 'Carga', startsAt: at(30), endsAt: at(32) });
  await tick(5);
  expect(await inbox(viewer)).toEqual([]);
  await Promise.all([tick(6.5), tick(6.5)]);
  await tick(7);
  expect(await inbox(viewer)).toEqual([
    {
      kind: 'maintenance_announced',
      vars: expect.objectContaining({ target: 'Vendas por loja', title: 'Carga', from: at(30).replace('.000', '') }),
      link: `/${report.id}/reports/view`,
    },
  ]);
  expect(await inbox(stranger)).toEqual([]);
  expect((await inbox(boss)).length).toBe(1);
  await tick(30.1);
  const waiter = await later(tenant, viewer, 30.1);
  const waiting = await waiter.post(`/api/auth/reports/${report.id}/maintenance/wait`, {}, { at: at(30.1) });
  expect(waiting.body).toEqual({ until: at(32) });
  await waiter.post(`/api/auth/reports/${report.id}/maintenance/wait`, {}, { at: at(30.2) });
  await tick(32);
  await tick(32.1);
  expect((await inbox(viewer)).map((row) => row.kind)).toEqual(['maintenance_announced', 'maintenance_over']);
});

test('of edits of one version at once one is kept, and its times are recorded as the database writes them', async () => {
  const { admin, report } = await unit();
  const window = { title: 'Carga', startsAt: at(2), endsAt: at(3) };
  const { body } = await admin.post('/api/auth/maintenance', { ...window, target: 'report', targetIds: [report.id] });
  const id = body.ids[0];
  const ends = [4, 5, 6, 7, 8];
  const answers = await Promise.all(
    ends.map((hours) => admin.put(`/api/auth/maintenance/${id}`, { ...window, version: 1, endsAt: at(hours) })),
  );
  expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 409, 409, 409, 409]);
  const rows = await query(
    `select m.ends_at as ends, a.change->'before' as before, a.change->'after'->'startsAt' = to_jsonb(m.starts_at) as starts_so,
      a.change->'after'->'endsAt' = to_jsonb(m.ends_at) as ends_so
    from audit a join maintenance m on m.id = a.row_id where m.id = $1 and a.what = 'maintenance.edit'`,
    [id],
  );
  expect(rows).toMatchObject([{ before: { title: 'Carga', text: '', blocks: true }, starts_so: true, ends_so: true }]);
  expect(new Date(rows[0]?.ends as string).toISOString()).toBe(at(ends[answers.findIndex((answer) => answer.status === 200)] ?? 0));
});

test('a new window and its edit are recorded with everything that the form holds', async () => {
  const { admin, report } = await unit();
  const texts = { 'en-US': { title: 'Loading', text: 'Back at noon' } };
  const window = { title: 'Carga', text: 'Volta logo', startsAt: at(2), endsAt: at(3), blocks: 'S' as const };
  const { body } = await admin.post('/api/auth/maintenance', {
    ...{ ...window, texts, exceptAdmin: 'N', announceHours: 48 },
    ...{ target: 'report', targetIds: [report.id] },
  });
  const [id] = body.ids;
  const edit = { ...window, version: 1, texts: {}, exceptAdmin: 'S', announceHours: 4 };
  expect((await admin.put(`/api/auth/maintenance/${id}`, edit)).status).toBe(200);
  const rows = await query('select change from audit where row_id = $1 order by at, id', [id]);
  const asMade = { title: 'Carga', text: 'Volta logo', texts, blocks: true, exceptAdmin: false, announceHours: 48, loginNotice: false };
  expect(rows).toMatchObject([
    { change: { after: { target: 'report', targetId: report.id, ...asMade } } },
    { change: { before: asMade, after: { ...asMade, texts: {}, exceptAdmin: true, announceHours: 4 } } },
  ]);
});

test('a running window can be extended before it ends, to at most 72 hours, and its audience is notified', async () => {
  const { tenant, boss, admin, viewer, report } = await unit();
  const added = await admin.post('/api/auth/maintenance', {
    target: 'report',
    targetIds: [report.id],
    title: 'Carga',
    startsAt: at(1),
    endsAt: at(2),
  });
  const [id] = added.body.ids;
  await tick(0.5);
  const edit = async (endsAt: string, version: number, when: number) =>
    (await later(tenant, boss, when)).put(
      `/api/auth/maintenance/${id}`,
      { version, title: 'Carga', startsAt: at(1), endsAt },
      { at: at(when) },
    );
  expect(await edit(at(80), 1, 1.5)).toMatchObject({ status: 422, body: { status: 'window_times', field: 'endsAt' } });
  expect(await edit(at(3), 1, 1.5)).toMatchObject({ status: 200, body: { version: 2 } });
  expect((await edit(at(4), 1, 1.5)).body.status).toBe('changed_meanwhile');
  expect((await (await later(tenant, boss, 1.6)).get(`/api/auth/maintenance/${id}`, { at: at(1.6) })).body).toMatchObject({
    state: 'extended',
    endsAt: at(3),
  });
  expect((await edit(at(9), 2, 3.5)).body.status).toBe('window_over');
  // A queue message announces the change, at its own time.
  await expect
    .poll(async () => (await inbox(viewer)).map((row) => row.kind).sort())
    .toEqual(['maintenance_announced', 'maintenance_changed']);
});

test('an end is required; wrong times and targets are refused at their field and nothing is written', async () => {
  const { tenant, admin, reader, report, group } = await unit();
  const other = await makeReport(await makeTenant(), {});
  const base = { target: 'report', targetIds: [report.id], title: 'Carga' };
  const refused: [object, number, string][] = [
    [base, 422, 'endsAt'],
    [{ ...base, endsAt: at(-1) }, 422, 'endsAt'],
    [{ ...base, startsAt: at(-2), endsAt: at(1) }, 422, 'startsAt'],
    [{ ...base, startsAt: at(1), endsAt: at(74) }, 422, 'endsAt'],
    [{ ...base, endsAt: '2026-13-45T99:00:00Z' }, 422, 'endsAt'],
    [{ ...base, endsAt: at(1), targetIds: [] }, 422, 'targetIds'],
    [{ ...base, endsAt: at(1), targetIds: [report.id, other.id] }, 404, 'targetIds'],
    [{ ...base, target: 'group', endsAt: at(1) }, 404, 'targetIds'],
    [{ ...base, target: 'unit', targetIds: [group.id], endsAt: at(1) }, 422, 'targetIds'],
    [{ ...base, endsAt: at(1), texts: { fr: { title: 'x', text: '' } } }, 422, 'texts.fr'],
    [{ ...base, endsAt: at(1), state: 'done' }, 422, 'state'],
  ];
  for (const [body, status, field] of refused)
    expect(await admin.post('/api/auth/maintenance', body)).toMatchObject({ status, body: { field } });
  expect((await reader.post('/api/auth/maintenance', { ...base, endsAt: at(1) })).status).toBe(403);
  expect(await query('select 1 from maintenance where tenant_id = $1', [tenant.id])).toEqual([]);
});

test('the list shows planned, running, past and canceled windows, each with its targets', async () => {
  const { tenant, admin, report } = await unit();
  await makeWindow(tenant, { title: 'Ontem', startsAt: at(-26), endsAt: at(-25) });
  await admin.post('/api/auth/maintenance', {
    target: 'report',
    targetIds: [report.id],
    title: 'Amanhã',
    startsAt: at(24),
    endsAt: at(25),
  });
  const current = await admin.get('/api/auth/maintenance?search=loja');
  expect(current.body).toMatchObject({
    total: 1,
    items: [{ title: 'Amanhã', target: 'report', targetName: 'Vendas por loja', state: 'announced', reports: 1 }],
  });
  expect((await admin.get('/api/auth/maintenance?view=past')).body).toMatchObject({
    items: [{ title: 'Ontem', state: 'done' }],
    counts: { current: 1, past: 1, cancelled: 0 },
  });
  expect((await admin.get(`/api/auth/maintenance?report=${report.id}&view=past`)).body.total).toBe(1);
});

test('viewers with the report open learn of the next window at each heartbeat, in their language; also of a running warning', async () => {
  const { tenant, viewer, admin, report } = await unit();
  const texts = { es: { title: 'Carga de datos', text: '' } };
  await admin.post('/api/auth/maintenance', {
    target: 'group',
    targetIds: [(await admin.get(`/api/auth/reports/${report.id}`)).body.group.id],
    title: 'Carga',
    text: 'De noite',
    texts,
    startsAt: at(2),
    endsAt: at(3),
  });
  const reader = await later(tenant, viewer, 1);
  const beat = (language: string) =>
    reader.post(
      '/api/auth/log/report/page/view',
      { reportId: report.id, visitId: crypto.randomUUID(), state: 'open' },
      { at: at(1), headers: { lang: language } },
    );
  expect((await beat('es')).body.announced).toEqual({ title: 'Carga de datos', text: '', startsAt: at(2), endsAt: at(3), blocks: 'S' });
  expect((await beat('pt-PT')).body.announced).toMatchObject({ title: 'Carga', text: 'De noite' });
  await admin.post('/api/auth/maintenance', { target: 'report', targetIds: [report.id], title: 'Lento', blocks: 'N', endsAt: at(1) });
  expect((await (await later(tenant, viewer, 0.1)).get(`/api/auth/reports/${report.id}`, { at: at(0.1) })).body).toMatchObject({
    prevented: null,
    announced: { title: 'Carga' },
  });
});

test('a preview counts the users the window would affect, as saving it does, and writes nothing', async () => {
  const tenant = await makeTenant();
  const admin = await makeUser(tenant, { profile: 'admin' });
  await makeUser(tenant, { profile: 'admin' });
  const [viewer] = [await makeUser(tenant), await makeUser(tenant)];
  const group = await makeGroup(tenant, { viewers: [viewer] });
  const subgroup = await makeSubgroup(tenant, group);
  const report = await makeReport(tenant, { subgroup });
  const calls = await getApi(harness, tenant, admin);
  const preview = async (target: string, ...targetIds: string[]) =>
    (await calls.post('/api/auth/maintenance/preview', { target, targetIds })).body.people;
  expect(await preview('unit')).toBe(3);
  const concerned = await preview('report', report.id);
  // More targets than one call plans are still counted together, as many as can be selected.
  for (const others of [150, 2_000])
    expect(await preview('report', ...Array.from({ length: others }, () => randomUUID()), report.id)).toBe(concerned);
  expect(await query('select count(*)::int as n from maintenance where tenant_id = $1', [tenant.id])).toEqual([{ n: 0 }]);
  const made = await calls.post('/api/auth/maintenance', { target: 'report', targetIds: [report.id], title: 'Carga', endsAt: at(2) });
  expect(made.body.people).toBe(concerned);
});
