import type { Message, MessageBatch } from '@cloudflare/workers-types';
import { AppError } from '../domain/errors/catalogue.ts';
import { getKept } from '../domain/jobs/dead-letters.ts';
import { type JobMessage, jobMessage } from '../domain/jobs/message.ts';
import { atOnce, deadQueue } from '../domain/jobs/queues.ts';
import type { Env } from '../functions/request/env.ts';
import { describeError, logLine } from '../functions/request/log.ts';
import { getDeadline, withDeadline } from './deadline.ts';
import { doSlot } from './do-slot.ts';
import { buryMessage, forgetFailure, recordFailure } from './failed.ts';
import { type Tick, tickAt } from './tick.ts';

/** Consumes one batch of a queue, four messages at a time. A message that fails or times out is retried on its own. */
export async function consume(batch: MessageBatch, env: Env): Promise<void> {
  const isDead = batch.queue.endsWith(deadQueue.slice(deadQueue.lastIndexOf('-')));
  const waiting = [...batch.messages];
  const lane = async () => {
    for (let message = waiting.shift(); message; message = waiting.shift())
      await (isDead ? buryMessage(tickAt(new Date(), env), message) : settle(message, batch.queue, env));
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
}

/** Throws for an unknown kind or shape: during a deployment old code receives new messages, so they are retried and not dropped. */
function read(body: unknown): JobMessage {
  const message = jobMessage.safeParse(body);
  if (!message.success) throw new Error('a message that this version of the Worker does not know');
  return message.data;
}

async function settle(message: Message, queue: string, env: Env): Promise<void> {
  const tick = tickAt(new Date(), env);
  try {
    const body = read(message.body);
    await withDeadline(getDeadline(body, env), () => handle(body, env));
    message.ack();
    if (message.attempts > 1) await forgetFailure(tick, message);
  } catch (error) {
    // The unit was deleted for good, and with it the row that the message refers to.
    if (error instanceof AppError && error.code === 'tenant_blocked' && getKept(message.body).unit) return message.ack();
    logLine('error', 'message_failed', {
      body: JSON.stringify(getKept(message.body).body),
      attempts: message.attempts,
      ...describeError(error),
    });
    message.retry();
    await recordFailure(tick, queue, message, error);
  }
}

/** Under test, the message sets the time of the tick. */
const toTime = (message: JobMessage, env: Env): Date =>
  env.TEST_CLOCK === '1' && 'at' in message && message.at ? new Date(message.at) : new Date();

/** Handles a message, loading only the code it needs. Every handler is idempotent, and cron finds work whose message was lost. */
async function handle(message: JobMessage, env: Env): Promise<void> {
  const tick: Tick = tickAt(toTime(message, env), env);
  switch (message.kind) {
    case 'job':
      return doSlot(tick, message);
    case 'outbox':
      return (await import('./jobs/deliver-outbox.ts')).deliver(tick, message);
    case 'mailings':
      return void (await (await import('./jobs/fan-out-mailings.ts')).fanOutNow(tick, message));
    case 'export':
      return (await import('./jobs/run-exports.ts')).advanceExport(tick, message);
    case 'user-import':
      return (await import('./jobs/run-user-imports.ts')).continueUserImport(tick, message);
    case 'data-time':
      return (await import('./jobs/read-data-times.ts')).readDataTime(tick, message);
    case 'capacity':
      return (await import('./jobs/look-at-capacities.ts')).watchCapacity(tick, message);
    case 'task-run':
      return (await import('./jobs/run-tasks.ts')).runTask(tick, message);
    default:
      message satisfies never;
  }
}
