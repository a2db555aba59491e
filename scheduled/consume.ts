import type { MessageBatch } from '@cloudflare/workers-types';
import type { Env, JobMessage } from '../functions/http/env.ts';
import { describeError, logLine } from '../functions/http/log.ts';
import { type Tick, tickAt } from './tick.ts';

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

/** Does the work that a message names, and loads only that; each is safe to run twice, and cron finds what no message came for. */
async function handle(tick: Tick, message: JobMessage): Promise<void> {
  if (message.kind === 'outbox') await (await import('./jobs/deliver-outbox.ts')).deliverNow(tick, message);
  else if (message.kind === 'mailings') await (await import('./jobs/fan-out-mailings.ts')).fanOutNow(tick, message);
  else if (message.kind === 'export') await (await import('./jobs/run-exports.ts')).advanceExport(tick, message);
  else await (await import('./jobs/run-user-imports.ts')).continueUserImport(tick, message);
}
