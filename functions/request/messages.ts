import { getQueue, type JobMessage } from '../../domain/jobs/message.ts';
import { queues } from '../../domain/jobs/queues.ts';
import type { Env } from './env.ts';

const maxAtOnce = 100;
const getBinding = (message: JobMessage) => queues[getQueue(message)].binding;

/** Sends a message to the queue of its kind. */
export async function sendMessage(env: Env, message: JobMessage, delaySeconds = 0): Promise<void> {
  await env[getBinding(message)].send(message, { delaySeconds });
}

/** Sends many messages, in as few calls as their queues allow. */
export async function sendMessages(env: Env, messages: readonly JobMessage[]): Promise<void> {
  for (const [binding, ofQueue] of Map.groupBy(messages, getBinding))
    for (let from = 0; from < ofQueue.length; from += maxAtOnce)
      await env[binding].sendBatch(ofQueue.slice(from, from + maxAtOnce).map((body) => ({ body })));
}
