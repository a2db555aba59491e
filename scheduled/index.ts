import { sql } from 'drizzle-orm';
import { raw } from '../db/raw.ts';
import { type JobName, jobs } from '../domain/jobs/plan.ts';
import type { Env } from '../functions/request/env.ts';
import { describeError, logLine } from '../functions/request/log.ts';
import { sendMessages } from '../functions/request/messages.ts';
import { checkEvery, type Tick, tickAt } from './tick.ts';

const dueSlots = raw('scheduled.due', { name: 'text', slot: 'text' });
const plan = JSON.stringify(Object.entries(jobs).map(([name, { every, at, missed }]) => ({ name, every, at, missed })));

const isJob = (name: string): name is JobName => Object.hasOwn(jobs, name);

/** The jobs with an unfinished slot and work to do in it: one trip. */
async function dueJobs({ database }: Tick) {
  const [{ rows }] = await database.withJob(null, (db) => [
    dueSlots(
      db,
      sql`select name, to_char(slot at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as slot
        from app.due(${plan}::jsonb, ${checkEvery}::interval)`,
    ),
  ]);
  return rows.flatMap(({ name, slot }) => (isJob(name) ? [{ name, slot }] : []));
}

/**
 * One tick of cron: asks once what is due and sends a message for each job; the queue consumers take the slots and do the work. After a
 * lost or failed tick the next one finds the same slots, and a tick that runs twice has no further effect.
 */
export async function runDue(at: Date, env: Env): Promise<void> {
  try {
    const due = await dueJobs(tickAt(at, env));
    await sendMessages(
      env,
      due.map(({ name, slot }) => ({ kind: 'job', job: name, slot, at: at.toISOString() })),
    );
    logLine('info', 'tick', { at: at.toISOString(), jobs: due.map(({ name }) => name) });
  } catch (error) {
    logLine('error', 'tick_failed', { at: at.toISOString(), ...describeError(error) });
  }
}
