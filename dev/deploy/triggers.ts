import type { Say } from '../stopped.ts';
import type { Cloudflare } from './cloudflare.ts';
import type { Consumer, Target } from './target.ts';

type Found = { consumer_id: string; script?: string; script_name?: string; dead_letter_queue?: string; settings?: Record<string, unknown> };

/** Wrangler sets both when it uploads; an upload interrupted after the Worker has set neither. */
export async function ensureTriggers(cloudflare: Cloudflare, target: Target, say: Say): Promise<void> {
  const { inAccount, call, list } = cloudflare;
  const queues = await list<{ queue_id: string; queue_name: string }>(inAccount('/queues'));
  for (const consumer of target.consumers) {
    const path = inAccount(`/queues/${queues.find(({ queue_name }) => queue_name === consumer.queue)?.queue_id}/consumers`);
    const found = (await call<Found[]>('GET', path)).find(({ script, script_name }) => (script ?? script_name) === target.name);
    const wanted = getBody(consumer, target.name);
    const isRight = found && hasAll(found.settings, wanted.settings) && (found.dead_letter_queue || undefined) === wanted.dead_letter_queue;
    if (!found) await call('POST', path, wanted);
    else if (!isRight) await call('PUT', `${path}/${found.consumer_id}`, wanted);
    say(`The Worker ${isRight ? 'consumes' : 'now consumes'} the queue ${consumer.queue}.`);
  }
  const path = inAccount(`/workers/scripts/${target.name}/schedules`);
  const { schedules } = await call<{ schedules: { cron: string }[] }>('GET', path);
  const isRight = schedules.map(({ cron }) => cron).join() === target.crons.join();
  const crons = target.crons.map((cron) => ({ cron }));
  if (!isRight) await call('PUT', path, crons);
  say(`${isRight ? 'There is' : 'Set'} the schedule ${target.crons.join(', ')}.`);
}

/** What wrangler sends for the same lines of wrangler.toml. */
function getBody(consumer: Consumer, script_name: string) {
  const settings = {
    batch_size: consumer.max_batch_size,
    max_retries: consumer.max_retries,
    max_wait_time_ms: consumer.max_batch_timeout === undefined ? undefined : 1000 * consumer.max_batch_timeout,
    max_concurrency: consumer.max_concurrency,
    retry_delay: consumer.retry_delay,
  };
  return { type: 'worker', script_name, dead_letter_queue: consumer.dead_letter_queue, settings };
}

const hasAll = (found: Record<string, unknown> | undefined, wanted: Record<string, unknown>): boolean =>
  Object.entries(wanted).every(([name, value]) => value === undefined || found?.[name] === value);
