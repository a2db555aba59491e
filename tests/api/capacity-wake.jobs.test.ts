import { beforeEach, expect, test } from 'vitest';
import type { Env } from '../../functions/request/env.ts';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { capacityScene, startAhead } from './capacity-scene.ts';

// The queue and its consumer as they run: every waiting person's call sends a message of its own.
const harness = useHarness();
beforeEach(startAhead);
const people = 200;

test('200 people who wait cause one start, and all are let in within two seconds of its being seen', async () => {
  const scene = await capacityScene(harness, { state: 'paused' });
  await scene.register();
  // The first look has ended.
  await expect.poll(async () => (await scene.row()).reason, { timeout: 20_000 }).toBe('unchanged');
  await expect.poll(async () => (await scene.row()).taken_until, { timeout: 20_000 }).toBeNull();
  await scene.takes({ Resuming: 5_000 });
  const before = await scene.calls();
  await query(
    `with u as (insert into users (tenant_id, id, email, name, sort_key, profile)
        select $1, gen_random_uuid(), 'w' || n || '@example.com', 'W', 'w', 'user' from generate_series(1, $4::int) n returning tenant_id, id)
      insert into capacity_waiters (tenant_id, capacity_id, user_id, report_id) select u.tenant_id, $2, u.id, $3 from u`,
    [scene.tenant.id, scene.id, scene.report.id, String(people)],
  );
  await query('update capacities set next_look_at = now() where id = $1', [scene.id]);
  const { CAPACITY_QUEUE } = await harness.getWorker<Env>().getEnv();
  await Promise.all(
    Array.from({ length: people / 20 }, () =>
      CAPACITY_QUEUE.sendBatch(Array.from({ length: 20 }, () => ({ body: { kind: 'capacity' as const, id: scene.id } }))),
    ),
  );
  await expect.poll(async () => (await scene.row()).observed_state, { timeout: 60_000, interval: 100 }).toBe('running');
  const seen = Date.now();
  await expect
    .poll(async () => (await query('select count(*)::int as n from capacity_waiters where capacity_id = $1', [scene.id]))[0]?.n)
    .toBe(0);
  expect(Date.now() - seen).toBeLessThan(2_000);
  const { changes, looks } = await scene.calls();
  expect(changes).toEqual(['resume']);
  // The start takes five seconds: a look for each three of them, not one for each person.
  expect(looks - before.looks).toBeLessThan(12);
  expect(await scene.row()).toMatchObject({ operation: null, problem: null, reason: 'waiters' });
}, 120_000);

test('a tick finds what is due, and a unit that is suspended starts nothing', async () => {
  const scene = await capacityScene(harness, { state: 'paused' });
  await scene.register();
  // The first look has ended.
  await expect.poll(async () => (await scene.row()).reason, { timeout: 20_000 }).toBe('unchanged');
  await scene.wait(1, { at: new Date().toISOString() });
  await query("update tenants set status = 'B', status_reason = 'test' where id = $1", [scene.tenant.id]);
  const tick = async (minutes: number) => {
    await query('update capacities set next_look_at = now(), taken_until = null where id = $1', [scene.id]);
    const at = new Date((Math.floor(Date.now() / 1000) + minutes * 60) * 1000);
    await harness.getWorker().scheduled({ cron: '* * * * *', scheduledTime: at });
    await expect
      .poll(async () => Date.parse(String((await scene.row()).observed_at)), { timeout: 20_000 })
      .toBeGreaterThanOrEqual(at.getTime());
  };
  await tick(1);
  expect((await scene.calls()).changes).toEqual([]);
  await query("update tenants set status = 'A', status_reason = null where id = $1", [scene.tenant.id]);
  await tick(2);
  await expect.poll(async () => (await scene.calls()).changes, { timeout: 20_000 }).toEqual(['resume']);
});

test('what a display or an embedded page asked for starts it once, and is over when it runs', async () => {
  const scene = await capacityScene(harness, { state: 'paused' });
  await scene.register();
  await expect.poll(async () => (await scene.row()).reason, { timeout: 20_000 }).toBe('unchanged');
  await query('update capacities set start_asked_at = now(), next_look_at = now(), taken_until = null where id = $1', [scene.id]);
  await harness.getWorker().scheduled({ cron: '* * * * *' });
  await expect.poll(async () => (await scene.row()).observed_state, { timeout: 20_000 }).toBe('running');
  expect((await scene.calls()).changes).toEqual(['resume']);
  expect(await scene.row()).toMatchObject({ start_asked_at: null, reason: 'waiters' });
});
