import { sql } from 'drizzle-orm';
import { rowsOf } from '../db/client.ts';
import type { Env } from '../functions/http/env.ts';
import { describeError, logLine } from '../functions/http/log.ts';
import { checkEvery, type Tick, tickAt } from './tick.ts';

type Run = (tick: Tick) => Promise<Record<string, number>>;
/** `load` imports the job when it is due, so that a tick reads only what it runs. */
type Job = { name: string; isDue(at: Date): boolean; load(): Promise<Run> };

const outboxJob = 'deliver-outbox';
const jobs: readonly Job[] = [
  {
    name: 'announce-and-close-windows',
    isDue: () => true,
    load: async () => (await import('./jobs/announce-and-close-windows.ts')).announceAndCloseWindows,
  },
  { name: 'read-data-times', isDue: () => true, load: async () => (await import('./jobs/read-data-times.ts')).readDataTimes },
  {
    name: 'warn-of-secrets',
    isDue: (at) => at.getUTCMinutes() % 15 === 4,
    load: async () => (await import('./jobs/warn-of-secrets.ts')).warnOfSecrets,
  },
  {
    name: 'warn-of-displays',
    isDue: (at) => at.getUTCMinutes() % 15 === 9,
    load: async () => (await import('./jobs/warn-of-displays.ts')).warnOfDisplays,
  },
  { name: 'resume-exports', isDue: () => true, load: async () => (await import('./jobs/run-exports.ts')).resumeExports },
  { name: 'resume-user-imports', isDue: () => true, load: async () => (await import('./jobs/run-user-imports.ts')).resumeUserImports },
  { name: 'remove-old-exports', isDue: () => true, load: async () => (await import('./jobs/run-exports.ts')).removeOldExports },
  { name: 'settle-addresses', isDue: () => true, load: async () => (await import('./jobs/settle-addresses.ts')).settleAddresses },
  { name: 'settle-remote', isDue: () => true, load: async () => (await import('./jobs/settle-remote.ts')).settleRemote },
  { name: 'expire-people', isDue: () => true, load: async () => (await import('./jobs/expire-people.ts')).expirePeople },
  { name: 'warn-of-limits', isDue: () => true, load: async () => (await import('./jobs/warn-of-limits.ts')).warnOfLimits },
  { name: 'settle-requests', isDue: () => true, load: async () => (await import('./jobs/settle-requests.ts')).settleRequests },
  {
    name: 'tell-of-partners',
    isDue: (at) => at.getUTCMinutes() === 12,
    load: async () => (await import('./jobs/tell-of-partners.ts')).tellOfPartners,
  },
  {
    name: 'tell-of-trials',
    isDue: (at) => at.getUTCMinutes() % 15 === 2,
    load: async () => (await import('./jobs/tell-of-trials.ts')).tellOfTrials,
  },
  {
    name: 'fan-out-mailings',
    isDue: () => true,
    load: async () => (await import('./jobs/fan-out-mailings.ts')).fanOut,
  },
  // After the others: what they told people leaves in the same tick.
  { name: outboxJob, isDue: () => true, load: async () => (await import('./jobs/deliver-outbox.ts')).sweepOutbox },
  { name: 'count-usage', isDue: (at) => at.getUTCMinutes() === 7, load: async () => (await import('./jobs/count-usage.ts')).countUsage },
  {
    name: 'forget-user-imports',
    isDue: (at) => at.getUTCMinutes() === 27,
    load: async () => (await import('./jobs/run-user-imports.ts')).forgetUserImports,
  },
  {
    name: 'forget-people',
    isDue: (at) => at.getUTCMinutes() === 47,
    load: async () => (await import('./jobs/forget-people.ts')).forgetPeople,
  },
  {
    name: 'forget-units',
    isDue: (at) => at.getUTCMinutes() === 37,
    load: async () => (await import('./jobs/forget-units.ts')).forgetUnits,
  },
  {
    name: 'forget-scim-log',
    isDue: (at) => at.getUTCMinutes() === 57,
    load: async () => (await import('./jobs/forget-scim-log.ts')).forgetScimLog,
  },
  { name: 'sweep', isDue: (at) => at.getUTCMinutes() === 17, load: async () => (await import('./jobs/sweep.ts')).sweep },
];

/** Asks the database once which of these jobs have work. If it cannot tell, all of them are run: each asks for its own. */
async function withWork({ database }: Tick, candidates: readonly Job[]): Promise<ReadonlySet<string>> {
  const names = candidates.map(({ name }) => name);
  try {
    const [result] = await database.withJob(null, (db) => [
      db.execute(
        sql`select app.due_jobs(array(select jsonb_array_elements_text(${JSON.stringify(names)}::jsonb)), ${checkEvery}::interval) as names`,
      ),
    ]);
    return new Set(rowsOf<{ names: string[] }>(result)[0]?.names);
  } catch (error) {
    logLine('error', 'job_failed', { job: 'due-jobs', ...describeError(error) });
    return new Set(names);
  }
}

/** One tick of cron: runs what has work; a job that fails does not stop the next one, and is due again at the next tick. */
export async function runDue(at: Date, env: Env): Promise<void> {
  const tick = tickAt(at, env);
  const candidates = jobs.filter((candidate) => candidate.isDue(at));
  const due = await withWork(tick, candidates);
  let ran = 0;
  for (const job of candidates) {
    // What the others told people leaves in the same tick.
    if (!due.has(job.name) && !(job.name === outboxJob && ran > 0)) continue;
    ran += 1;
    try {
      const run = await job.load();
      logLine('info', 'job', { job: job.name, ...(await run(tick)) });
    } catch (error) {
      logLine('error', 'job_failed', { job: job.name, ...describeError(error) });
    }
  }
}
