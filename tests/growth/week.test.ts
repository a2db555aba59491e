import { fork } from 'node:child_process';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from '../../dev/folders.ts';
import { random as seededRandom } from '../../dev/powerbi/model/facts.ts';
import { nextRuns } from '../../domain/automatic-actions/recurrence.ts';
import { getTrigger, type StoredTrigger } from '../../domain/automatic-actions/trigger.ts';
import { buildAll, makeWorld } from '../support/api-setup.ts';
import { query } from '../support/database.ts';
import { makeTask } from '../support/make-task.ts';
import { makeTenant } from '../support/make-tenant.ts';
import { makeUser } from '../support/make-user.ts';
import { type Cluster, startPostgres } from '../support/postgres.ts';
import { workIn, world } from '../support/world.ts';

// A week of tasks on a real Postgres, with ticks that are lost, doubled and late, and a Worker that is killed for good again and again.
let cluster: Cluster;
let close: () => Promise<void>;
/** The Worker in one file: it begins 25 times, and reading its modules one by one takes ten times as long. */
const worker = join(root, 'test-results/week-worker.mjs');

beforeAll(async () => {
  buildAll();
  await build({
    entryPoints: [join(import.meta.dirname, 'week-worker.ts')],
    outfile: worker,
    bundle: true,
    platform: 'node',
    format: 'esm',
    external: ['cloudflare:*'],
    banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
    logLevel: 'error',
  });
  cluster = await startPostgres();
  const made = await makeWorld(await cluster.create('week'));
  close = made.close;
  workIn(made.world);
});
afterAll(async () => {
  await close();
  await cluster.close();
});

const zones = [
  ...['America/Sao_Paulo', 'Europe/Lisbon', 'Europe/Madrid', 'America/New_York'],
  ...['Australia/Lord_Howe', 'Africa/Casablanca', 'America/Santiago', 'Pacific/Chatham'],
];
// Lisbon and Madrid change their clocks in this week.
const [start, end] = [Date.UTC(2027, 2, 25), Date.UTC(2027, 3, 1)];
const dayMs = 86_400_000;
const minuteMs = 60_000;
const steps = ['claimed', 'advance', 'claim', 'advanced'];
const kills = 24;

const daily: StoredTrigger = {
  ...{ frequency: 'daily', date: null, days: [], monthDay: null, shortMonth: 'last', businessDay: 'none', onHoliday: 'run' },
  ...{ times: ['06:00', '13:30'], everyMinutes: null, from: null, until: null },
};
const triggers: readonly StoredTrigger[] = [
  daily,
  { ...daily, frequency: 'weekly', days: [1, 2, 3, 4, 5], times: ['18:00'] },
  { ...daily, frequency: 'weekly', days: [7], times: ['01:30', '02:30'] },
  { ...daily, frequency: 'monthly', monthDay: 28, businessDay: 'next', times: ['09:00'] },
  { ...daily, times: [], everyMinutes: 240, from: '08:00', until: '20:00' },
];

/** A task that opens a window of fifteen minutes at each of its times, and the instants at which it must. */
async function makeWeekly(tenant: { id: string }, owner: { id: string }, zone: string, trigger: StoredTrigger) {
  const active = { from: new Date(start - dayMs), until: new Date(end + 30 * dayMs) };
  const runs = nextRuns(getTrigger(trigger), new Date(start - 1), { zone, holidays: [] }, active, 200);
  const task = await makeTask(tenant, {
    ...{ owner, options: { minutes: 15, title: 'Carga' }, startsAt: active.from.toISOString(), endsAt: active.until.toISOString() },
    nextAt: runs[0]?.toISOString() ?? null,
  });
  const { frequency, days, monthDay, businessDay, times, everyMinutes, from, until } = trigger;
  await query(
    `update task_triggers set frequency = $2, days = $3::smallint[], month_day = $4, business_day = $5, times = $6::text[],
      every_minutes = $7, from_time = $8, until_time = $9 where id = $1`,
    [task.trigger, frequency, `{${days.join()}}`, monthDay, businessDay, `{${times.join()}}`, everyMinutes, from, until],
  );
  return { ...task, zone, trigger, runs: runs.filter((at) => at.getTime() < end - 60 * minuteMs).map((at) => at.toISOString()) };
}

type Said = { step: string; at: number };
/** Lets the Worker work from an instant on; kills it at the named step at or after `killAt`. Returns where the next one goes on. */
function work(from: number, seed: number, kill: { at: number; step: string } | null): Promise<number> {
  const { urls, endpoint } = world().database;
  const child = fork(worker, [JSON.stringify({ urls, endpoint, from, until: end, seed })]);
  let last = from;
  return new Promise((resolve, reject) => {
    child.on('message', ({ step, at }: Said) => {
      last = at;
      if (kill && at >= kill.at && step === kill.step) child.kill('SIGKILL');
    });
    child.on('exit', (code, signal) => {
      if (signal === 'SIGKILL') resolve(last + minuteMs);
      else if (code === 0) resolve(end);
      else reject(new Error(`The Worker ended with ${code ?? signal}.`));
    });
  });
}

test('a week of killed Workers loses no run, repeats no effect and keeps every weekday', { timeout: 1_800_000 }, async () => {
  const random = seededRandom(20_270_325);
  const tasks: Awaited<ReturnType<typeof makeWeekly>>[] = [];
  for (const zone of zones) {
    const tenant = await makeTenant({ zone });
    const owner = await makeUser(tenant, { profile: 'admin' });
    for (const trigger of triggers) tasks.push(await makeWeekly(tenant, owner, zone, trigger));
  }
  const killedAt = Array.from({ length: kills }, () => start + random() * (end - start)).toSorted((one, other) => one - other);
  let at = start;
  let killed = 0;
  for (let turn = 0; at < end; turn += 1) {
    const killAt = killedAt[turn];
    at = await work(at, turn, killAt === undefined ? null : { at: Math.max(killAt, at), step: steps[turn % steps.length] ?? 'claim' });
    if (at < end) killed += 1;
  }
  expect(killed).toBeGreaterThan(kills / 2);

  const ended = { succeeded: 0, missed: 0 };
  for (const { id, runs, zone, trigger } of tasks) {
    const rows = await query(
      `select r.due_at, r.state, r.reason, (select count(*)::int from maintenance m where m.id = r.id) as windows,
          (select count(*)::int from audit a where a.row_id = r.id and a.what like 'maintenance.%') as recorded
        from task_runs r where r.task_id = $1 and r.due_at < $2 order by r.due_at`,
      [id, new Date(end - 60 * minuteMs).toISOString()],
    );
    expect([zone, rows.map(({ due_at }) => new Date(String(due_at)).toISOString())]).toEqual([zone, runs]);
    for (const { state, reason, windows, recorded, due_at } of rows) {
      const done = state === 'succeeded' ? 1 : 0;
      expect({ state, reason, windows, recorded }).toEqual(
        done === 1
          ? { state: 'succeeded', reason: null, windows: 1, recorded: 1 }
          : { state: 'missed', reason: 'late', windows: 0, recorded: 0 },
      );
      ended[done === 1 ? 'succeeded' : 'missed'] += 1;
      if (trigger.frequency !== 'weekly') continue;
      const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'short', timeZone: zone }).format(new Date(String(due_at)));
      expect(trigger.days.length === 1 ? ['Sun'] : ['Mon', 'Tue', 'Wed', 'Thu', 'Fri']).toContain(weekday);
    }
  }
  expect(ended.succeeded).toBeGreaterThan(350);
  expect(ended.missed).toBeLessThan(ended.succeeded / 20);
});
