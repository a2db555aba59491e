import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { type LocalSecrets, workerSecrets } from '../../dev/secrets.ts';
import { deadQueue } from '../../domain/jobs/queues.ts';
import { getDatabase, query } from './database.ts';
import type { Fetch } from './http-client.ts';
import { cheapCost } from './password.ts';
import { type LogLine, type Runtime, startRuntime, type WorkerOptions } from './runtime.ts';
import { getAddress } from './test-file.ts';
import { followTicks } from './ticks.ts';
import { world } from './world.ts';

export type HarnessOptions = {
  vars?: Record<string, string>;
  secrets?: Record<string, string>;
  compatibilityFlags?: string[];
  /** Overrides wrangler.toml's retry settings of the queues. */
  retries?: { maxRetries: number; retryDelay: number };
  /** Queues without a consumer: a call is seen alone, without the work it triggers. */
  isAlone?: boolean;
};

/**
 * The built Worker in workerd, with separate KV, R2, queue, round-trip count and database faults.
 * `harness.fetch('http://some-host.localhost/path')` sets the host that the Worker sees.
 */
export function newHarness({ vars = {}, secrets = {}, compatibilityFlags, retries, isAlone }: HarnessOptions = {}) {
  const { database: stored, keys, worker: known } = world();
  const worker = {
    ...known,
    ...(compatibilityFlags && { compatibilityFlags }),
    ...(retries && { queueConsumers: withRetries(known, retries) }),
    ...(isAlone && { queueConsumers: {} }),
  };
  const database = getDatabase(randomUUID());
  const bindings = {
    ...getSettings(database.endpoint),
    ...workerSecrets({ passwords: getPasswords(stored.urls), keys }),
    ...vars,
    ...secrets,
  };
  let starting: Promise<Runtime> | undefined;
  let logs: LogLine[] = [];
  let calls: string[] = [];
  const followed = followTicks();
  const onLog = (line: LogLine) => {
    logs.push(line);
    followed.see(line);
  };
  const runtime = (): Promise<Runtime> => {
    if (!starting) throw new Error('The harness does not listen yet.');
    return starting;
  };
  const fetch: Fetch = async (url, options = {}) => {
    // The sign-in limits count by address: each test file has its own.
    const headers = new Headers(options.headers);
    if (!headers.has('cf-connecting-ip')) headers.set('cf-connecting-ip', getAddress(0));
    const response = await (await runtime()).fetch(url, { ...options, headers });
    calls.push(`${options.method ?? 'GET'} ${url} → ${response.status}`);
    return response;
  };
  const tick = async (...args: Parameters<Runtime['scheduled']>) => {
    followed.begin();
    const outcome = await (await runtime()).scheduled(...args);
    await followed.settled();
    return outcome;
  };
  return {
    database,
    async listen() {
      starting ??= startRuntime(worker, bindings, onLog);
      await starting;
    },
    fetch,
    getWorker: <Env = unknown>() => ({
      /** A tick in a minute in which no job has run yet; resolves when its jobs are done. */
      scheduled: async (...args: Parameters<Runtime['scheduled']>) => {
        await query('delete from job_marks');
        return tick(...args);
      },
      /** The same as cron does it: jobs that already ran in its minute don't run again. */
      tick,
      consume: async (...args: Parameters<Runtime['consume']>) => (await runtime()).consume(...args),
      getEnv: async () => (await runtime()).bindings<Env>(),
    }),
    getLogs: () => logs,
    /** Prints the calls and the Worker's log since the logs were cleared. */
    debug() {
      console.log([...calls, ...logs.map(({ level, message }) => `${level} ${message}`)].join('\n'));
    },
    clearLogs() {
      logs = [];
      calls = [];
    },
    /** Kills the Worker's process and starts another. */
    async restart() {
      await (await runtime()).kill();
      await database.idle();
      starting = startRuntime(worker, bindings, onLog);
      await starting;
    },
    async close() {
      followed.stop();
      const running = await starting?.catch(() => undefined);
      await running?.stop();
      starting = undefined;
      // Statements in flight still reach the database: what a test does next comes after them.
      if (running) await database.idle();
    },
  };
}
export type Harness = ReturnType<typeof newHarness>;

let shared: Harness | undefined;

/**
 * A harness for one test file, which prints its log when a test fails. Call it at the top of the file. With the default settings it is the
 * worker's shared one: a worker runs its files one after another, and host and tenant keep their data apart. A file with other settings
 * gets a separate harness.
 */
export function useHarness(options?: HarnessOptions): Harness {
  if (!options) shared ??= newHarness();
  const harness = options ? newHarness(options) : (shared as Harness); // because it was made in the line above
  beforeAll(() => harness.listen());
  afterAll(async () => {
    if (options) return harness.close();
    await harness.database.heal();
  });
  afterEach(({ task }) => {
    if (task.result?.state === 'fail') harness.debug();
    harness.clearLogs();
  });
  return harness;
}

/**
 * Stops the shared Worker until the next file that uses it begins: its retried messages would run beside a file that counts what one run
 * does. Call it at the top of the file.
 */
export function restSharedHarness(): void {
  beforeAll(async () => {
    await shared?.close();
    shared = undefined;
  });
}

/** The queues whose messages are tried again; what ends in the last one is only read. */
const withRetries = ({ queueConsumers = {} }: WorkerOptions, retries: HarnessOptions['retries']) =>
  Object.fromEntries(
    Object.entries(queueConsumers as Record<string, object>).map(([name, consumer]) => [
      name,
      name === deadQueue ? consumer : { ...consumer, ...retries },
    ]), // because wrangler.toml is read into this form
  );

const getSettings = (endpoint: string): Record<string, string> => {
  const { reportService, mail } = world();
  return {
    STAGE: 'test',
    PRODUCT_HOST: 'localhost',
    NEON_FETCH_ENDPOINT: endpoint,
    ENTRA_AUTHORITY: reportService.url,
    REPORT_SERVICE_API: reportService.url,
    AZURE_MANAGEMENT_API: reportService.url,
    REPORT_SERVICE_EMBED_ORIGIN: reportService.url,
    SMTP_HOST: 'localhost',
    SMTP_PORT: String(mail.smtpPort),
    SMTP_PROTOCOL: 'starttls',
    SMTP_USER: '',
    SMTP_FROM: 'portal@mirante.test',
    SMTP_BULK_PER_SECOND: '1000',
    SMTP_STAND_IN: `localhost:${mail.smtpPort},localhost:${mail.tlsPort}`,
    TEST_CLOCK: '1',
    // The tests sign in thousands of times; the cost of a guess is measured in the benches.
    PASSWORD_COST: cheapCost,
  };
};

function getPasswords(urls: Record<string, string>): LocalSecrets['passwords'] {
  const entries = Object.entries(urls).map(([role, url]) => [role, new URL(url).password]);
  return Object.fromEntries(entries); // because urls has exactly the roles
}
