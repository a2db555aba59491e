import type { Message } from '@cloudflare/workers-types';
import { sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { raw } from '../db/raw.ts';
import { keptOf, plainError } from '../domain/jobs/dead-letters.ts';
import { jobMessage, queueOf } from '../domain/jobs/message.ts';
import { isQueue, mostAttempts, type QueueKey, queues } from '../domain/jobs/queues.ts';
import { describeError, logLine } from '../functions/http/log.ts';
import { withDeadline } from './deadline.ts';
import type { Tick } from './tick.ts';

/** Which of our queues a name of an installation is, such as `mirante-staging-work`. */
const queueNamed = (name: string): QueueKey | null =>
  Object.keys(queues)
    .filter(isQueue)
    .find((key) => name.endsWith(queues[key].name.slice(queues[key].name.lastIndexOf('-')))) ?? null;

/** A database that doesn't answer may not hold up the messages behind this one. */
const patienceMs = 10_000;
const ask = ({ database }: Tick, statement: (db: Db) => ReturnType<typeof keepFailure>) =>
  withDeadline(patienceMs, () => database.withJob(null, (db) => [statement(db)]));
const keepFailure = raw('scheduled.message_failed', { done: 'bool' });
const forgetMessage = raw('scheduled.message_done', { done: 'bool' });
const notKept = (failure: unknown) => logLine('warn', 'failure_not_kept', describeError(failure));

type Failure = { body: unknown; queue: QueueKey | null; attempts: number; error: unknown; isDead: boolean };

async function write(tick: Tick, { body: message, queue, attempts, error, isDead }: Failure): Promise<void> {
  const { kind, unit, body, whole } = keptOf(message);
  const told = error === undefined ? null : plainError(error);
  await ask(tick, (db) =>
    keepFailure(
      db,
      sql`select true as done from app.message_failed(${queue}, ${kind}, ${unit}::uuid, ${JSON.stringify(body)}::jsonb,
        ${String(whole)}::boolean, ${attempts}::int, ${told}, ${String(isDead)}::boolean)`,
    ),
  );
}

/** Writes down why a message failed: the dead-letter queue hands on the message alone. Where the database is what failed, the log has to do. */
export async function recordFailure(tick: Tick, queue: string, { body, attempts }: Message, error: unknown): Promise<void> {
  await write(tick, { body, queue: queueNamed(queue), attempts, error, isDead: false }).catch(notKept);
}

/** Of a message that failed before: it went well now. */
export async function forgetFailure(tick: Tick, { body }: Message): Promise<void> {
  const kept = JSON.stringify(keptOf(body).body);
  await ask(tick, (db) => forgetMessage(db, sql`select true as done from app.message_done(${kept}::jsonb)`)).catch(notKept);
}

/** Keeps what was tried as often as the others and never done, for an operator to look at; the row that it spoke of is still there. */
export async function buryMessage(tick: Tick, message: Message): Promise<void> {
  const { id, timestamp, body } = message;
  // The line is an alarm: once for each message, however often it takes to write it down.
  if (message.attempts === 1)
    logLine('error', 'message_dead', { id, sentAt: timestamp.toISOString(), body: JSON.stringify(keptOf(body).body) });
  const known = jobMessage.safeParse(body);
  try {
    await write(tick, { body, queue: known.success ? queueOf(known.data) : null, attempts: mostAttempts, error: undefined, isDead: true });
    message.ack();
  } catch (error) {
    notKept(error);
    message.retry();
  }
}
