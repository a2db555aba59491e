import { afterAll, expect, test } from 'vitest';
import { type JobName, jobs } from '../../domain/jobs/plan.ts';
import { query, sqlAs } from '../support/database.ts';
import { newHarness, useHarness } from '../support/harness.ts';
import { seededRandom } from '../walk/random.ts';

const harness = useHarness();
const minuteMs = 60_000;
/** The full hour after next, so that no other test has ticked there. */
const start = Math.ceil(Date.now() / 3_600_000 + 1) * 3_600_000;
const at = (minute: number) => new Date(start + minute * minuteMs);
const tick = (minute: number) => harness.getWorker().tick({ scheduledTime: at(minute) });
// Marks in the future would hide from other test files that a job is due.
afterAll(() => query('delete from job_marks'));

/** The minutes each job ran for, from the lines of the log, in order. */
function doneFor(lines = harness.getLogs()): Map<string, number[]> {
  const done = new Map<string, number[]>();
  for (const { message } of lines) {
    const [, job = '', slot = ''] = /"event":"job","job":"([^"]+)","slot":"([^"]+)"/.exec(message) ?? [];
    if (job) done.set(job, [...(done.get(job) ?? []), (Date.parse(slot) - start) / minuteMs]);
  }
  return done;
}
const getSlots = (job: JobName, from: number, until: number) =>
  Array.from({ length: until - from }, (_, n) => from + n).filter((minute) => (minute - jobs[job].at) % jobs[job].every === 0);
const lucks = ['dropped', 'late', 'at once', 'doubled', ...Array.from({ length: 6 }, () => 'on time')];
/** Jobs without a due condition: they run in every slot. */
const always = ['count-usage', 'forget-user-imports', 'forget-people', 'forget-scim-log', 'sweep'] as const;

test('dropped, doubled, late or concurrent ticks run each slot of a job once; after an outage only the latest, or each missed slot', async () => {
  await query('delete from job_marks');
  await tick(-1);
  harness.clearLogs();
  const random = seededRandom(20_261);
  const outage = { from: 150, until: 290 };
  const late: number[] = [];
  let dropped = 0;
  for (let minute = 0; minute < 360; minute += 1) {
    if (minute >= outage.from && minute < outage.until) continue;
    // Delayed ticks arrive with their scheduled time, and after a later one.
    for (const held of late.splice(0)) await tick(held);
    const luck = random.pick(lucks);
    if (luck === 'dropped') dropped += 1;
    else if (luck === 'late') late.push(minute);
    else if (luck === 'at once') await Promise.all([tick(minute), tick(minute), tick(minute)]);
    else await tick(minute);
    if (luck === 'doubled') await tick(minute);
  }
  expect(dropped).toBeGreaterThan(10);
  const done = doneFor();
  for (const job of always) {
    const all = getSlots(job, 0, 360);
    // After the outage, the first tick runs the latest missed slot.
    const missed = all.filter((slot) => slot >= outage.from && slot < outage.until).slice(0, -1);
    expect([job, done.get(job)]).toEqual([job, jobs[job].missed === 'each' ? all : all.filter((slot) => !missed.includes(slot))]);
  }
}, 240_000);

test('a slot whose Worker is killed is taken again when the lease has expired, and runs once', async () => {
  await query('delete from job_marks');
  await tick(0);
  const killed = newHarness();
  await killed.listen();
  await killed.database.fail({ delayMs: 1_500 });
  const minute = jobs.sweep.at;
  const taken = () => query("select taken_until from job_marks where name = 'sweep' and taken_until is not null");
  void killed
    .getWorker()
    .tick({ scheduledTime: at(minute) })
    .catch(() => undefined);
  await expect.poll(taken, { timeout: 30_000 }).toHaveLength(1);
  // Statements in flight still reach the database; only the completion was not recorded.
  await killed.close();
  harness.clearLogs();
  await tick(minute + 1);
  expect(doneFor().get('sweep')).toBeUndefined();
  await Promise.all([tick(minute + 2), tick(minute + 2)]);
  await tick(minute + 3);
  expect(doneFor().get('sweep')).toEqual([minute]);
  expect(await taken()).toEqual([]);
});

test('a Worker that returns after its lease expired cannot complete a slot taken by another', async () => {
  const job = sqlAs('job');
  const ask = async (statement: string, ...params: unknown[]) =>
    (await job.transaction([job`select app.enter_job(null)`, job.query(`select (${statement})::text as was`, params)])).at(-1)?.[0]?.was;
  const take = (lease: string) => ask("app.take_slot('a-job', $1, $2::interval)", at(0).toISOString(), lease);
  const end = (taken: string, isDone: boolean) => ask("app.end_slot('a-job', $1, $2, $3)", at(0).toISOString(), taken, isDone);
  const first = await take('0 seconds');
  const second = await take('1 minute');
  expect([first, second].every(Boolean)).toBe(true);
  expect(await take('1 minute')).toBeNull();
  await end(first, true);
  expect(await query("select done_for from job_marks where name = 'a-job'")).toEqual([{ done_for: null }]);
  await end(second, false);
  const third = await take('1 minute');
  await end(third, true);
  expect(await take('1 minute')).toBeNull();
});
