import type { Message } from '@cloudflare/workers-types';
import { sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { raw } from '../db/raw.ts';
import { getKept, plainError } from '../domain/jobs/dead-letters.ts';
import { getQueue, jobMessage } from '../domain/jobs/message.ts';
import { isQueue, maxAttempts, type QueueKey, queues } from '../domain/jobs/queues.ts';
import { describeError, logLine } from '../functions/request/log.ts';
import { withDeadline } from './deadline.ts';
import type { Tick } from './tick.ts';

/** The queue that an installation's queue name, such as `mirante-staging-work`, stands for. */
const queueNamed = (name: string): QueueKey | null =>
  Object.keys(queues)
    .filter(isQueue)
    .find((key) => name.endsWith(queues[key].name.slice(queues[key].name.lastIndexOf('-')))) ?? null;

/** A database that doesn't answer must not block the messages behind this one. */
const patienceMs = 10_000;
const ask = ({ database }: Tick, statement: (db: Db) => ReturnType<typeof keepFailure>) =>
  withDeadline(patienceMs, () => database.withJob(null, (db) => [statement(db)]));
const keepFailure = raw('scheduled.message_failed', { done: 'bool' });
const forgetMessage = raw('scheduled.message_done', { done: 'bool' });
const notKept = (failure: unknown) => logLine('warn', 'failure_not_kept', describeError(failure));

type Failure = { body: unknown; queue: QueueKey | null; attempts: number; error: unknown; isDead: boolean };

async function write(tick: Tick, { body: message, queue, attempts, error, isDead }: Failure): Promise<void> {
  const { kind, unit, body, whole } = getKept(message);
  const told = error === undefined ? null : plainError(error);
  await ask(tick, (db) =>
    keepFailure(
      db,
      sql`select true as done from app.message_failed(${queue}, ${kind}, ${unit}::uuid, ${JSON.stringify(body)}::jsonb,
        ${String(whole)}::boolean, ${attempts}::int, ${told}, ${String(isDead)}::boolean)`,
    ),
  );
}

/**
 * Records why a message failed, since the dead-letter queue receives only the message. If the database is the cause, only the log has the
 * reason.
 */
export async function recordFailure(tick: Tick, queue: string, { body, attempts }: Message, error: unknown): Promise<void> {
  await write(tick, { body, queue: queueNamed(queue), attempts, error, isDead: false }).catch(notKept);
}

/** Deletes the record of earlier failures once a message succeeds. */
export async function forgetFailure(tick: Tick, { body }: Message): Promise<void> {
  const kept = JSON.stringify(getKept(body).body);
  await ask(tick, (db) => forgetMessage(db, sql`select true as done from app.message_done(${kept}::jsonb)`)).catch(notKept);
}

/** Keeps a message that failed on every attempt, so that an operator can look at it. The row that it refers to still exists. */
export async function buryMessage(tick: Tick, message: Message): Promise<void> {
  const { id, timestamp, body } = message;
  // The log line raises an alarm, so it is written once per message, even if recording takes several attempts.
  if (message.attempts === 1)
    logLine('error', 'message_dead', { id, sentAt: timestamp.toISOString(), body: JSON.stringify(getKept(body).body) });
  const known = jobMessage.safeParse(body);
  try {
    await write(tick, { body, queue: known.success ? getQueue(known.data) : null, attempts: maxAttempts, error: undefined, isDead: true });
    message.ack();
  } catch (error) {
    notKept(error);
    message.retry();
  }
}
