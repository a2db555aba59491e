import { beforeEach, expect, test } from 'vitest';
import { control } from '../guards/place.ts';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { makeTask } from '../support/make-task.ts';
import { at, capacityScene, startAhead } from './capacity-scene.ts';

// Messages are consumed by hand, at a minute of the test's choice.
const harness = useHarness({ isAlone: true });
beforeEach(startAhead);

test('an idle pause waits for what a task is about to refresh on it, or tries again', async () => {
  const scene = await capacityScene(harness);
  await scene.register();
  await scene.look(0);
  expect((await scene.save({ autoPause: 'S', idleMinutes: 20, confirm: scene.capacity.name })).status).toBe(200);
  const refresh = { type: 'dataset', action: 'refresh', targetKind: 'report', targetId: scene.report.id, owner: scene.boss } as const;
  const task = await makeTask(scene.tenant, { ...refresh, nextAt: at(45) });
  // Of another target, in a state in which nothing runs, and one that waits for its time to be computed.
  await makeTask(scene.tenant, { ...refresh, targetId: crypto.randomUUID(), nextAt: at(31) });
  await makeTask(scene.tenant, { ...refresh, nextAt: new Date(0).toISOString() });
  await scene.look(29);
  expect(await scene.row()).toMatchObject({ reason: 'idle', pause_at: expect.anything() });
  await scene.look(30);
  expect(await scene.row()).toMatchObject({ observed_state: 'running', reason: 'work', reason_vars: { due: at(45) }, pause_at: null });
  expect((await scene.admin.get(scene.path())).body).toMatchObject({ reason: 'work', reasonVars: { due: at(45) } });
  await scene.look(44);
  expect(await scene.row()).toMatchObject({ observed_state: 'running', reason: 'work' });
  // Its run failed and is tried again.
  await query('update task_triggers set next_at = $2 where id = $1', [task.trigger, at(24 * 60)]);
  await query(
    "insert into task_runs (tenant_id, task_id, trigger_id, due_at, state, attempt, next_try_at) values ($1, $2, $3, $4, 'claimed', 1, $5)",
    [scene.tenant.id, task.id, task.trigger, at(45), at(55)],
  );
  await scene.look(46);
  expect(await scene.row()).toMatchObject({ reason: 'work', reason_vars: { due: at(55) } });
  await query("update task_runs set state = 'failed', next_try_at = null where task_id = $1", [task.id]);
  await scene.look(56);
  await scene.look(58);
  await scene.look(59);
  expect(await scene.row()).toMatchObject({ observed_state: 'paused' });
  expect((await scene.calls()).changes).toEqual(['suspend']);
});

test('administrators hear, once a day, that people started it as often within an hour as they may', async () => {
  const scene = await capacityScene(harness, { state: 'paused' });
  await scene.register();
  await scene.look(0);
  const told = () => query("select vars, link from notifications where user_id = $1 and kind = 'capacity_wakes'", [scene.boss.id]);
  // Starts that people caused in the minutes before, the last of them paused since.
  const woken = async (minute: number, count: number) => {
    await query(
      `insert into capacity_log (capacity_id, at, what, is_on, size, cause)
        select $1, $2::timestamptz - make_interval(mins => n), 'on', true, 'F8', 'waiters' from generate_series(1, $3::int) n`,
      [scene.id, at(minute), String(count)],
    );
    await query("insert into capacity_log (capacity_id, at, what, is_on, size, cause) values ($1, $2, 'off', false, 'F8', 'idle')", [
      ...[scene.id, at(minute)],
    ]);
    await control('POST', '/__sim/capacities', { name: scene.capacity.name, state: 'paused' });
    await query("update capacities set desired_state = 'paused', reason = 'idle', observed_state = 'paused' where id = $1", [scene.id]);
  };
  const wake = async (minute: number) => {
    await scene.wait(1, { at: at(minute) });
    for (const later of [0, 1]) await scene.look(minute + later);
    expect(await scene.row()).toMatchObject({ observed_state: 'running' });
  };
  await woken(10, 4);
  await wake(11);
  expect(await told()).toEqual([]);
  await woken(110, 5);
  await wake(111);
  const notice = { vars: { capacity: scene.capacity.name }, link: `/powerbi/resources?id=${scene.id}` };
  expect(await told()).toEqual([notice]);
  await woken(210, 5);
  await wake(211);
  expect(await told()).toEqual([notice]);
});
