import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { convertV4MiniflareOptions, Miniflare, type V4WorkerdStructuredLog } from 'miniflare';
import type { SourcelessWorkerOptions } from 'wrangler';
import { root } from '../../dev/folders.ts';
import { type Fetch, httpClient } from './http-client.ts';

/** wrangler.toml's description of the Worker, as Miniflare options. */
export type WorkerOptions = SourcelessWorkerOptions;
export type Bindings = Record<string, string>;
export type LogLine = V4WorkerdStructuredLog;
type Tick = { cron?: string; scheduledTime?: Date | undefined };
type Message<Body> = { id: string; timestamp: Date; attempts: number; body: Body };

/** The Worker in workerd, without wrangler's proxies on both sides, which cost three times the Worker's own time. */
export type Runtime = {
  fetch: Fetch;
  /** One cron event; resolves when its work is done. */
  scheduled(tick: Tick): Promise<unknown>;
  /** Hands messages to the consumer at once, as the queue does; resolves when they are consumed. */
  consume<Body>(queue: string, messages: Message<Body>[]): Promise<{ retryMessages: { msgId: string; delaySeconds?: number }[] }>;
  bindings<Env>(): Promise<Env>;
  stop(): Promise<void>;
  /** Ends workerd's process as `kill -9` does: what it was doing stops in the middle. */
  kill(): Promise<void>;
};

const built = join(root, 'out');

/** The entry first, as workerd wants it. */
function getModules(folder: string) {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.js'));
  const sorted = files.sort((a, b) => Number(b === 'index.js') - Number(a === 'index.js'));
  return sorted.map((name) => ({ type: 'ESModule' as const, path: join(folder, name) }));
}

const childrenOfThis = (): number[] =>
  readdirSync('/proc/self/task').flatMap((task) =>
    readFileSync(`/proc/self/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  );

/** The built Worker as wrangler.toml describes it, with more or other variables. */
export function describeWorker({ modulesRules: _, ...worker }: WorkerOptions, bindings: Bindings) {
  return {
    ...worker,
    name: 'mirante',
    modules: getModules(built),
    modulesRoot: built,
    bindings: { ...(worker.bindings as Bindings), ...bindings }, // because vars of wrangler.toml are texts
    cf: false,
    unsafeTriggerHandlers: true,
  };
}

export async function startRuntime(options: WorkerOptions, bindings: Bindings, onLog: (line: LogLine) => void): Promise<Runtime> {
  const others = childrenOfThis();
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({ ...describeWorker(options, bindings), unsafeDirectSockets: [{}], handleStructuredLogs: onLog }),
  );
  const client = httpClient(await miniflare.unsafeGetDirectURL());
  const own = childrenOfThis().filter((pid) => !others.includes(pid));
  const stop = async () => {
    client.close();
    await miniflare.dispose();
  };
  return {
    fetch: client.fetch,
    // The database has microseconds: from the next millisecond on, everything written so far is due.
    async scheduled({ cron = '* * * * *', scheduledTime = new Date(Date.now() + 1) }) {
      const when = new URLSearchParams({ format: 'json', cron, time: String(scheduledTime.getTime()) });
      return (await miniflare.dispatchFetch(`http://localhost/cdn-cgi/local/scheduled?${when}`)).json();
    },
    async consume(queue, messages) {
      const worker = await miniflare.getWorker();
      return worker.queue(queue, messages) as never; // because workerd's own type of the result is not exported
    },
    bindings: <Env>() => miniflare.getBindings() as Promise<Env>, // because the runtime's type of env is generated elsewhere
    stop,
    kill() {
      for (const pid of own) process.kill(pid, 'SIGKILL');
      return stop();
    },
  };
}
