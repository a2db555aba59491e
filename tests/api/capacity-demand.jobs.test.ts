import { beforeEach, expect, test } from 'vitest';
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
