import type { Say } from '../stopped.ts';
import { type Cloudflare, unlessMissing } from './cloudflare.ts';
import type { Target } from './target.ts';

type Queue = { queue_name: string };
type Namespace = { id: string; title: string };

/** Makes the queues, buckets and namespaces that are missing and answers the namespaces' ids by title. Nothing is ever deleted. */
export async function ensureResources(cloudflare: Cloudflare, target: Target, say: Say): Promise<Record<string, string>> {
  const { inAccount, call, list } = cloudflare;
  const queues = new Set((await list<Queue>(inAccount('/queues'))).map(({ queue_name }) => queue_name));
  for (const queue_name of target.queues) {
    const isThere = queues.has(queue_name);
    if (!isThere) await call('POST', inAccount('/queues'), { queue_name });
    say(`${isThere ? 'There is' : 'Made'} the queue ${queue_name}.`);
  }
  for (const name of target.buckets) {
    const isThere = await unlessMissing(call('GET', inAccount(`/r2/buckets/${name}`)));
    if (!isThere) await call('POST', inAccount('/r2/buckets'), { name });
    say(`${isThere ? 'There is' : 'Made'} the R2 bucket ${name}.`);
  }
  const resourceIds: Record<string, string> = {};
  const namespaces = await list<Namespace>(inAccount('/storage/kv/namespaces'));
  for (const { title } of target.namespaces) {
    const found = namespaces.find((each) => each.title === title);
    resourceIds[title] = (found ?? (await call<Namespace>('POST', inAccount('/storage/kv/namespaces'), { title }))).id;
    say(`${found ? 'There is' : 'Made'} the KV namespace ${title}.`);
  }
  return resourceIds;
}
