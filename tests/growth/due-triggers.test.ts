import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildAll, makeWorld } from '../support/api-setup.ts';
import { query } from '../support/database.ts';
import { makeTask } from '../support/make-task.ts';
import { makeTenant } from '../support/make-tenant.ts';
import { type Cluster, startPostgres } from '../support/postgres.ts';
import { workIn } from '../support/world.ts';

let cluster: Cluster;
let close: () => Promise<void>;

beforeAll(async () => {
  buildAll();
  cluster = await startPostgres();
  const made = await makeWorld(await cluster.create('triggers'));
  close = made.close;
  workIn(made.world);
});
afterAll(async () => {
  await close();
  await cluster.close();
});

/** The pages that the search of a claim touches; its text is that of the function. */
async function pages(): Promise<number> {
  const text = readFileSync('db/functions/claim_triggers.sql', 'utf8');
  const [, search = ''] = /with due as \((.*?)\),\n/s.exec(text) ?? [];
  const rows = await query(`explain (analyze, buffers, format json) ${search.replace('p_n', '50')}`);
  const plans = rows.flatMap((row) => row['QUERY PLAN'] as { Plan: Record<string, number> }[]); // because explain answers so
  return plans.reduce((sum, { Plan: plan }) => sum + (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0), 0);
}
/** A million triggers of one task that are due from tomorrow on. Foreign keys rest: each row would ask for its task. */
async function fillTriggers(tenant: { id: string }, task: { id: string }): Promise<void> {
  const owner = await cluster.connect('triggers');
  try {
    await owner.query('set session_replication_role = replica');
    await owner.query(
      `insert into task_triggers (tenant_id, id, task_id, frequency, times, next_at)
        select $1, gen_random_uuid(), $2, 'daily', '{06:00}', now() + interval '1 day' + n * interval '1 second'
        from generate_series(1, 1000000) n`,
      [tenant.id, task.id],
    );
  } finally {
    await owner.end();
  }
}
const claim = () => query("select * from app.claim_triggers(50, '2 minutes')");

test('with a million triggers, a minute in which none is due reads at most four pages of them', async () => {
  const tenant = await makeTenant();
  const task = await makeTask(tenant);
  await fillTriggers(tenant, task);
  await query('vacuum analyze task_triggers');
  expect(await claim()).toEqual([]);
  const touched = await pages();
  expect(touched).toBeGreaterThan(0);
  expect(touched).toBeLessThanOrEqual(4);
  await query("update task_triggers set next_at = now() - interval '1 second' where id in (select id from task_triggers limit 60)");
  expect(await claim()).toHaveLength(50);
  expect(await claim()).toHaveLength(10);
  expect(await claim()).toEqual([]);
}, 300_000);

test('sixty claims of one trigger at once give one; a claim that was cut off is made again, and kept twice it is one run', async () => {
  const tenant = await makeTenant();
  const due = new Date(Date.now() - 60_000).toISOString();
  const task = await makeTask(tenant, { nextAt: due });
  const claims = (await Promise.all(Array.from({ length: 60 }, claim))).flat();
  expect(claims.map(({ id }) => id)).toEqual([task.trigger]);
  // The Worker died here: once its lease is over, another one claims the same.
  await query("update task_triggers set taken_until = now() - interval '1 second' where id = $1", [task.trigger]);
  expect(await claim()).toHaveLength(1);
  const run = { due, state: 'claimed', reason: null, notes: {} };
  const kept = JSON.stringify([
    { tenant: tenant.id, task: task.id, trigger: task.trigger, old: claims[0]?.next_at, next: '2090-01-01T06:00:00Z', runs: [run] },
  ]);
  const written = await Promise.all(Array.from({ length: 10 }, () => query('select id from app.keep_runs($1::jsonb)', [kept])));
  expect(written.flat()).toHaveLength(1);
  expect(await query('select state from task_runs where task_id = $1', [task.id])).toEqual([{ state: 'claimed' }]);
});
