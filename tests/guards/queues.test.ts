import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { unstable_readConfig as readConfig } from 'wrangler';
import { getDeadlineMs, getQueue, type JobMessage } from '../../domain/jobs/message.ts';
import { jobNames, jobs } from '../../domain/jobs/plan.ts';
import { atOnce, deadQueue, queueNames, queues } from '../../domain/jobs/queues.ts';
import { getImports, getTarget, loadedWith } from './imports.ts';
import { sources } from './project-files.ts';

type Consumer = {
  queue: string;
  max_batch_size?: number;
  max_retries?: number;
  retry_delay?: number;
  dead_letter_queue?: string | undefined;
};
type Config = { queues: { producers?: { binding: string; queue: string }[]; consumers: Consumer[] } };
const named = [...readFileSync('wrangler.toml', 'utf8').matchAll(/^\[env\.([\w-]+)\]$/gm)].map(([, name = '']) => name);
// An environment without its own queues inherits the top-level ones.
const environments = ['', ...named.filter((env) => readEnvConfig(env).queues.consumers.length > 0)];
function readEnvConfig(env: string): Config {
  return readConfig({ config: 'wrangler.toml', ...(env && { env }) });
}

/** What an environment of wrangler.toml lacks for the queues of domain/jobs/queues.ts; names may differ from them by a middle part. */
function missing({ queues: said }: Config): string[] {
  const like = (name: string) => new RegExp(`^${name.replace('-', '(-[a-z]+)*-')}$`);
  const dead = said.consumers.find(({ queue }) => like(deadQueue).test(queue));
  return [
    ...Object.values(queues).flatMap(({ binding, name }) => {
      const producer = said.producers?.find((one) => one.binding === binding);
      const consumer = said.consumers.find(({ queue }) => queue === producer?.queue);
      return [
        ...(producer && like(name).test(producer.queue) ? [] : [`[[queues.producers]] binding = "${binding}" queue = "${name}"`]),
        ...(consumer?.dead_letter_queue && consumer.dead_letter_queue === dead?.queue && consumer.max_retries && consumer.retry_delay
          ? []
          : [`[[queues.consumers]] queue = "${name}" with max_retries, retry_delay and dead_letter_queue = "${deadQueue}"`]),
      ];
    }),
    ...(dead ? [] : [`[[queues.consumers]] queue = "${deadQueue}"`]),
    ...said.consumers.flatMap(({ queue }) => (queueNames.some((name) => like(name).test(queue)) ? [] : [`nothing for ${queue}`])),
  ];
}

const id = '0199e2a4-0000-7000-8000-000000000000';
const at = '2026-11-22T10:00:00Z';
/** One message of each kind. */
const messages: { [Kind in JobMessage['kind']]: Extract<JobMessage, { kind: Kind }> } = {
  outbox: { kind: 'outbox', tenant: null },
  mailings: { kind: 'mailings', tenant: id },
  export: { kind: 'export', tenant: id, id },
  'user-import': { kind: 'user-import', tenant: id, id },
  'data-time': { kind: 'data-time', tenant: id, id },
  capacity: { kind: 'capacity', id },
  'task-run': { kind: 'task-run', tenant: id, id },
  job: { kind: 'job', job: 'sweep', slot: at, at },
};
const consumerMs = 15 * 60_000;

/** The queues whose consumer could be stopped in the middle of a batch: the slowest messages that one may hold, four at a time. */
function tooLarge({ queues: said }: Config): string[] {
  const all: JobMessage[] = [...Object.values(messages), ...jobNames.map((job) => ({ ...messages.job, job }))];
  return Object.entries(queues).flatMap(([key, { binding }]) => {
    const slowestMs = Math.max(...all.filter((message) => getQueue(message) === key).map(getDeadlineMs));
    const queue = said.producers?.find((one) => one.binding === binding)?.queue;
    const size = said.consumers.find((one) => one.queue === queue)?.max_batch_size ?? Number.POSITIVE_INFINITY;
    return Math.ceil(size / atOnce) * slowestMs < consumerMs ? [] : [`${queue} ${size}`];
  });
}

describe('the queues', () => {
  test.each(environments)('of wrangler.toml are those of domain/jobs/queues.ts, each with its dead letters (%s)', (env) => {
    expect(missing(readEnvConfig(env))).toEqual([]);
  });

  test('the guard sees a queue without its lines, without dead letters and one too many', () => {
    const config = readEnvConfig('');
    const { producers = [], consumers } = config.queues;
    const [mail, ...others] = consumers;
    expect(missing({ queues: { producers: producers.slice(1), consumers } })).toHaveLength(2);
    expect(
      missing({ queues: { producers, consumers: [{ ...mail, queue: 'mirante-mail', dead_letter_queue: undefined }, ...others] } }),
    ).toHaveLength(1);
    expect(missing({ queues: { producers, consumers: [...consumers, { queue: 'mirante-stray' }] } })).toEqual([
      'nothing for mirante-stray',
    ]);
  });

  test.each(environments)('finish a batch within a consumer’s 15 minutes, even if every message hangs (%s)', (env) => {
    expect(tooLarge(readEnvConfig(env))).toEqual([]);
  });

  test('the guard sees a batch that is too large for the slowest message of its queue', () => {
    const config = readEnvConfig('');
    const consumers = config.queues.consumers.map((one) => ({ ...one, max_batch_size: one.queue.includes('exports') ? 12 : 24 }));
    expect(tooLarge({ queues: { ...config.queues, consumers } })).toEqual(['mirante-mail 24', 'mirante-exports 12']);
  });
});

describe('the plan of jobs', () => {
  test('has slots that begin within the hour, and makes up for every missed slot only where there are few', () => {
    for (const name of jobNames) {
      const { every, at, missed } = jobs[name];
      expect([name, 60 % every === 0 && at < every && (missed === 'latest' || every >= 15)]).toEqual([name, true]);
    }
  });

  test('has no database query for a missing job', () => {
    const asked = [...readFileSync('db/functions/due.sql', 'utf8').matchAll(/when '([\w-]+)'\s+then/g)].map(([, name]) => name);
    expect(asked.length).toBeGreaterThan(10);
    expect(asked.filter((name) => !jobNames.includes(name as never))).toEqual([]); // because includes wants a known name
  });
});

describe('a tick', () => {
  const files = new Map(sources().map(({ path, text }) => [path, text]));
  /** Everything a file loads, including later import() calls. */
  function reach(entry: string, of = files): string[] {
    const seen = new Set<string>();
    const wanted = [entry];
    for (let path = wanted.pop(); path !== undefined; path = wanted.pop()) {
      if (seen.has(path)) continue;
      seen.add(path);
      for (const item of getImports(of.get(path) ?? '')) if (!item.isType) wanted.push(getTarget(path, item));
    }
    return [...seen].toSorted();
  }
  const outside = /^(functions\/(features|services)|scheduled\/jobs)\/|^cloudflare:|^node:/;
  // Only db/client.ts queries the database.
  const calls = (paths: readonly string[], of = files) =>
    paths.filter((path) => outside.test(path) || (path !== 'db/client.ts' && /\bfetch\(|\bconnect\(/.test(of.get(path) ?? '')));

  test('asks the database and sends messages: it reaches no job, no feature and no service', () => {
    const reached = reach('scheduled/index.ts');
    expect(reached).toContain('functions/request/messages.ts');
    expect(calls(reached)).toEqual([]);
  });

  test.each([
    "import { deliverOutbox } from '../functions/features/mail/index.ts';",
    "const { sweep } = await import('./jobs/sweep.ts');",
    "import { connect } from 'cloudflare:sockets';",
    "await fetch('https://management.azure.com');",
  ])('the guard sees %s', (line) => {
    const planted = new Map([...files, ['scheduled/tick.ts', `${line}\n${files.get('scheduled/tick.ts')}`] as const]);
    expect(calls(reach('scheduled/index.ts', planted), planted)).not.toEqual([]);
  });
});

describe('an event of cron or of a queue', () => {
  const files = new Map(sources().map(({ path, text }) => [path, text]));
  const withLine = (path: string, line: string) => new Map([...files, [path, `${line}\n${files.get(path)}`] as const]);
  /** Jobs, and what they call, that an entry loads before it knows the message. */
  const early = (entry: string, of = files) =>
    [...loadedWith(entry, of)].filter((path) => /^(scheduled\/jobs|functions\/(features|services))\//.test(path));
  /** What only cron and queues run, loaded with the Worker itself. */
  const withWorker = (of = files) => [...loadedWith('functions/index.ts', of)].filter((path) => path.startsWith('scheduled/'));

  test('loads the module of its own job only', () => {
    expect(loadedWith('scheduled/consume.ts', files)).toContain('scheduled/do-slot.ts');
    expect(early('scheduled/consume.ts')).toEqual([]);
    expect(early('scheduled/index.ts')).toEqual([]);
    expect(withWorker()).toEqual([]);
  });

  test.each([
    ['scheduled/consume.ts', "import { sweep } from './jobs/sweep.ts';"],
    ['scheduled/do-slot.ts', "import { sweep } from './jobs/sweep.ts';"],
    ['scheduled/failed.ts', "import { deliverOutbox } from '../functions/features/mail/index.ts';"],
    ['scheduled/tick.ts', "export * from '../functions/services/ids.ts';"],
  ])('the guard sees in %s: %s', (path, line) => {
    expect(early('scheduled/consume.ts', withLine(path, line))).not.toEqual([]);
  });

  test.each([
    "import { runDue } from '../scheduled/index.ts';",
    "import { consume } from '../scheduled/consume.ts';",
    "import './../scheduled/jobs/sweep.ts';",
  ])('the guard sees in the Worker: %s', (line) => {
    expect(withWorker(withLine('functions/index.ts', line))).not.toEqual([]);
  });
});
