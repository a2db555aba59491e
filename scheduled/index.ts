import type { Env } from '../functions/http/env.ts';
import { describeError, logLine } from '../functions/http/log.ts';
import { announceAndCloseWindows } from './jobs/announce-and-close-windows.ts';
import { countUsage } from './jobs/count-usage.ts';
import { sweepOutbox } from './jobs/deliver-outbox.ts';
import { expirePeople } from './jobs/expire-people.ts';
import { forgetPeople } from './jobs/forget-people.ts';
import { forgetScimLog } from './jobs/forget-scim-log.ts';
import { forgetUnits } from './jobs/forget-units.ts';
import { readDataTimes } from './jobs/read-data-times.ts';
import { removeOldExports, resumeExports } from './jobs/run-exports.ts';
import { forgetUserImports, resumeUserImports } from './jobs/run-user-imports.ts';
import { settleAddresses } from './jobs/settle-addresses.ts';
import { settleRemote } from './jobs/settle-remote.ts';
import { settleRequests } from './jobs/settle-requests.ts';
import { sweep } from './jobs/sweep.ts';
import { tellOfPartners } from './jobs/tell-of-partners.ts';
import { tellOfTrials } from './jobs/tell-of-trials.ts';
import { warnOfDisplays } from './jobs/warn-of-displays.ts';
import { warnOfLimits } from './jobs/warn-of-limits.ts';
import { warnOfSecrets } from './jobs/warn-of-secrets.ts';
import { type Tick, tickAt } from './tick.ts';

export { consume } from './consume.ts';

type Job = { name: string; isDue(at: Date): boolean; run(tick: Tick): Promise<Record<string, number>> };

const jobs: readonly Job[] = [
  { name: 'announce-and-close-windows', isDue: () => true, run: announceAndCloseWindows },
  { name: 'read-data-times', isDue: () => true, run: readDataTimes },
  { name: 'warn-of-secrets', isDue: (at) => at.getUTCMinutes() % 15 === 4, run: warnOfSecrets },
  { name: 'warn-of-displays', isDue: (at) => at.getUTCMinutes() % 15 === 9, run: warnOfDisplays },
  { name: 'resume-exports', isDue: () => true, run: resumeExports },
  { name: 'resume-user-imports', isDue: () => true, run: resumeUserImports },
  { name: 'remove-old-exports', isDue: () => true, run: removeOldExports },
  { name: 'settle-addresses', isDue: () => true, run: settleAddresses },
  { name: 'settle-remote', isDue: () => true, run: settleRemote },
  { name: 'expire-people', isDue: () => true, run: expirePeople },
  { name: 'warn-of-limits', isDue: () => true, run: warnOfLimits },
  { name: 'settle-requests', isDue: () => true, run: settleRequests },
  { name: 'tell-of-partners', isDue: (at) => at.getUTCMinutes() === 12, run: tellOfPartners },
  { name: 'tell-of-trials', isDue: (at) => at.getUTCMinutes() % 15 === 2, run: tellOfTrials },
  // After the others: what they told people leaves in the same tick.
  { name: 'deliver-outbox', isDue: () => true, run: sweepOutbox },
  { name: 'count-usage', isDue: (at) => at.getUTCMinutes() === 7, run: countUsage },
  { name: 'forget-user-imports', isDue: (at) => at.getUTCMinutes() === 27, run: forgetUserImports },
  { name: 'forget-people', isDue: (at) => at.getUTCMinutes() === 47, run: forgetPeople },
  { name: 'forget-units', isDue: (at) => at.getUTCMinutes() === 37, run: forgetUnits },
  { name: 'forget-scim-log', isDue: (at) => at.getUTCMinutes() === 57, run: forgetScimLog },
  { name: 'sweep', isDue: (at) => at.getUTCMinutes() === 17, run: sweep },
];

/** One tick of cron: runs what is due; a job that fails does not stop the next one, and is due again at the next tick. */
export async function runDue(at: Date, env: Env): Promise<void> {
  const tick = tickAt(at, env);
  for (const job of jobs.filter((candidate) => candidate.isDue(at))) {
    try {
      logLine('info', 'job', { job: job.name, ...(await job.run(tick)) });
    } catch (error) {
      logLine('error', 'job_failed', { job: job.name, ...describeError(error) });
    }
  }
}
