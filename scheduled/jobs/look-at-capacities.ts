import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { raw } from '../../db/raw.ts';
import { sendMessage, sendMessages } from '../../functions/request/messages.ts';
import { type Tick, tickAt } from '../tick.ts';
import { lookAt } from './capacity-look.ts';

const perTick = 100;
// A capacity that starts is looked at so often that people are let in soon, for as long as one message may take with a look of its own.
const everyMs = 3_000;
const patienceMs = 36_000;

const dueCapacities = raw('scheduled.due_capacities', { id: 'uuid' });

/** Sends a message for each capacity that is due to be looked at. */
export async function lookAtCapacities({ at, env, database }: Tick): Promise<Record<string, number>> {
  const [{ rows }] = await database.withJob(null, (db) => [dueCapacities(db, sql`select id from app.due_capacities(${perTick})`)]);
  await sendMessages(
    env,
    rows.map(({ id }) => ({ kind: 'capacity', id, at: at.toISOString() })),
  );
  return { due: rows.length };
}

/**
 * Looks at a capacity, and again while it starts, changes its size, or pauses although someone waits; a longer change goes on with another
 * message. Time moves on with the looks, also where a message sets it.
 */
export async function watchCapacity({ at, env }: Tick, { id, at: given }: { id: string; at?: string | undefined }): Promise<void> {
  const began = Date.now();
  for (let isAgain = false; ; isAgain = true) {
    const passed = Date.now() - began;
    const follow = await lookAt(tickAt(new Date(at.getTime() + passed), env), id, isAgain);
    if (follow === 'no') return;
    if (follow === 'at once') continue;
    if (passed + everyMs > patienceMs) {
      const later = given && new Date(at.getTime() + passed + everyMs).toISOString();
      return sendMessage(env, { kind: 'capacity', id, ...(later && { at: later }) }, everyMs / 1000);
    }
    await pause(everyMs);
  }
}
