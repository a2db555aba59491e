import { afterEach, beforeEach, expect, test } from 'vitest';
import { control } from '../guards/place.ts';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { makeTask } from '../support/make-task.ts';
import { at, capacityScene, startAhead } from './capacity-scene.ts';

// Messages are consumed by hand, at a minute of the test's choice.
const harness = useHarness({ isAlone: true });
beforeEach(startAhead);
afterEach(() => control('DELETE', '/__sim/faults'));

/** A run by hand of a task, at a minute from the start. */
async function runAt(scene: Awaited<ReturnType<typeof capacityScene>>, task: { id: string }, minute: number) {
  const id = (await scene.admin.post(`/api/auth/tasks/${task.id}/run`, {})).body.runId;
  const message = { kind: 'task-run', tenant: scene.tenant.id, id, at: at(minute) };
  await harness.getWorker().consume('mirante-work', [{ id, timestamp: new Date(), attempts: 1, body: message }]);
  return (await query('select state, reason from task_runs where id = $1', [id]))[0];
}

test('a pause by hand is refused while people look, waits, or goes on anyway', async () => {
  const scene = await capacityScene(harness);
  await scene.register();
  await scene.look(0);
  await scene.visit(0);
  const refused = await scene.admin.post(scene.path('/suspend'));
  expect(refused.body).toMatchObject({ status: 'capacity_busy', vars: { viewers: '1', exports: '0', refreshes: '0' } });
  expect((await scene.log()).map(({ what }) => what)).toContain('pause_refused');
  expect((await scene.admin.post(scene.path('/suspend'), { when: 'anyway' })).status).toBe(200);
  await scene.look(1);
  await scene.look(2);
  expect(await scene.row()).toMatchObject({ observed_state: 'paused', reason: 'override' });
  const { items } = (await scene.admin.get(scene.path('/log'))).body;
  expect(items).toContainEqual(expect.objectContaining({ what: 'off', cause: 'override', by: 'Marcos Teixeira' }));
  expect((await scene.admin.post(scene.path('/override'), { until: null })).status).toBe(200);
  expect(await scene.row()).toMatchObject({ override: null });
});

test('a pause by hand asks for confirmation where the service doesn’t say which refreshes run', async () => {
  const scene = await capacityScene(harness);
  await scene.register();
  await scene.look(0);
  await control('POST', '/__sim/faults', { path: 'refreshables', status: 403, principal: scene.appId });
  const refused = await scene.admin.post(scene.path('/suspend'));
  expect([refused.status, refused.body]).toMatchObject([
    409,
    { status: 'capacity_busy', vars: { refreshes: 'unknown', exports: '0', viewers: '0' } },
  ]);
  expect((await scene.admin.get(scene.path('/before-pause'))).body.running).toMatchObject({ refreshes: null });
  expect(await scene.log()).toContainEqual(
    expect.objectContaining({ what: 'pause_refused', vars: { refreshes: 'unknown', exports: '0', viewers: '0' } }),
  );
  expect((await scene.admin.post(scene.path('/suspend'), { when: 'anyway' })).status).toBe(200);
});

test('moving the end of a pause that waits for work lets it go on waiting', async () => {
  const scene = await capacityScene(harness);
  await scene.register();
  await scene.look(0);
  const running = { value: [{ id: 'm', lastRefresh: { status: 'Unknown', startTime: at(0) } }] };
  await control('POST', '/__sim/faults', { path: 'refreshables', status: 200, body: running, principal: scene.appId });
  expect((await scene.admin.post(scene.path('/suspend'), { when: 'finished' })).status).toBe(200);
  expect((await scene.admin.post(scene.path('/override'), { until: at(240) })).status).toBe(200);
  expect((await scene.row()).override).toMatchObject({ state: 'paused', finished: true });
  await scene.look(1);
  expect(await scene.row()).toMatchObject({ observed_state: 'running', reason: 'work' });
  expect((await scene.calls()).changes).toEqual([]);
});

test('a resize by hand of a paused capacity keeps no one from waking it', async () => {
  const scene = await capacityScene(harness, { state: 'paused' });
  await scene.register();
  await scene.look(0);
  expect((await scene.admin.post(scene.path('/resize'), { size: 'F16' })).status).toBe(200);
  expect((await scene.row()).override).toMatchObject({ state: null, size: 'F16', by: 'person' });
  expect((await scene.admin.get(scene.path())).body.override).toMatchObject({ state: null, size: 'F16' });
  await scene.look(1);
  await scene.look(2);
  expect(await scene.row()).toMatchObject({ observed_state: 'paused', observed_size: 'F16', override: null });
  expect((await scene.log()).at(-1)).toMatchObject({ what: 'size', size: 'F16', cause: 'override' });
  await scene.wait(1, { at: at(2) });
  await scene.look(3);
  expect((await scene.calls()).changes).toEqual(['resize', 'resume']);
  // It joins a state that was asked for, which goes on.
  const { until } = (await scene.admin.post(scene.path('/resume'))).body;
  await scene.admin.post(scene.path('/resize'), { size: 'F4' });
  expect((await scene.row()).override).toMatchObject({ state: 'running', size: 'F4', by: 'person' });
  const kept = (await scene.admin.get(scene.path())).body.override;
  expect(Date.parse(kept.until)).toBe(Date.parse(until));
});

test('a task that resizes a capacity whose state isn’t known suspends no one’s reports', async () => {
  const scene = await capacityScene(harness);
  const { body } = await scene.register();
  await scene.look(1);
  await query("update capacities set observed_state = 'unknown' where id = $1", [scene.id]);
  const task = await makeTask(scene.tenant, {
    ...{ name: 'Fechamento', type: 'capacity', action: 'resize', targetKind: 'capacity', targetId: body.id, owner: scene.boss },
    options: { size: 'F16' },
  });
  await runAt(scene, task, 2);
  expect((await scene.row()).override).toMatchObject({ state: null, size: 'F16', by: 'task' });
  await scene.look(3);
  await scene.look(4);
  expect(await scene.row()).toMatchObject({ observed_state: 'running', observed_size: 'F16', override: null });
  expect((await scene.calls()).changes).toEqual(['resize']);
});

test('a refresh on a paused capacity is skipped where something stronger keeps it paused', async () => {
  const scene = await capacityScene(harness, { state: 'paused' });
  await scene.register();
  await scene.look(0);
  const task = await makeTask(scene.tenant, {
    ...{
      type: 'dataset',
      action: 'refresh',
      targetKind: 'report',
      targetId: scene.report.id,
      owner: scene.boss,
      wakeOutside: true,
      nextAt: at(900),
    },
  });
  await scene.fault('capacity_paused', { path: 'refreshes$', method: 'POST' });
  const run = () => runAt(scene, task, 1);
  const held = { state: 'paused', size: null, until: at(60), by: 'person' };
  for (const [sql, value, reason] of [
    ["update capacities set desired_state = 'paused', reason = $2 where id = $1", 'budget', 'budget'],
    ['update capacities set reason = $2 where id = $1', 'maintenance', 'maintenance'],
    ["update capacities set reason = 'override', override = $2::jsonb where id = $1", JSON.stringify(held), 'held'],
  ] as const) {
    await query(sql, [scene.id, value]);
    const { override } = await scene.row();
    expect(await run()).toEqual({ state: 'skipped', reason });
    expect((await scene.row()).override).toEqual(override);
  }
  await query("update capacities set reason = 'unchanged', override = null where id = $1", [scene.id]);
  // Its owner doesn't see the account by which the unit controls it.
  await query('update tenants set restrict_accounts = true where id = $1', [scene.tenant.id]);
  expect(await run()).toEqual({ state: 'skipped', reason: 'capacity_paused' });
  expect((await scene.row()).override).toBeNull();
  await query('update tenants set restrict_accounts = false where id = $1', [scene.tenant.id]);
  expect(await run()).toEqual({ state: 'claimed', reason: 'capacity_paused' });
  expect((await scene.row()).override).toMatchObject({ state: 'running', by: 'task', taskId: task.id });
  await scene.look(2);
  expect((await scene.calls()).changes).toEqual(['resume']);
  // It was paused before, and pauses again once nothing uses it, although idle pauses are off.
  for (const minute of [33, 36]) await scene.look(minute);
  expect((await scene.calls()).changes).toEqual(['resume', 'suspend']);
  await scene.look(37);
  expect(await scene.row()).toMatchObject({ observed_state: 'paused', override: null });
});

test('a task pauses the capacity by an override in its name', async () => {
  const scene = await capacityScene(harness);
  const { body } = await scene.register();
  await scene.look(1);
  const task = await makeTask(scene.tenant, {
    ...{ name: 'Pausa da noite', type: 'capacity', action: 'pause', targetKind: 'capacity', targetId: body.id, owner: scene.boss },
  });
  const run = await scene.admin.post(`/api/auth/tasks/${task.id}/run`, {});
  expect(run.status).toBe(200);
  const message = { kind: 'task-run', tenant: scene.tenant.id, id: run.body.runId, at: at(2) };
  await harness.getWorker().consume('mirante-work', [{ id: task.id, timestamp: new Date(), attempts: 1, body: message }]);
  expect((await scene.row()).override).toMatchObject({ state: 'paused', by: 'task', taskId: task.id });
  await scene.look(3);
  expect((await scene.calls()).changes).toEqual(['suspend']);
});
