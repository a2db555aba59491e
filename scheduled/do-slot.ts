import { sql } from 'drizzle-orm';
import { raw } from '../db/raw.ts';
import type { JobMessage } from '../domain/jobs/message.ts';
import type { JobName } from '../domain/jobs/plan.ts';
import { describeError, logLine } from '../functions/request/log.ts';
import { sendMessage } from '../functions/request/messages.ts';
import { getDeadline } from './deadline.ts';
import type { Tick } from './tick.ts';

type Slot = Extract<JobMessage, { kind: 'job' }>;
/** Runs a job and returns the counts for its log line. `slot` is the time that the run is for, which may be long ago. */
type Run = (tick: Tick, slot: Date) => Promise<Record<string, number>>;

const outboxJob = 'deliver-outbox' satisfies JobName;
const loads: Record<JobName, () => Promise<Run>> = {
  'announce-and-close-windows': async () => (await import('./jobs/announce-and-close-windows.ts')).announceAndCloseWindows,
  'claim-tasks': async () => (await import('./jobs/run-tasks.ts')).claimTasks,
  'read-data-times': async () => (await import('./jobs/read-data-times.ts')).readDataTimes,
  'warn-of-secrets': async () => (await import('./jobs/warn-of-secrets.ts')).warnOfSecrets,
  'warn-of-displays': async () => (await import('./jobs/warn-of-displays.ts')).warnOfDisplays,
  'resume-exports': async () => (await import('./jobs/run-exports.ts')).resumeExports,
  'resume-user-imports': async () => (await import('./jobs/run-user-imports.ts')).resumeUserImports,
  'remove-old-exports': async () => (await import('./jobs/run-exports.ts')).removeOldExports,
  'settle-addresses': async () => (await import('./jobs/settle-addresses.ts')).settleAddresses,
  'settle-remote': async () => (await import('./jobs/settle-remote.ts')).settleRemote,
  'expire-people': async () => (await import('./jobs/expire-people.ts')).expirePeople,
  'warn-of-limits': async () => (await import('./jobs/warn-of-limits.ts')).warnOfLimits,
  'settle-requests': async () => (await import('./jobs/settle-requests.ts')).settleRequests,
  'tell-of-partners': async () => (await import('./jobs/tell-of-partners.ts')).tellOfPartners,
  'tell-of-trials': async () => (await import('./jobs/tell-of-trials.ts')).tellOfTrials,
  'look-at-capacities': async () => (await import('./jobs/look-at-capacities.ts')).lookAtCapacities,
  'tell-of-tasks': async () => (await import('./jobs/tell-of-tasks.ts')).tellOfTasks,
  'fan-out-mailings': async () => (await import('./jobs/fan-out-mailings.ts')).fanOut,
  [outboxJob]: async () => (await import('./jobs/deliver-outbox.ts')).sweepOutbox,
  'count-usage': async () => (await import('./jobs/count-usage.ts')).countUsage,
  'forget-user-imports': async () => (await import('./jobs/run-user-imports.ts')).forgetUserImports,
  'forget-people': async () => (await import('./jobs/forget-people.ts')).forgetPeople,
  'forget-units': async () => (await import('./jobs/forget-units.ts')).forgetUnits,
  'forget-scim-log': async () => (await import('./jobs/forget-scim-log.ts')).forgetScimLog,
  sweep: async () => (await import('./jobs/sweep.ts')).sweep,
};

/** The lease outlasts the message's deadline, so that no second run takes a slot whose job is still running. */
const graceMs = 30_000;
const takeSlot = raw('scheduled.take_slot', { taken: 'text?' });
const endSlot = raw('scheduled.end_slot', { done: 'bool' });

async function take({ env, database }: Tick, message: Slot): Promise<string | null> {
  const { job, slot } = message;
  const lease = `${getDeadline(message, env) + graceMs} milliseconds`;
  const [{ rows }] = await database.withJob(null, (db) => [
    takeSlot(db, sql`select app.take_slot(${job}, ${slot}::timestamptz, ${lease}::interval)::text as taken`),
  ]);
  return rows[0]?.taken ?? null;
}

const end = ({ database }: Tick, { job, slot }: Slot, taken: string, isDone: boolean) =>
  database.withJob(null, (db) => [
    endSlot(
      db,
      sql`select true as done from app.end_slot(${job}, ${slot}::timestamptz, ${taken}::timestamptz, ${String(isDone)}::boolean)`,
    ),
  ]);

/**
 * Runs a job once for a slot, which it takes under a lease and marks as done afterwards. A failed run gives the slot back, and a killed one
 * loses its lease; either way the next tick finds the slot again.
 */
export async function doSlot(tick: Tick, message: Slot): Promise<void> {
  const { job, slot, at } = message;
  const taken = await take(tick, message);
  if (!taken) return logLine('info', 'job_left', { job, slot, at });
  try {
    const run = await loads[job]();
    const counts = await run(tick, new Date(slot));
    await end(tick, message, taken, true);
    logLine('info', 'job', { job, slot, at, ...counts });
  } catch (error) {
    logLine('error', 'job_failed', { job, slot, at, ...describeError(error) });
    // If this fails too, the lease expires.
    return void (await end(tick, message, taken, false).catch(() => undefined));
  }
  // Sends the job's notifications at once, instead of at the next tick.
  if (job !== outboxJob) await sendMessage(tick.env, { kind: 'outbox', tenant: null, at });
}
