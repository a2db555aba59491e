import { setTimeout as pause } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { getSession, makeEmbeddable, makePrincipal } from '../guards/place.ts';
import { api } from '../support/api.ts';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { makeTask } from '../support/make-task.ts';
import { makeTenant } from '../support/make-tenant.ts';
import { makeUser } from '../support/make-user.ts';
import { fault, heal, seen } from './report-service-scene.ts';

const harness = useHarness();
const path = '/api/auth/tasks';
const minute = 60_000;
/** A full hour ahead, so that every tick has its own minute. */
const start = Math.ceil(Date.now() / 3_600_000 + 1) * 3_600_000;
const at = (minutes: number) => new Date(start + minutes * minute).toISOString();
const tick = (minutes: number) => harness.getWorker().scheduled({ cron: '* * * * *', scheduledTime: new Date(start + minutes * minute) });

const getRuns = (task: { id: string }) =>
  query('select state, reason, attempt, notes from task_runs where task_id = $1 order by due_at', [task.id]);
/** Runs of a task once none is open any more. */
async function endedRuns(task: { id: string }, count: number) {
  await vi.waitFor(async () => {
    const rows = await getRuns(task);
    expect(rows.filter(({ state }) => state !== 'claimed' && state !== 'running')).toHaveLength(count);
  }, 60_000);
  return getRuns(task);
}
const inbox = (user: { id: string }) =>
  query('select kind, vars from notifications where user_id = $1 order by created_at, kind', [user.id]);
const getTask = async ({ id }: { id: string }) => (await query('select state, reason, failures from tasks where id = $1', [id]))[0];

async function unit() {
  const tenant = await makeTenant();
  const owner = await makeUser(tenant, { profile: 'admin', name: 'Ana Nunes' });
  const { token } = await getSession(tenant, owner, 'admin');
  return { tenant, owner, admin: api(harness, tenant, token) };
}
async function refreshed() {
  const place = await unit();
  const principal = await makePrincipal();
  const report = await makeEmbeddable(place.tenant, principal, { title: 'Vendas' });
  const task = (options: Parameters<typeof makeTask>[1] = {}) =>
    makeTask(place.tenant, {
      ...{ type: 'dataset', action: 'refresh', targetKind: 'report', targetId: report.id, owner: place.owner },
      ...options,
    });
  return { ...place, principal, report, task };
}
const getRefreshes = async ({ id }: { id: string }) =>
  (await query("select 1 from audit where tenant_id = $1 and what = 'report.refresh'", [id])).length;

test('sixty ticks of one minute make one run, and the trigger moves on by a day', async () => {
  const { tenant, owner } = await unit();
  const task = await makeTask(tenant, { owner, action: 'end', nextAt: at(1), times: [at(1).slice(11, 16)] });
  await query("update tenants set zone = 'UTC' where id = $1", [tenant.id]);
  await query('update task_triggers set next_at = $1 where id = $2', [at(1), task.trigger]);
  await Promise.all(Array.from({ length: 60 }, () => tick(1)));
  expect(await endedRuns(task, 1)).toMatchObject([{ state: 'skipped', reason: 'already' }]);
  expect(await query('select next_at::text as at from task_triggers where id = $1', [task.trigger])).toEqual([
    {
      at: at(1 + 1440)
        .replace('T', ' ')
        .replace('.000Z', '+00'),
    },
  ]);
});

test('a refresh starts at the service with the task’s account, and is recorded for its owner', async () => {
  const { tenant, owner, task, principal, report } = await refreshed();
  const one = await task({ name: 'Atualizar vendas', nextAt: at(3) });
  await tick(3);
  expect(await endedRuns(one, 1)).toMatchObject([{ state: 'succeeded', attempt: 1 }]);
  expect((await seen(principal)).calls).toBeGreaterThan(0);
  expect(
    await query("select user_id, row_id, change->>'task' as task from audit where tenant_id = $1 and what = 'report.refresh'", [tenant.id]),
  ).toEqual([{ user_id: owner.id, row_id: report.id, task: 'Atualizar vendas' }]);
});

test('a failed refresh is tried again after 1, 5 and 15 minutes, and three failed runs suspend the task and say so', async () => {
  const { owner, task, principal } = await refreshed();
  const one = await task({ nextAt: at(10) });
  await query('update tasks set failures = 2 where id = $1', [one.id]);
  await fault(principal, { status: 503, path: 'refreshes' });
  await tick(10);
  await vi.waitFor(
    async () => expect(await getRuns(one)).toMatchObject([{ state: 'claimed', attempt: 1, reason: 'report_service_down' }]),
    15_000,
  );
  for (const [minutes, attempt] of [
    [11, 2],
    [16, 3],
  ] as const) {
    await tick(minutes);
    await vi.waitFor(async () => expect(await getRuns(one)).toMatchObject([{ state: 'claimed', attempt }]), 15_000);
  }
  await tick(31);
  expect(await endedRuns(one, 1)).toMatchObject([{ state: 'failed', attempt: 4, reason: 'report_service_down' }]);
  expect(await getTask(one)).toEqual({ state: 'suspended', reason: 'report_service_down', failures: 3 });
  expect(await query('select next_at from task_triggers where id = $1', [one.trigger])).toEqual([{ next_at: null }]);
  expect(await inbox(owner)).toMatchObject([{ kind: 'task_suspended', vars: { reason: 'report_service_down' } }]);
  await heal();
});

test('a run that comes too late is missed, and its owner is notified once of all of them', async () => {
  const { owner, task } = await refreshed();
  const one = await task({ times: ['00:00', '06:00', '12:00', '18:00'], nextAt: new Date(start - 2880 * minute).toISOString() });
  await query("update tasks set starts_at = now() - interval '10 days' where id = $1", [one.id]);
  await tick(40);
  await vi.waitFor(async () => expect(await inbox(owner)).toHaveLength(1), 15_000);
  const runs = await getRuns(one);
  expect(runs.length).toBeGreaterThan(6);
  expect(new Set(runs.map(({ state, reason }) => `${state} ${reason}`))).toEqual(new Set(['missed late']));
  expect(await inbox(owner)).toMatchObject([{ kind: 'task_missed', vars: { count: runs.length } }]);
});

test.each([
  ['owner_gone', "update users set status = 'B' where id = $1"],
  ['right_gone', "update users set profile = 'user' where id = $1"],
] as const)('a task whose owner lost the right is suspended (%s) and administrators are notified', async (reason, change) => {
  const { tenant, owner, task } = await refreshed();
  const other = await makeUser(tenant, { profile: 'admin' });
  const one = await task({ nextAt: at(42) });
  await query(change, [owner.id]);
  await tick(42);
  expect(await endedRuns(one, 1)).toMatchObject([{ state: 'skipped', reason }]);
  expect(await getTask(one)).toMatchObject({ state: 'suspended', reason });
  expect(await inbox(other)).toMatchObject([{ kind: 'task_suspended', vars: { reason } }]);
  expect(await getRefreshes(tenant)).toBe(0);
});

test('a missing target, a hidden screen and an ended relation suspend too; a suspended unit runs nothing', async () => {
  const [gone, hidden, visit, blocked] = await Promise.all([refreshed(), refreshed(), refreshed(), refreshed()]);
  const tasks = await Promise.all([
    gone.task({ nextAt: at(44), targetId: crypto.randomUUID() }),
    hidden.task({ nextAt: at(44) }),
    visit.task({ nextAt: at(44), owner: null, relation: crypto.randomUUID() }),
    blocked.task({ nextAt: at(44) }),
  ]);
  await query(`update settings set "values" = "values" || '{"hidden_menu":["auto_actions"]}' where tenant_id = $1`, [hidden.tenant.id]);
  await query("update tenants set status = 'I' where id = $1", [blocked.tenant.id]);
  await tick(44);
  for (const [index, reason] of ['target_gone', 'screen_hidden', 'visit_ended', 'tenant_blocked'].entries()) {
    const task = tasks[index] ?? tasks[0];
    const state = reason === 'tenant_blocked' ? 'active' : 'suspended';
    await vi.waitFor(async () => expect([reason, await getTask(task)]).toMatchObject([reason, { state }]), 15_000);
    // A task of an ended relation is also found between its runs, and then has none.
    if (reason !== 'visit_ended') expect([reason, await endedRuns(task, 1)]).toMatchObject([reason, [{ state: 'skipped', reason }]]);
  }
});

test('a window opens for its minutes, announced ahead, and another task ends it', async () => {
  const { tenant, owner } = await unit();
  const viewer = await makeUser(tenant);
  const options = {
    minutes: 90,
    title: 'Carga',
    text: 'Volta logo',
    blocks: true,
    exceptAdmin: true,
    announceHours: 2,
    pausesCapacity: true,
  };
  const opens = await makeTask(tenant, { owner, options, nextAt: at(180) });
  const ends = await makeTask(tenant, { owner, action: 'end', nextAt: at(200) });
  await tick(66);
  await vi.waitFor(async () => expect(await query('select 1 from maintenance where tenant_id = $1', [tenant.id])).toHaveLength(1), 15_000);
  await tick(67);
  await vi.waitFor(async () => expect((await inbox(viewer)).map(({ kind }) => kind)).toEqual(['maintenance_announced']), 15_000);
  await tick(180);
  expect(await endedRuns(opens, 1)).toMatchObject([{ state: 'succeeded' }]);
  const windows = () =>
    query(
      'select starts_at::text as starts, ends_at::text as ends, pauses_capacity as pauses, added_by_id as by from maintenance where tenant_id = $1',
      [tenant.id],
    );
  const text = (minutes: number) => at(minutes).replace('T', ' ').replace('.000Z', '+00');
  expect(await windows()).toEqual([{ starts: text(180), ends: text(270), pauses: true, by: owner.id }]);
  await tick(200);
  expect(await endedRuns(ends, 1)).toMatchObject([{ state: 'succeeded' }]);
  expect((await windows())[0]?.ends).toBe(text(200));
});

test.each([
  ['owner_gone', 180, "update users set status = 'B' where tenant_id = $1 and profile = 'admin' and name = 'Ana Nunes'"],
  ['visit_ended', 80, "update tenants set status = 'B' where id = (select above_id from relations where tenant_id = $1)"],
] as const)(
  'a window that was announced is taken back when its task is suspended (%s)',
  async (reason, minute, change) => {
    const partner = await makeTenant({ kind: 'partner' });
    const tenant = await makeTenant({ parent: partner });
    const owner = await makeUser(tenant, { profile: 'admin', name: 'Ana Nunes' });
    const [relation] = await query('select id from relations where tenant_id = $1', [tenant.id]);
    const by = reason === 'owner_gone' ? { owner } : { relation: String(relation?.id) };
    const options = { minutes: 90, title: 'Carga', blocks: true, announceHours: 2 };
    const task = await makeTask(tenant, { ...by, options, nextAt: at(180) });
    await tick(66);
    const windows = () => query('select cancelled_at is not null as cancelled from maintenance where tenant_id = $1', [tenant.id]);
    await vi.waitFor(async () => expect(await windows()).toEqual([{ cancelled: false }]), 15_000);
    await query(change, [tenant.id]);
    await tick(minute);
    await vi.waitFor(async () => expect(await getTask(task)).toMatchObject({ state: 'suspended', reason }), 15_000);
    expect(await windows()).toEqual([{ cancelled: true }]);
    expect(await query("select 1 from audit where tenant_id = $1 and what = 'maintenance.cancel'", [tenant.id])).toHaveLength(1);
  },
  60_000,
);

test('a Worker killed between the claim and the effect repeats harmlessly, and a lost message costs a minute', async () => {
  const { task, tenant } = await refreshed();
  const one = await task({ nextAt: at(210) });
  // As a Worker leaves it that died after it took the run: the service had already begun.
  await tick(210);
  await endedRuns(one, 1);
  await query(
    `update task_runs set state = 'running', attempt = 1, started_at = now(), ended_at = null, next_try_at = $1, taken_until = $1
      where task_id = $2`,
    [at(212), one.id],
  );
  await tick(211);
  await pause(300);
  expect(await getRuns(one)).toMatchObject([{ state: 'running' }]);
  await tick(212);
  expect(await endedRuns(one, 1)).toMatchObject([{ state: 'succeeded' }]);
  expect(await getRefreshes(tenant)).toBe(2);
});

test('a task ends after its last run, owners hear 30, 7 and 1 day(s) before, and old runs are swept', async () => {
  const { tenant, owner } = await unit();
  const days = (n: number) => new Date(start + n * 1440 * minute).toISOString();
  const ending = await makeTask(tenant, { name: 'Carga', owner, endsAt: days(6), nextAt: days(1) });
  await tick(6 + 240);
  await tick(21 + 240);
  await vi.waitFor(async () => expect(await inbox(owner)).toHaveLength(1), 15_000);
  expect(await inbox(owner)).toMatchObject([{ kind: 'task_ending', vars: { task: 'Carga', days: 6 } }]);
  await query('update tasks set ends_at = now() where id = $1', [ending.id]);
  await tick(36 + 240);
  await vi.waitFor(async () => expect(await getTask(ending)).toMatchObject({ state: 'ended' }), 15_000);
});

test('another time zone keeps the time on the clock', async () => {
  const { tenant, owner } = await unit();
  await query("update tenants set zone = 'UTC' where id = $1", [tenant.id]);
  const task = await makeTask(tenant, { owner, times: ['06:00'], nextAt: at(2000) });
  await query("update tenants set zone = 'Asia/Tokyo' where id = $1", [tenant.id]);
  await tick(290);
  await vi.waitFor(async () => {
    const [row] = await query("select to_char(next_at at time zone 'Asia/Tokyo', 'HH24:MI') as at from task_triggers where id = $1", [
      task.trigger,
    ]);
    expect(row?.at).toBe('06:00');
  }, 60_000);
  expect(await getRuns(task)).toEqual([]);
});

test('another time zone keeps the moment where that was chosen, until the task or the unit goes back to one clock', async () => {
  const { tenant, owner, admin } = await unit();
  await query("update tenants set zone = 'America/Sao_Paulo' where id = $1", [tenant.id]);
  const task = await makeTask(tenant, { owner, action: 'end', nextAt: at(60), times: ['06:00'] });
  const other = await makeTask(tenant, { owner, action: 'end', nextAt: at(60), times: ['06:00'] });
  const clocks = async (zone: string) => {
    await tick(0);
    return query(
      `select to_char(g.next_at at time zone $1, 'HH24:MI') as at, k.zone from task_triggers g
        join tasks k on k.tenant_id = g.tenant_id and k.id = g.task_id where k.id = any ($2::uuid[]) order by k.id = $3 desc`,
      [zone, [task.id, other.id], task.id],
    );
  };
  const move = (timezone: string, more: object = {}) => admin.post('/api/auth/config/update', { timezone, ...more });
  const version = async () => (await admin.get(`${path}/${task.id}`)).body.version;
  const opened = await version();
  expect((await move('Asia/Tokyo', { tasks_keep_moment: 'S' })).status).toBe(200);
  const kept = { at: '06:00', zone: 'America/Sao_Paulo' };
  await expect.poll(() => clocks('America/Sao_Paulo')).toEqual([kept, kept]);
  expect(await query("select change->'after' as told from audit where tenant_id = $1 and what = 'settings.edit'", [tenant.id])).toEqual([
    { told: { timezone: 'Asia/Tokyo', tasks_keep_moment: 'S' } },
  ]);
  // A form opened before is outdated; saved again, it takes the unit's clock.
  const { body } = await admin.get(`${path}/${task.id}`);
  const fields = { name: body.name, targetKind: body.targetKind, targetId: body.targetId, triggers: body.triggers };
  expect(await admin.put(`${path}/${task.id}`, { ...fields, version: opened })).toMatchObject({ body: { status: 'changed_meanwhile' } });
  expect(await admin.put(`${path}/${task.id}`, { ...fields, version: body.version, zone: 'Moon/Sea' })).toMatchObject({
    body: { status: 'invalid_input', field: 'zone' },
  });
  expect((await admin.put(`${path}/${task.id}`, { ...fields, version: body.version, name: 'Renamed' })).status).toBe(200);
  await expect.poll(() => clocks('America/Sao_Paulo')).toEqual([kept, kept]);
  expect((await admin.put(`${path}/${task.id}`, { ...fields, version: await version(), zone: null })).status).toBe(200);
  await expect
    .poll(() => clocks('Asia/Tokyo'))
    .toEqual([
      { at: '06:00', zone: null },
      { at: '18:00', zone: 'America/Sao_Paulo' },
    ]);
  const copy = (await admin.post(`${path}/${other.id}/duplicate`)).body.id;
  expect((await admin.get(`${path}/${copy}`)).body.zone).toBe('America/Sao_Paulo');
  const draft = { triggers: body.triggers, zone: 'America/Sao_Paulo' };
  expect((await admin.post(`${path}/next`, draft)).body).toMatchObject({ zone: 'America/Sao_Paulo' });
  // Back in its old zone, the unit has one clock again; a move without a choice keeps the time on it.
  expect((await move('America/Sao_Paulo')).status).toBe(200);
  await expect
    .poll(() => clocks('America/Sao_Paulo'))
    .toEqual([
      { at: '06:00', zone: null },
      { at: '06:00', zone: null },
    ]);
  expect((await move('Europe/Lisbon')).status).toBe(200);
  await expect
    .poll(() => clocks('Europe/Lisbon'))
    .toEqual([
      { at: '06:00', zone: null },
      { at: '06:00', zone: null },
    ]);
});

test('an occurrence that was due before the clock changed isn’t lost', async () => {
  const { tenant, owner, admin } = await unit();
  const due = new Date(Date.now() - 5 * minute).toISOString();
  const [one, other] = [await makeTask(tenant, { owner, nextAt: due }), await makeTask(tenant, { owner, nextAt: due })];
  await query("update tenants set zone = 'Asia/Tokyo' where id = $1", [tenant.id]);
  const { version } = (await admin.get('/api/auth/holidays')).body;
  const items = [{ name: 'Natal', day: null, month: 12, monthDay: 25 }];
  expect((await admin.put('/api/auth/holidays', { version, items })).status).toBe(200);
  await tick(300);
  const runs = () => query('select task_id, state, reason from task_runs where tenant_id = $1 and due_at = $2', [tenant.id, due]);
  await vi.waitFor(async () => {
    const found = await runs();
    expect(new Set(found.map(({ task_id }) => task_id))).toEqual(new Set([one.id, other.id]));
    expect(found.every(({ state, reason }) => state === 'missed' && reason === 'late')).toBe(true);
  }, 60_000);
});

test('maintenance that was announced is taken back when the clock moves it', async () => {
  const { tenant, owner } = await unit();
  await query("update tenants set zone = 'UTC' where id = $1", [tenant.id]);
  const options = { minutes: 90, title: 'Carga', blocks: true, announceHours: 2 };
  const task = await makeTask(tenant, { owner, options, times: [at(420).slice(11, 16)], nextAt: at(420) });
  await tick(306);
  const windows = () => query('select cancelled_at is not null as cancelled from maintenance where tenant_id = $1', [tenant.id]);
  await vi.waitFor(async () => expect(await windows()).toEqual([{ cancelled: false }]), 15_000);
  await query("update tenants set zone = 'Asia/Tokyo' where id = $1", [tenant.id]);
  await tick(307);
  const isAnew = async () => (await query("select next_at > 'epoch' as anew from task_triggers where id = $1", [task.trigger]))[0]?.anew;
  await vi.waitFor(async () => expect(await isAnew()).toBe(true), 15_000);
  await tick(321);
  await vi.waitFor(async () => expect(await windows()).toEqual([{ cancelled: true }]), 15_000);
  expect(await getRuns(task)).toEqual([]);
});

test('a run by hand happens at once, one at a time; it is listed, exported, and one that waits is cancelled', async () => {
  const { admin, principal, owner, task } = await refreshed();
  const { id } = await task({ name: 'Atualizar vendas', nextAt: at(9000) });
  const { runId } = (await admin.post(`${path}/${id}/run`)).body;
  await vi.waitFor(
    async () => expect((await admin.get(`/api/auth/runs/${runId}`)).body).toMatchObject({ state: 'succeeded', by: owner.name, attempt: 1 }),
    15_000,
  );
  expect((await admin.get(`/api/auth/runs?task=${id}`)).body).toMatchObject({
    total: 1,
    items: [{ id: runId, taskName: 'Atualizar vendas' }],
  });
  expect((await admin.get('/api/auth/runs?state=failed')).body.items).toEqual([]);
  expect((await admin.get(`/api/auth/runs/export?task=${id}`)).body.csv).toContain('Concluída');
  expect((await admin.get(`${path}/${id}`)).body.lastRun).toMatchObject({ id: runId, state: 'succeeded' });
  await fault(principal, { status: 503, path: 'refreshes' });
  const again = (await admin.post(`${path}/${id}/run`)).body.runId;
  await vi.waitFor(
    async () =>
      expect((await admin.get(`/api/auth/runs/${again}`)).body).toMatchObject({ state: 'claimed', nextTryAt: expect.any(String) }),
    15_000,
  );
  await heal();
  expect((await admin.post(`${path}/${id}/run`)).body.status).toBe('task_state');
  expect((await admin.post(`/api/auth/runs/${again}/cancel`)).status).toBe(200);
  expect((await admin.get(`/api/auth/runs/${again}`)).body).toMatchObject({ state: 'cancelled', reason: 'cancelled', nextTryAt: null });
  expect((await admin.post(`/api/auth/runs/${again}/cancel`)).body.status).toBe('task_state');
});
