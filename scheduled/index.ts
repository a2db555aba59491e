import { openDatabase } from '../db/client.ts';
import type { Env } from '../functions/http/env.ts';
import { describeError, logLine } from '../functions/http/log.ts';
import { readDataTimes } from './jobs/read-data-times.ts';
import { sweep } from './jobs/sweep.ts';

export type Tick = { at: Date; env: Env; database: ReturnType<typeof openDatabase> };
type Job = { name: string; isDue(at: Date): boolean; run(tick: Tick): Promise<Record<string, number>> };

const jobs: readonly Job[] = [
  { name: 'read-data-times', isDue: () => true, run: readDataTimes },
  { name: 'sweep', isDue: (at) => at.getUTCMinutes() === 17, run: sweep },
];

/** One tick of cron: runs what is due; a job that fails does not stop the next one, and is due again at the next tick. */
export async function runDue(at: Date, env: Env): Promise<void> {
  const database = openDatabase(
    { app: env.DATABASE_URL_APP, wide: env.DATABASE_URL_WIDE, public: env.DATABASE_URL_PUBLIC, job: env.DATABASE_URL_JOB },
    env.NEON_FETCH_ENDPOINT || undefined,
    () => undefined,
  );
  for (const job of jobs.filter((candidate) => candidate.isDue(at))) {
    try {
      logLine('info', 'job', { job: job.name, ...(await job.run({ at, env, database })) });
    } catch (error) {
      logLine('error', 'job_failed', { job: job.name, ...describeError(error) });
    }
  }
}
