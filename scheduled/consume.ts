import type { MessageBatch } from '@cloudflare/workers-types';
import type { Env, JobMessage } from '../functions/http/env.ts';
import { describeError, logLine } from '../functions/http/log.ts';
import { deliverNow } from './jobs/deliver-outbox.ts';
import { advanceExport } from './jobs/run-exports.ts';
import { type Tick, tickAt } from './tick.ts';

/** Does the work that a message names; each is safe to run twice, and cron finds what no message came for. */
type Handlers = { [K in JobMessage['kind']]?: (tick: Tick, message: Extract<JobMessage, { kind: K }>) => Promise<unknown> };

const handlers: Handlers = { outbox: deliverNow, export: advanceExport };

/** One batch of the queue: what fails is tried again by the queue, the rest is done. */
export async function consume(batch: MessageBatch<JobMessage>, env: Env): Promise<void> {
  const tick = tickAt(new Date(), env);
  for (const message of batch.messages) {
    try {
      await handle(tick, message.body);
      message.ack();
    } catch (error) {
      logLine('error', 'message_failed', { kind: message.body.kind, ...describeError(error) });
      message.retry({ delaySeconds: 30 });
    }
  }
}

async function handle(tick: Tick, message: JobMessage): Promise<void> {
  if (message.kind === 'outbox') await handlers.outbox?.(tick, message);
  else await handlers.export?.(tick, message);
}
