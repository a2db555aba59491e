import { AsyncLocalStorage } from 'node:async_hooks';
import { NeonDbError, neon, neonConfig } from '@neondatabase/serverless';
import type { Row } from '../../dev/database/owner.ts';
import { hasWorld, portal, world } from './world.ts';

/** The database of the api tests, or that of the running portal in a browser test. */
const address = () => (hasWorld() ? world() : portal()).database;

type Statement = { text: string; params: unknown[] };
const waiting = new AsyncLocalStorage<Statement[]>();

/** Queries as the owner of the tables, bypassing every policy: to set up and to inspect, never to act. */
export async function query(text: string, params: unknown[] = []): Promise<Row[]> {
  const queue = waiting.getStore();
  if (!queue) return ask([{ text, params }]);
  queue.push({ text, params });
  return givesRows(text) ? ask(queue.splice(0)) : [];
}

/** Batches the writes of `work` and sends them before the next query and at the end: a request costs far more than its statement. */
export async function together<Result>(work: () => Promise<Result>): Promise<Result> {
  const queue: Statement[] = [];
  const result = await waiting.run(queue, work);
  await ask(queue);
  return result;
}

const givesRows = (text: string) => /^\s*select\b/i.test(text) || /\breturning\b[^)]*$/i.test(text);

/** Runs the statements in one transaction and returns the last one's rows. Test set-up keeps no lock order, so a deadlock is retried. */
async function ask(statements: readonly Statement[]): Promise<Row[]> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await askOnce(statements);
    } catch (error) {
      if (attempt === 3 || !(error instanceof NeonDbError && error.code === '40P01')) throw error;
    }
  }
}

async function askOnce(statements: readonly Statement[]): Promise<Row[]> {
  const { endpoint, urls } = address();
  neonConfig.fetchEndpoint = endpoint;
  const sql = neon(urls.owner, { disableWarningInBrowsers: true });
  const queries = statements.map(({ text, params }) => sql.query(text, params));
  if (queries.length > 1) return (await sql.transaction(queries)).at(-1) ?? [];
  return (await queries[0]) ?? [];
}

/** Asks as one of the product's own roles, for attacks on the policies. */
export function sqlAs(role: 'app' | 'wide' | 'public' | 'door' | 'job') {
  const { endpoint, urls } = address();
  neonConfig.fetchEndpoint = endpoint;
  return neon(urls[role], { disableWarningInBrowsers: true });
}

export type Fault = { down?: boolean; delayMs?: number; rollBack?: boolean };
export type Trips = { requests: number; statements: number };

/** One harness's view of the database: its round trips and faults, isolated from other test files. */
export function getDatabase(tag: string) {
  const { endpoint, urls } = address();
  const call = async (method: string, path: string, body?: Fault, more = ''): Promise<Trips> => {
    const headers = { 'neon-connection-string': urls.owner };
    const response = await fetch(new URL(`${path}?tag=${tag}${more}`, endpoint), { method, headers, body: body && JSON.stringify(body) });
    return response.json();
  };
  return {
    endpoint: `${endpoint}/${tag}`,
    trips: () => call('GET', '/__db/stats'),
    /** The round trips of jobs, which belong to no request. */
    async jobTrips(): Promise<number> {
      return (await call('GET', '/__db/stats', undefined, ':jobs')).requests;
    },
    resetTrips: () => call('POST', '/__db/stats/reset'),
    fail: (fault: Fault) => call('POST', '/__db/fault', fault),
    heal: () => call('POST', '/__db/fault', {}),
    /** Resolves when the database has done all it was asked to, also by a Worker that has been stopped since. */
    idle: () => call('POST', '/__db/idle'),
    /** Statements of random input are not recorded (db/statements.txt): they differ from run to run. */
    async unrecorded<Result>(work: () => Promise<Result>): Promise<Result> {
      await call('POST', '/__db/recording/mute');
      try {
        return await work();
      } finally {
        await call('POST', '/__db/recording/resume');
      }
    },
  };
}
