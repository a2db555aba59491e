import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { getSession, makeEmbeddable, makePrincipal } from '../guards/place.ts';
import { api } from '../support/api.ts';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { makeCapacity } from '../support/make-capacity.ts';
import { makeGroup, makeReport, makeServiceAccount } from '../support/make-content.ts';
import { makeTask } from '../support/make-task.ts';
import { makeTenant } from '../support/make-tenant.ts';
import { makeUser } from '../support/make-user.ts';
import { fault, heal } from './report-service-scene.ts';

const harness = useHarness();
const path = '/api/auth/tasks';
const daily = { frequency: 'daily', times: ['06:00', '13:00'] };

async function unit() {
  const tenant = await makeTenant();
  const owner = await makeUser(tenant, { profile: 'admin', name: 'Ana Nunes' });
  const { token } = await getSession(tenant, owner, 'admin');
  const principal = await makePrincipal();
  const report = await makeEmbeddable(tenant, principal, { title: 'Vendas por loja' });
  const refresh = {
    name: 'Atualizar vendas',
    type: 'dataset',
    action: 'refresh',
    targetKind: 'report',
    targetId: report.id,
    triggers: [daily],
  };
  return { tenant, owner, admin: api(harness, tenant, token), principal, report, refresh };
}
const getNext = async (id: string) => (await query('select min(next_at) as at from task_triggers where task_id = $1', [id]))[0]?.at;
const getAudit = async (id: string) => (await query('select what from audit where row_id = $1 order by at', [id])).map(({ what }) => what);

describe('a task', () => {
  test('is added, listed, read, changed and deleted by its typed name, each recorded', async () => {
    const { tenant, admin, refresh, report, owner } = await unit();
    const added = await admin.post(path, refresh);
    expect(added).toMatchObject({ status: 200, body: { nextAt: expect.stringMatching(/T(09|16):00:00.000Z$/) } });
    const { id } = added.body;
    const row = { id, name: 'Atualizar vendas', targetName: report.title, ownerId: owner.id, ownerName: 'Ana Nunes', state: 'active' };
    expect((await admin.get(`${path}?search=atual&type=dataset&sort=-next`)).body).toMatchObject({ total: 1, items: [row] });
    expect((await admin.get(`${path}?state=paused`)).body.items).toEqual([]);
    expect((await admin.get(`${path}/${id}`)).body).toMatchObject({ ...row, options: {}, triggers: [daily], version: 1, lastRun: null });
    const edited = {
      version: 1,
      name: 'Vendas cedo',
      targetKind: 'report',
      targetId: report.id,
      triggers: [{ ...daily, times: ['05:00'] }],
    };
    expect((await admin.put(`${path}/${id}`, edited)).body).toMatchObject({ version: 2, nextAt: expect.stringMatching(/T08:00/) });
    expect(await admin.put(`${path}/${id}`, edited)).toMatchObject({ status: 409, body: { status: 'changed_meanwhile' } });
    expect((await admin.get(`${path}/export`)).body.csv).toContain('Vendas cedo;Atualizar dados;Vendas por loja;Ana Nunes;Ativa');
    expect((await admin.get(`${path}/${id}/history`)).body.items).toMatchObject([
      { what: 'task.edit', who: 'Ana Nunes', before: { name: 'Atualizar vendas' }, after: { name: 'Vendas cedo' } },
      { what: 'task.add' },
    ]);
    const waked = { ...edited, version: 2, wakeOutside: 'S' };
    expect((await admin.put(`${path}/${id}`, waked)).status).toBe(200);
    expect((await admin.put(`${path}/${id}`, { ...edited, version: 3 })).status).toBe(200);
    expect((await admin.get(`${path}/${id}`)).body.wakeOutside).toBe('S');
    // A target that an edit changed is named as it is called now.
    const other = await makeReport(tenant, { title: 'Metas', datasetId: randomUUID(), workspaceId: randomUUID() });
    expect((await admin.put(`${path}/${id}`, { ...edited, version: 4, targetId: other.id })).status).toBe(200);
    await query('delete from reports where id = $1', [other.id]);
    expect((await admin.get(`${path}/${id}/history`)).body.items[0]).toMatchObject({
      ...{ before: { targetId: report.id, targetName: report.title }, after: { targetId: other.id, targetName: null } },
    });
    expect((await admin.delete(`${path}/${id}?name=Vendas`)).status).toBe(422);
    expect((await admin.delete(`${path}/${id}?name=Vendas%20cedo%20`)).status).toBe(200);
    expect((await admin.get(`${path}/${id}`)).status).toBe(404);
    expect(await getAudit(id)).toEqual(['task.add', 'task.edit', 'task.edit', 'task.edit', 'task.edit', 'task.remove']);
  });

  test.each([
    [{ triggers: [{ frequency: 'weekly', times: ['06:00'] }] }, 'task_times', 'triggers.0.days'],
    [{ triggers: [{ frequency: 'once', date: '2020-01-01', times: ['06:00'] }] }, 'task_times', 'triggers.0.date'],
    [{ triggers: [daily, { frequency: 'once', date: '2020-01-01', times: ['06:00'] }] }, 'task_times', 'triggers.1.date'],
    [{ triggers: [{ frequency: 'daily', everyMinutes: 5, from: '06:00', until: '07:00' }] }, 'invalid_input', 'triggers.0.everyMinutes'],
    [{ startsAt: '2020-01-01T00:00:00.000Z' }, 'task_times', 'startsAt'],
    [{ endsAt: '2020-01-01T00:00:00.000Z' }, 'task_times', 'endsAt'],
    [{ action: 'start' }, 'invalid_input', 'action'],
    [{ targetKind: 'unit', targetId: null }, 'task_target', 'targetId'],
    [{ targetId: randomUUID() }, 'not_found', 'targetId'],
    [{ options: { minutes: 60 } }, 'invalid_input', 'options.minutes'],
    [{ zone: 'Moon/Sea' }, 'invalid_input', 'zone'],
    [{ name: ' ' }, 'required', 'name'],
  ])('is refused with %j', async (change, code, field) => {
    const { admin, refresh } = await unit();
    expect((await admin.post(path, { ...refresh, ...change })).body).toMatchObject({ status: code, field });
  });

  test('of a report without a model, or of a capacity that the unit doesn’t control, is refused', async () => {
    const { tenant, admin, refresh } = await unit();
    const linked = await makeReport(tenant, { kind: 'external', externalUrl: 'https://frota.invalid.mirante.app/x' });
    expect((await admin.post(path, { ...refresh, targetId: linked.id })).body.status).toBe('task_target');
    const other = await makeTenant();
    const getAccount = (tenant: { id: string }) =>
      makeServiceAccount(tenant, { directoryId: randomUUID(), appId: randomUUID(), secret: 'secret' });
    const mine = { tenant, account: await getAccount(tenant) };
    const { id } = await makeCapacity([{ tenant: other, account: await getAccount(other) }]);
    const pause = { ...refresh, type: 'capacity', action: 'pause', targetKind: 'capacity', targetId: id };
    expect((await admin.post(path, pause)).body.status).toBe('not_found');
    const { id: own } = await makeCapacity([mine]);
    expect((await admin.post(path, { ...pause, targetId: own })).status).toBe(200);
    // Only a refresh may start a paused capacity.
    const waking = { ...pause, targetId: own, wakeOutside: 'S' };
    expect((await admin.post(path, waking)).body).toMatchObject({ status: 'invalid_input', field: 'wakeOutside' });
  });

  test('of a capacity is made, run and taken over only by those who see its account, and runs only for them', async () => {
    const { tenant, admin, owner } = await unit();
    const other = await makeUser(tenant, { profile: 'admin' });
    const account = await makeServiceAccount(tenant, { directoryId: randomUUID(), appId: randomUUID(), secret: 's', registeredBy: owner });
    const { id: capacity } = await makeCapacity([{ tenant, account }]);
    const pause = { name: 'Noite', type: 'capacity', action: 'pause', targetKind: 'capacity', targetId: capacity, triggers: [daily] };
    const restrict = (on: boolean) => query('update tenants set restrict_accounts = $2 where id = $1', [tenant.id, String(on)]);
    const theirs = api(harness, tenant, (await getSession(tenant, other, 'admin')).token);
    await restrict(true);
    const { id } = (await admin.post(path, pause)).body;
    expect((await theirs.post(path, pause)).body.status).toBe('task_target');
    const moves = async () => [
      (await theirs.post(`${path}/${id}/run`)).body.status,
      (await theirs.post(`${path}/${id}/takeover`)).body.status,
    ];
    expect(await moves()).toEqual(['gives_more', 'gives_more']);
    expect((await admin.post(`${path}/${id}/test`)).body.steps[0]).toMatchObject({ step: 'owner', ok: 'S' });
    // A task that was made before its owner was limited to their own accounts.
    await restrict(false);
    const made = (await theirs.post(path, pause)).body.id;
    await restrict(true);
    expect((await admin.post(`${path}/${made}/test`)).body.steps[0]).toMatchObject({ step: 'owner', reason: 'right_gone' });
  });

  test('is for administrators, and for those of its unit alone', async () => {
    const [{ tenant, refresh, admin }, stranger] = [await unit(), await unit()];
    const viewer = await makeUser(tenant);
    const reader = api(harness, tenant, (await getSession(tenant, viewer, 'user')).token);
    const { body } = await admin.post(path, refresh);
    expect((await reader.get(path)).status).toBe(403);
    expect((await reader.post(path, refresh)).status).toBe(403);
    expect((await stranger.admin.get(`${path}/${body.id}`)).status).toBe(404);
    expect((await stranger.admin.post(`${path}/${body.id}/pause`)).status).toBe(404);
  });
});

test('a task is paused, resumed, extended, duplicated and taken over', async () => {
  const { tenant, admin, refresh, owner } = await unit();
  const { id } = (await admin.post(path, refresh)).body;
  const first = await getNext(id);
  expect((await admin.post(`${path}/${id}/pause`)).body).toMatchObject({ state: 'paused', nextAt: null });
  expect(await getNext(id)).toBeNull();
  expect((await admin.post(`${path}/${id}/pause`)).body.status).toBe('task_state');
  expect((await admin.post(`${path}/${id}/resume`)).body).toMatchObject({ state: 'active', nextAt: new Date(String(first)).toISOString() });
  expect((await admin.post(`${path}/${id}/extend`)).body.state).toBe('active');
  const copy = (await admin.post(`${path}/${id}/duplicate`)).body;
  expect((await admin.get(`${path}/${copy.id}`)).body).toMatchObject({ name: 'Atualizar vendas (2)', state: 'paused', triggers: [daily] });
  const heir = await makeUser(tenant, { profile: 'admin', name: 'Bruna Reis' });
  const asHeir = api(harness, tenant, (await getSession(tenant, heir, 'admin')).token);
  await query("update users set status = 'B' where id = $1", [owner.id]);
  await query("update tasks set state = 'suspended', reason = 'owner_gone' where id = $1", [id]);
  expect((await asHeir.post(`${path}/${id}/resume`)).body.status).toBe('task_state');
  expect((await asHeir.post(`${path}/${id}/takeover`)).body).toMatchObject({ state: 'active', nextAt: expect.any(String) });
  expect((await asHeir.get(`${path}/${id}`)).body).toMatchObject({ ownerId: heir.id, ownerName: 'Bruna Reis', reason: null });
});

test('a message passes to who edits it, because it names its owner as the author; a refresh doesn’t', async () => {
  const { tenant, owner, report } = await unit();
  const editor = await makeUser(tenant, { profile: 'admin', name: 'Bruna Reis' });
  const asEditor = api(harness, tenant, (await getSession(tenant, editor, 'admin')).token);
  const message = { audience: { type: 'all' }, texts: {}, mail: false, names: [] };
  const writes = await makeTask(tenant, { type: 'notification', action: 'send', owner, options: { message } });
  const refreshes = await makeTask(tenant, { type: 'dataset', action: 'refresh', targetKind: 'report', targetId: report.id, owner });
  const edit = { version: 1, name: 'Outro nome', triggers: [daily] };
  const unitWide = { targetKind: 'unit', targetId: null };
  expect((await asEditor.put(`${path}/${writes.id}`, { ...edit, ...unitWide })).status).toBe(200);
  expect((await asEditor.put(`${path}/${refreshes.id}`, { ...edit, targetKind: 'report', targetId: report.id })).status).toBe(200);
  const getOwner = async ({ id }: { id: string }) =>
    (await query('select u.name from tasks k join users u on u.tenant_id = k.tenant_id and u.id = k.owner_id where k.id = $1', [id]))[0]
      ?.name;
  expect([await getOwner(writes), await getOwner(refreshes)]).toEqual(['Bruna Reis', 'Ana Nunes']);
});

test('a task of which nothing lies ahead ends when its run is cancelled', async () => {
  const { tenant, owner, admin } = await unit();
  const waiting = async (nextAt: string | null) => {
    const task = await makeTask(tenant, { owner, action: 'end', nextAt });
    const [run] = await query(
      `insert into task_runs (tenant_id, task_id, trigger_id, due_at, state, next_try_at)
        values ($1, $2, $3, now(), 'claimed', now() + interval '1 day') returning id`,
      [tenant.id, task.id, task.trigger],
    );
    expect((await admin.post(`/api/auth/runs/${run?.id}/cancel`)).status).toBe(200);
    return (await admin.get(`${path}/${task.id}`)).body.state;
  };
  expect(await waiting(null)).toBe('ended');
  expect(await waiting(new Date(Date.now() + 86_400_000).toISOString())).toBe('active');
});

test('a test names each obstacle and changes nothing', async () => {
  const { tenant, admin, refresh, principal } = await unit();
  const { id } = (await admin.post(path, refresh)).body;
  const steps = async (task = id) =>
    Object.fromEntries(
      (await admin.post(`${path}/${task}/test`)).body.steps.map(({ step, reason }: { step: string; reason: string | null }) => [
        step,
        reason,
      ]),
    );
  const fine = { owner: null, target: null, account: null, capacity: null, effect: null };
  expect(await steps()).toEqual(fine);
  await fault(principal, { status: 503, path: 'refreshes' });
  expect(await steps()).toEqual({ ...fine, effect: 'report_service_down' });
  await heal();
  await query('update service_accounts set disabled = true where tenant_id = $1', [tenant.id]);
  expect(await steps()).toEqual({ ...fine, account: 'account_gone' });
  await makeUser(tenant);
  const group = await makeGroup(tenant);
  const ends = await makeTask(tenant, { action: 'end', targetKind: 'group', targetId: group.id });
  expect(await steps(ends.id)).toEqual({ ...fine, owner: 'owner_gone', effect: 'already' });
  expect(await query('select 1 from task_runs where tenant_id = $1', [tenant.id])).toEqual([]);
});

test('the next five runs of a draft skip holidays where it says so, in the unit’s zone', async () => {
  const { tenant, admin } = await unit();
  const draft = { triggers: [{ frequency: 'daily', times: ['06:00'], onHoliday: 'skip' }] };
  const first = (await admin.post(`${path}/next`, draft)).body;
  expect(first).toMatchObject({ zone: 'America/Sao_Paulo', runs: { length: 5 } });
  await query("insert into holidays (tenant_id, name, day) values ($1, 'Feriado', $2)", [tenant.id, first.runs[1].slice(0, 10)]);
  const after = (await admin.post(`${path}/next`, draft)).body.runs;
  expect(after).not.toContain(first.runs[1]);
  expect((await admin.post(`${path}/next`, { triggers: [{ frequency: 'weekly', times: ['06:00'] }] })).body.status).toBe('task_times');
});
