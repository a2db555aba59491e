import { afterEach, beforeEach, expect, test } from 'vitest';
import { getMonth, monthSpan } from '../../domain/capacity/money.ts';
import { formatTime } from '../../domain/format/date.ts';
import { control } from '../guards/place.ts';
import { getApi } from '../support/api.ts';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { makeFactor } from '../support/make-factor.ts';
import { makeTask } from '../support/make-task.ts';
import { platform } from '../support/make-tenant.ts';
import { makeUser } from '../support/make-user.ts';
import { at, capacityScene, startAhead } from './capacity-scene.ts';

// Messages are consumed by hand, at a minute of the test's choice.
const harness = useHarness({ isAlone: true });
beforeEach(startAhead);
afterEach(() => control('DELETE', '/__sim/faults'));

test('the first unit to register a capacity controls it, with rights in Azure', async () => {
  const scene = await capacityScene(harness);
  const { body, status } = await scene.register();
  expect([status, body]).toEqual([200, { id: expect.any(String), controls: 'S', ambiguous: 'N' }]);
  await scene.look(1);
  const facts = (await scene.admin.get(scene.path())).body;
  expect(facts).toMatchObject({
    state: 'running',
    size: 'F8',
    controls: 'S',
    mismatch: null,
    ambiguous: [],
    rules: { baseSize: 'F8', autoPause: 'N' },
  });
  expect((await scene.admin.get('/api/auth/capacities')).body.items).toMatchObject([{ armId: scene.armId.toLowerCase() }]);
  const reader = await capacityScene(harness, { rights: 'read' });
  expect((await reader.register()).body).toMatchObject({ status: 'capacity_rights' });
  // A key of the unit: a person with a second factor gives it again.
  const careful = await capacityScene(harness);
  await makeFactor({ id: careful.boss.id, tenantId: careful.tenant.id });
  expect((await careful.register()).body).toMatchObject({ status: 'factor_due' });
  expect(await query('select 1 from capacity_members where tenant_id = $1', [careful.tenant.id])).toEqual([]);
});

test('a unit that takes control again begins with rules that pause nothing', async () => {
  const one = await capacityScene(harness);
  await one.register();
  await one.save({ autoPause: 'S', confirm: one.capacity.name, forceStop: 'S', wakeForRefreshes: 'S', prices: { F8: 700 } });
  expect((await one.admin.delete(one.path(`?name=${one.capacity.name}`))).status).toBe(200);
  expect(await one.row()).toMatchObject({ owner_tenant_id: null, auto_pause: true });
  const two = await capacityScene(harness, { with: one });
  expect((await two.register()).body).toMatchObject({ id: one.id, controls: 'S' });
  const off = { auto_pause: false, force_stop: false, wake_for_refreshes: false, wake_outside: false, budget_stop: false };
  expect(await two.row()).toMatchObject({ owner_tenant_id: two.tenant.id, prices: { F8: 700 }, ...off });
});

test('a unit that joins a capacity changes nothing of what its owner knows', async () => {
  const one = await capacityScene(harness);
  await one.register();
  const known = { name: 'antes', resource_group: 'rg-a', region: 'brazilsouth', service_capacity_id: null };
  await query(
    "update capacities set name = 'antes', resource_group = 'rg-a', region = 'brazilsouth', service_capacity_id = null where id = $1",
    [one.id],
  );
  const two = await capacityScene(harness, { with: one });
  expect((await two.register()).body).toMatchObject({ id: one.id, controls: 'N' });
  expect(await one.row()).toMatchObject({ owner_tenant_id: one.tenant.id, ...known });
  // The owner's own call does.
  await one.register();
  expect(await one.row()).toMatchObject({ name: one.capacity.name, resource_group: 'rg-bi', service_capacity_id: one.capacity.id });
});

test('idle pauses: a notice two minutes before, then one call; the log says why', async () => {
  const scene = await capacityScene(harness);
  await scene.register();
  expect((await scene.save({ autoPause: 'S' })).body).toMatchObject({ status: 'capacity_confirm' });
  expect((await scene.save({ autoPause: 'S', confirm: scene.capacity.name, paidByReservation: 'S' })).body.status).toBe(
    'capacity_reserved',
  );
  expect((await scene.save({ autoPause: 'S', confirm: scene.capacity.name })).status).toBe(200);
  await scene.visit(0);
  await scene.look(1);
  expect(await scene.row()).toMatchObject({ reason: 'viewers', pause_at: null });
  await scene.look(19);
  expect((await scene.row()).pause_at).toBeTruthy();
  expect((await scene.calls()).changes).toEqual([]);
  await scene.look(21);
  // Before the next look already, so that no token is handed out with which a report would fail.
  expect(await scene.row()).toMatchObject({ observed_state: 'stopping', operation: 'suspend', problem: null });
  await scene.look(22);
  expect(await scene.row()).toMatchObject({ observed_state: 'paused', reason: 'unchanged', problem: null });
  expect((await scene.calls()).changes).toEqual(['suspend']);
  expect(await scene.log()).toMatchObject([
    { what: 'owner' },
    { what: 'rules' },
    { what: 'on', is_on: true, size: 'F8', cause: 'unchanged' },
    { what: 'off', is_on: false, size: 'F8', cause: 'idle', vars: { minutes: '20' } },
  ]);
});

test('a capacity that the service doesn’t show is never paused for being idle, and its page says why', async () => {
  const scene = await capacityScene(harness);
  await control('POST', '/__sim/faults', { path: 'myorg/capacities$', status: 403, principal: scene.appId });
  expect((await scene.register()).body).toMatchObject({ controls: 'S', ambiguous: 'S' });
  await scene.save({ autoPause: 'S', confirm: scene.capacity.name });
  for (const minute of [1, 21, 24, 60]) await scene.look(minute);
  expect(await scene.row()).toMatchObject({ observed_state: 'running', reason: 'unchanged', pause_at: null });
  const read = async () => (await scene.admin.get(scene.path())).body;
  expect(await read()).toMatchObject({ mismatch: 'unlisted', ambiguous: [] });
  const operator = await getApi(harness, platform, await makeUser(platform, { profile: 'a2m' }));
  expect((await operator.get(scene.path())).body).toMatchObject({ mismatch: 'elsewhere', ambiguous: [] });
  await control('DELETE', '/__sim/faults');
  expect(await read()).toMatchObject({ mismatch: 'one', ambiguous: [{ id: scene.capacity.id, name: scene.capacity.name, size: 'F8' }] });
  expect((await scene.save({ serviceCapacityId: scene.capacity.id })).status).toBe(200);
  expect(await read()).toMatchObject({ mismatch: null, ambiguous: [] });
  for (const minute of [81, 84, 87]) await scene.look(minute);
  expect((await scene.calls()).changes).toEqual(['suspend']);
});

test('the platform sees the other units that reach a capacity, and moves control to one', async () => {
  const one = await capacityScene(harness);
  await one.register();
  const two = await capacityScene(harness, { with: one });
  await two.register();
  const operator = await getApi(harness, platform, await makeUser(platform, { profile: 'a2m' }));
  const { body } = await operator.get(one.path());
  expect(body).toMatchObject({ owner: one.tenant.name, members: [{ tenantId: two.tenant.id, name: two.tenant.name }] });
  expect((await one.admin.get(one.path())).body).not.toHaveProperty('members');
  expect((await operator.post(one.path('/owner'), { tenantId: two.tenant.id, version: body.version })).status).toBe(200);
  expect((await operator.get(one.path())).body).toMatchObject({ members: [{ tenantId: one.tenant.id }] });
});

test('an idle pause waits for a refresh of a known model where the service lists none', async () => {
  const scene = await capacityScene(harness);
  await scene.register();
  await scene.save({ autoPause: 'S', confirm: scene.capacity.name });
  await control('POST', '/__sim/faults', { path: 'refreshables', status: 403, principal: scene.appId });
  const running = { value: [{ requestId: 'r', refreshType: 'ViaApi', startTime: at(0), status: 'Unknown' }] };
  const { id } = (await control('POST', '/__sim/faults', {
    path: 'datasets/.*/refreshes',
    status: 200,
    body: running,
    principal: scene.appId,
  })) as {
    id: number;
  }; // because the stand-in answers so
  await scene.visit(0);
  for (const minute of [1, 19, 21]) await scene.look(minute);
  expect(await scene.row()).toMatchObject({ observed_state: 'running', reason: 'work' });
  // Announced again, and put off again.
  for (const minute of [22, 24]) await scene.look(minute);
  expect(await scene.row()).toMatchObject({ observed_state: 'running', reason: 'work' });
  expect((await scene.calls()).changes).toEqual([]);
  await control('DELETE', `/__sim/faults/${id}`);
  for (const minute of [27, 30, 31]) await scene.look(minute);
  expect((await scene.calls()).changes).toEqual(['suspend']);
  expect((await scene.log()).at(-1)).toMatchObject({ what: 'off', cause: 'idle', vars: { refreshes: 'unknown' } });
});

test('a forced stop waits for a refresh, and comes when that has ended', async () => {
  const scene = await capacityScene(harness);
  await scene.register();
  await scene.save({ forceStop: 'S' });
  const time = (minutes: number) => formatTime('pt-BR', new Date(at(minutes)), 'America/Sao_Paulo');
  await query(
    `insert into shifts (tenant_id, id, name, sort_key, purpose, capacity_id, days, starts, ends)
      values ($1, gen_random_uuid(), 'Dia', 'dia', 'capacity', $2, '{1,2,3,4,5,6,7}', $3, $4)`,
    [scene.tenant.id, scene.id, time(0), time(8)],
  );
  const running = { value: [{ id: 'm', lastRefresh: { status: 'Unknown', startTime: at(0) } }] };
  const fault = { path: 'refreshables', status: 200, body: running, principal: scene.appId };
  const { id } = (await control('POST', '/__sim/faults', fault)) as { id: number }; // because the stand-in answers so
  await scene.look(1);
  expect(await scene.row()).toMatchObject({ reason: 'shift', force_notice: 10, stop_at: new Date(at(8)) });
  for (const minute of [9, 14]) await scene.look(minute);
  expect(await scene.row()).toMatchObject({ observed_state: 'running', reason: 'work' });
  expect((await scene.calls()).changes).toEqual([]);
  await control('DELETE', `/__sim/faults/${id}`);
  await scene.look(19);
  expect((await scene.calls()).changes).toEqual(['suspend']);
  expect(await scene.row()).toMatchObject({ reason: 'force_stop' });
});

test('people who wait start it once; those who asked are notified when it runs', async () => {
  const scene = await capacityScene(harness, { state: 'paused' });
  await scene.register();
  await scene.look(0);
  await scene.wait(3);
  await scene.wait(1, { tell: true });
  await scene.takes({ Resuming: 4000 });
  // One message follows it until it runs.
  await scene.look(1);
  expect(await scene.row()).toMatchObject({ observed_state: 'running', operation: null, wake_seconds: [expect.any(Number)] });
  expect((await scene.calls()).changes).toEqual(['resume']);
  expect(await query('select 1 from capacity_waiters where capacity_id = $1', [scene.id])).toEqual([]);
  expect(await query('select kind, vars from notifications where tenant_id = $1', [scene.tenant.id])).toEqual([
    { kind: 'report_ready', vars: { report: 'Vendas' } },
  ]);
  expect((await scene.log()).at(-1)).toMatchObject({ what: 'on', cause: 'waiters' });
});

test('a person who comes while it pauses starts it as soon as Azure has paused it', async () => {
  const scene = await capacityScene(harness);
  await scene.register();
  await scene.save({ autoPause: 'S', confirm: scene.capacity.name });
  await scene.takes({ Pausing: 4000 });
  await scene.visit(0);
  for (const minute of [1, 19, 21]) await scene.look(minute);
  await scene.wait(1, { at: at(21) });
  // One message follows the pause and the start.
  await scene.look(22);
  expect(await scene.row()).toMatchObject({ observed_state: 'running', operation: null, reason: 'waiters' });
  expect((await scene.calls()).changes).toEqual(['suspend', 'resume']);
});

test('a change in Azure is believed when seen twice, logged, and holds until it ends', async () => {
  const scene = await capacityScene(harness);
  await scene.register();
  await scene.look(0);
  await control('POST', '/__sim/capacities', { name: scene.capacity.name, state: 'paused' });
  await scene.look(1);
  expect(await scene.row()).toMatchObject({ observed_state: 'paused', override: { by: 'external', state: 'paused' } });
  expect((await scene.log()).at(-1)).toMatchObject({ what: 'external', is_on: false });
  await scene.visit(2);
  await scene.wait(1, { at: at(2) });
  await scene.look(2);
  expect((await scene.calls()).changes.filter((call) => call === 'resume')).toEqual([]);
  expect(await scene.row()).toMatchObject({ reason: 'override' });
});

test('a start in Azure that is first seen on its way holds like any other, and no idle pause ends it', async () => {
  const scene = await capacityScene(harness, { state: 'paused' });
  await scene.register();
  await scene.save({ autoPause: 'S', confirm: scene.capacity.name });
  await scene.look(0);
  const body = { id: scene.armId, name: scene.capacity.name, sku: { name: 'F8', tier: 'Fabric' }, properties: { state: 'Resuming' } };
  const fault = { path: `capacities/${scene.capacity.name}`, method: 'GET', status: 200, body, principal: scene.appId };
  const { id } = (await control('POST', '/__sim/faults', fault)) as { id: number }; // because the stand-in answers so
  await scene.look(1);
  expect(await scene.row()).toMatchObject({ observed_state: 'starting', desired_state: 'paused', operation: null });
  await control('DELETE', `/__sim/faults/${id}`);
  await control('POST', '/__sim/capacities', { name: scene.capacity.name, state: 'running' });
  for (const minute of [2, 30, 32, 33]) await scene.look(minute);
  expect(await scene.row()).toMatchObject({ observed_state: 'running', override: { by: 'external', state: 'running' } });
  expect((await scene.log()).at(-1)).toMatchObject({ what: 'external', is_on: true });
  expect((await scene.calls()).changes).toEqual([]);
});

test.each([
  ['arm_forbidden', 'forbidden'],
  ['arm_busy', 'conflict'],
  ['throttled', 'throttled'],
])('%s on a change costs a bounded wait, and the log says it once', async (preset, code) => {
  const scene = await capacityScene(harness, { state: 'paused' });
  await scene.register();
  await scene.look(0);
  await scene.fault(preset, { method: 'POST', scope: 'arm' });
  expect((await scene.admin.post(scene.path('/resume'))).status).toBe(200);
  for (const minute of [1, 2, 7]) await scene.look(minute);
  expect(await scene.row()).toMatchObject({ problem: code, operation: null, observed_state: 'paused' });
  expect((await scene.log()).filter(({ what }) => what === 'problem')).toMatchObject([{ cause: code }]);
  await control('DELETE', '/__sim/faults');
  await scene.look(12);
  expect(await scene.row()).toMatchObject({ problem: null, observed_state: 'running', reason: 'override' });
});

test('a size that Azure refuses keeps no one waiting: it starts at the old one, and the log says it once', async () => {
  const scene = await capacityScene(harness, { state: 'paused' });
  await scene.register();
  await scene.look(0);
  await control('POST', '/__sim/faults', {
    path: `capacities/${scene.capacity.name}`,
    method: 'PATCH',
    status: 400,
    principal: scene.appId,
  });
  await query(
    `insert into shifts (tenant_id, id, name, sort_key, purpose, capacity_id, days, starts, ends, size)
      values ($1, gen_random_uuid(), 'Dia', 'dia', 'capacity', $2, '{1,2,3,4,5,6,7}', '00:00', '00:00', 'F16')`,
    [scene.tenant.id, scene.id],
  );
  for (const minute of [1, 2, 7]) await scene.look(minute);
  expect(await scene.row()).toMatchObject({ observed_state: 'running', observed_size: 'F8', reason: 'shift', problem: 'bad_request' });
  expect((await scene.calls()).changes.slice(0, 2)).toEqual(['resize', 'resume']);
  expect((await scene.log()).filter(({ what }) => what === 'problem')).toMatchObject([{ cause: 'bad_request', vars: { call: 'resize' } }]);
  await control('DELETE', '/__sim/faults');
  await scene.look(12);
  expect(await scene.row()).toMatchObject({ observed_size: 'F16', problem: null });
});

test('people who wait don’t hurry Azure: nothing is asked before the time that it names', async () => {
  const scene = await capacityScene(harness, { state: 'paused' });
  await scene.register();
  await scene.look(0);
  await scene.wait(1);
  const fault = { path: 'resume', status: 429, headers: { 'retry-after': '600' }, principal: scene.appId };
  await control('POST', '/__sim/faults', fault);
  await scene.look(1);
  const asked = await scene.calls();
  expect(asked.changes).toEqual(['resume']);
  expect(await scene.row()).toMatchObject({ problem: 'throttled', operation: null });
  await control('DELETE', '/__sim/faults');
  for (const minute of [2, 5, 10]) await scene.look(minute);
  expect(await scene.calls()).toEqual(asked);
  await scene.look(12);
  expect(await scene.row()).toMatchObject({ observed_state: 'running', problem: null, retry_at: null });
});

test('a start that never ends is given up after 15 minutes', async () => {
  const scene = await capacityScene(harness, { state: 'paused' });
  await scene.register();
  await scene.look(0);
  await scene.takes({ Resuming: 100_000_000 });
  await scene.admin.post(scene.path('/resume'));
  await scene.look(1);
  expect(await scene.row()).toMatchObject({ operation: 'resume', observed_state: 'starting', problem: null });
  await scene.look(17);
  expect(await scene.row()).toMatchObject({ operation: null, problem: 'stuck' });
  await scene.look(18);
  expect((await scene.calls()).changes).toEqual(['resume']);
}, 120_000);

test('a state that alternates between two looks is believed in neither', async () => {
  const scene = await capacityScene(harness);
  await scene.register();
  await scene.look(0);
  await scene.fault('arm_flapping');
  for (let minute = 1; minute < 8; minute += 1) await scene.look(minute);
  expect((await scene.calls()).changes).toEqual([]);
  expect((await scene.log()).filter(({ what }) => !['owner', 'on', 'problem'].includes(String(what)))).toEqual([]);
});

test('two units on one capacity: one owner, the demand of both, nothing of the other’s people', async () => {
  const one = await capacityScene(harness);
  await one.register();
  const two = await capacityScene(harness, { with: one });
  expect((await two.register()).body).toMatchObject({ id: one.id, controls: 'N' });
  await one.save({ autoPause: 'S', confirm: one.capacity.name });
  await one.look(0);
  await two.visit(20);
  await one.look(22);
  expect(await one.row()).toMatchObject({ reason: 'viewers' });
  await query(
    `insert into shifts (tenant_id, id, name, sort_key, purpose, capacity_id, days, starts, ends)
      values ($1, gen_random_uuid(), 'Segredo', 'segredo', 'capacity', $2, '{1,2,3,4,5,6,7}', '00:00', '00:00')`,
    [one.tenant.id, one.id],
  );
  await one.look(23);
  expect((await one.admin.get(one.path())).body).toMatchObject({ reason: 'shift', reasonVars: { shift: 'Segredo' } });
  const seen = (await two.admin.get(two.path())).body;
  expect(seen).toMatchObject({
    reason: 'shift',
    reasonVars: {},
    controls: 'N',
    ownedByOther: 'S',
    owner: null,
    rules: null,
    override: null,
  });
  expect(JSON.stringify((await two.admin.get(two.path('/log'))).body)).not.toMatch(/Segredo|Marcos/);
  expect((await two.admin.get(two.path('/ledger'))).status).toBe(404);
  for (const call of ['/resume', '/suspend']) expect((await two.admin.post(two.path(call))).body.status).toBe('capacity_elsewhere');
  expect((await two.save({ idleMinutes: 30 })).body.status).toBe('capacity_elsewhere');
  // The next member takes over when the owner lets go of it, with its shifts; no one there has taken its tasks yet.
  const pause = { type: 'capacity', action: 'pause', targetKind: 'capacity', targetId: one.id } as const;
  const [task, over] = [
    await makeTask(one.tenant, { ...pause, owner: one.boss, nextAt: at(60) }),
    await makeTask(one.tenant, { ...pause, owner: one.boss, state: 'ended' }),
  ];
  expect((await one.admin.delete(one.path(`?name=${one.capacity.name}`))).status).toBe(200);
  expect(await one.row()).toMatchObject({ owner_tenant_id: two.tenant.id });
  expect(await query('select tenant_id from shifts where capacity_id = $1', [one.id])).toEqual([{ tenant_id: two.tenant.id }]);
  expect((await one.admin.get(one.path())).status).toBe(404);
  expect((await two.admin.get(two.path())).body.controls).toBe('S');
  expect(
    await query("select what, user_id from audit where tenant_id = $1 and what in ('capacity.move', 'capacity.release')", [two.tenant.id]),
  ).toEqual([{ what: 'capacity.move', user_id: null }]);
  const moved = () =>
    query(
      `select k.id, k.owner_id as owner, k.state, k.reason, g.next_at is not null as "isDue" from tasks k
        join task_triggers g on g.tenant_id = k.tenant_id and g.task_id = k.id where k.tenant_id = $1 order by k.state desc`,
      [two.tenant.id],
    );
  const rests = { owner: null, isDue: false };
  expect(await moved()).toEqual([
    { id: task.id, state: 'suspended', reason: 'owner_gone', ...rests },
    { id: over.id, state: 'ended', reason: null, ...rests },
  ]);
  expect((await two.admin.post(`/api/auth/tasks/${task.id}/takeover`, {})).body.state).toBe('active');
  expect((await moved()).find(({ id }) => id === task.id)).toMatchObject({ owner: two.boss.id, isDue: true });
});

test('maintenance pauses it on all its reports, if its owner takes part', async () => {
  const one = await capacityScene(harness);
  await one.register();
  const two = await capacityScene(harness, { with: one });
  await two.register();
  const window = (scene: typeof one, target: 'report' | 'unit') =>
    query(
      `insert into maintenance (tenant_id, id, target, target_id, title, starts_at, ends_at, pauses_capacity)
        values ($1, gen_random_uuid(), $2, $3, 'Manutenção', $4, $5, true) returning id`,
      [scene.tenant.id, target, target === 'report' ? scene.report.id : null, at(0), at(60)],
    );
  const reasonAt = async (minute: number) => {
    await one.look(minute);
    return (await one.row()).reason;
  };
  await window(two, 'report');
  expect(await reasonAt(1)).toBe('unchanged');
  // Nothing of the owner runs on it: another unit's maintenance still isn't enough.
  await query('delete from reports where tenant_id = $1', [one.tenant.id]);
  expect(await reasonAt(2)).toBe('unchanged');
  await window(one, 'unit');
  expect(await reasonAt(3)).toBe('maintenance');
  expect((await one.calls()).changes).toEqual(['suspend']);
});

test('a quiet day costs one look in five minutes and no change', async () => {
  const scene = await capacityScene(harness);
  await scene.register();
  await scene.look(0);
  const before = (await scene.calls()).looks;
  for (let minute = 1; minute <= 24 * 60; minute += 1) {
    const due = await query('select 1 from capacities where id = $1 and next_look_at <= $2', [scene.id, at(minute)]);
    if (due.length > 0) await scene.look(minute);
  }
  const { looks, changes } = await scene.calls();
  expect(changes).toEqual([]);
  expect(looks - before).toBeLessThanOrEqual(288);
  expect(looks - before).toBeGreaterThanOrEqual(286);
  expect(await query('select count(*)::int as n from capacity_demand where capacity_id = $1', [scene.id])).toEqual([
    { n: expect.any(Number) },
  ]);
  // Every hour that is over is in the ledger, second by second.
  const [{ n, seconds } = {}] = await query(
    'select count(*)::int as n, min(seconds) as seconds from capacity_hours where capacity_id = $1 and hour > $2',
    [scene.id, at(0)],
  );
  expect([n, seconds]).toEqual([expect.any(Number), 3600]);
  expect(n).toBeGreaterThanOrEqual(23);
}, 300_000);

test('a budget’s shares are announced once each to the owner’s administrators', async () => {
  const scene = await capacityScene(harness);
  await scene.register();
  expect((await scene.save({ prices: { F8: 100_000 }, budgetCents: 1_000 })).status).toBe(200);
  await scene.look(1);
  for (const minute of [40, 61, 62]) await scene.look(minute);
  const told = await query("select vars from notifications where user_id = $1 and kind = 'capacity_budget'", [scene.boss.id]);
  expect(told.length).toBeGreaterThan(0);
  expect(new Set(told.map(({ vars }) => JSON.stringify(vars))).size).toBe(told.length);
  // Each of them is an entry of the log, which leaves the ledger's intervals as they are.
  const { items } = (await scene.admin.get(scene.path('/log'))).body;
  const entries = items.filter(({ what }: { what: string }) => what === 'budget');
  expect(entries).toHaveLength(told.length);
  expect(entries).toMatchObject(told.map(() => ({ cause: 'budget', isOn: 'S', size: 'F8' })));
  expect(entries.map(({ vars }: { vars: { percent: string } }) => Number(vars.percent)).sort()).toEqual(
    told.map(({ vars }) => (vars as { percent: number }).percent).sort(), // because rows aren't typed
  );
});

test('a maintenance and a spent budget say until when they pause it', async () => {
  const scene = await capacityScene(harness);
  await scene.register();
  await scene.look(0);
  const maintain = (target: string, id: string | null, end: number) =>
    query(
      `insert into maintenance (tenant_id, id, target, target_id, title, starts_at, ends_at, pauses_capacity)
        values ($1, gen_random_uuid(), $2, $3, 'Carga', $4, $5, true)`,
      [scene.tenant.id, target, id, at(0), at(end)],
    );
  await maintain('report', scene.report.id, 30);
  await maintain('unit', null, 60);
  await scene.look(1);
  await scene.look(2);
  // An hour that is over costs more than four bytes hold, on its way to cents.
  await query(
    `insert into capacity_hours (capacity_id, hour, size, cause, seconds)
      values ($1, date_trunc('hour', now()) - interval '1 hour', 'F8', 'shift', 3600)`,
    [scene.id],
  );
  const reason = async () => {
    const { body } = await scene.admin.get(scene.path());
    return [body.state, body.reason, body.reasonUntil];
  };
  expect(await reason()).toEqual(['paused', 'maintenance', at(60)]);
  expect((await scene.admin.post(`/api/auth/reports/${scene.report.id}/wake`)).body).toMatchObject({
    ...{ state: 'closed', held: { by: 'maintenance', until: at(60) } },
  });
  expect((await scene.save({ prices: { F8: 100_000_000 }, budgetCents: 1, budgetStop: 'S' })).status).toBe(200);
  await scene.look(3);
  const { zone } = (await scene.admin.get(scene.path())).body;
  const { until } = monthSpan(getMonth(new Date(at(3)), zone), zone);
  expect(await reason()).toEqual(['paused', 'budget', until.toISOString()]);
});

test('shifts that a capacity doesn’t follow decide nothing, in its facts and in the list', async () => {
  const scene = await capacityScene(harness);
  await scene.register();
  const two = await capacityScene(harness, { with: scene });
  await two.register();
  await query(
    `insert into shifts (tenant_id, id, name, sort_key, purpose, capacity_id, days, starts, ends)
      values ($1, gen_random_uuid(), 'Dia', 'dia', 'capacity', $2, '{1,2,3,4,5,6,7}', '08:00', '20:00')`,
    [scene.tenant.id, scene.id],
  );
  const boundaries = async () => [
    (await scene.admin.get(scene.path())).body.nextBoundary,
    (await two.admin.get(two.path())).body.nextBoundary,
  ];
  expect(await boundaries()).toEqual([expect.any(String), expect.any(String)]);
  const listed = async () => (await scene.admin.get('/api/auth/capacities')).body.items[0].rules.followShifts;
  expect(await listed()).toBe('S');
  await scene.save({ followShifts: 'N' });
  expect(await boundaries()).toEqual([null, null]);
  expect(await listed()).toBe('N');
});

test('hours without a price count at the one that is entered later', async () => {
  const scene = await capacityScene(harness);
  await scene.register();
  await query(
    `insert into capacity_hours (capacity_id, hour, size, cause, seconds, cents_per_hour)
      values ($1, date_trunc('hour', now()), 'F8', 'shift', 3600, null), ($1, date_trunc('hour', now()), 'F16', 'shift', 1800, null),
        ($1, date_trunc('hour', now()), 'F8', 'viewers', 1800, 500),
        ($1, date_trunc('hour', now()) - interval '1 hour', 'F8', 'idle', 9, 9)`,
    [scene.id],
  );
  const read = async () => (await scene.admin.get(scene.path('/ledger'))).body;
  expect(await read()).toMatchObject({ onSeconds: 7200, money: null, unpriced: ['F8', 'F16'] });
  await scene.save({ prices: { F8: 1000 } });
  expect(await read()).toMatchObject({ money: null, unpriced: ['F16'] });
  await scene.save({ prices: { F8: 1000, F16: 2000 } });
  expect(await read()).toMatchObject({ money: { spentCents: 1000 + 1000 + 250 }, unpriced: [] });
  // An hour that is over without a price is written without one.
  await scene.save({ prices: {} });
  for (const minute of [1, 130]) await scene.look(minute);
  const later = 'select distinct cents_per_hour as cents from capacity_hours where capacity_id = $1 and hour > $2';
  expect(await query(later, [scene.id, at(1)])).toEqual([{ cents: null }]);
});

test('what Azure bills beyond the size is said where Azure says it', async () => {
  const unit = await capacityScene(harness);
  await unit.register();
  const read = async () => (await unit.admin.get(unit.path('/overage'))).body;
  expect(await read()).toEqual({ overage: null });
  const set = (overage: object | null) => control('POST', '/__sim/capacities', { name: unit.capacity.name, overage });
  await set({ enabled: true, thresholdCapacityUnitHours: 48 });
  expect(await read()).toEqual({ overage: { enabled: 'S', hours: 48 } });
  await set({ enabled: false });
  expect(await read()).toEqual({ overage: { enabled: 'N', hours: null } });
});
