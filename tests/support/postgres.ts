import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg, { type Client } from 'pg';
import { startLeashed } from '../../dev/child.ts';
import { findPort } from '../../dev/ports.ts';

const shelf = '/usr/lib/postgresql';
const binaries = () =>
  existsSync(shelf)
    ? readdirSync(shelf)
        .map((version) => join(shelf, version, 'bin'))
        .find((folder) => existsSync(join(folder, 'initdb')))
    : undefined;

/** Where Debian's Postgres is; installs it first where it's missing, for which no other apt-get may be running. */
export function findPostgres(): string {
  const known = binaries();
  if (known) return known;
  if (userInfo().uid !== 0) throw new Error('Postgres is not installed: apt-get install postgresql');
  console.log("Installing Debian's Postgres…");
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  execFileSync('apt-get', ['update', '-qq'], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'postgresql'], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const installed = binaries();
  if (!installed) throw new Error(`apt-get installed Postgres, but there is no initdb under ${shelf}.`);
  return installed;
}

export type Cluster = {
  folder: string;
  /** Hands every line of the server's log to `listener`, until the returned function is called. */
  listen(listener: (line: string) => void): () => void;
  url(database: string): string;
  connect(database: string): Promise<Client>;
  /** Creates an empty database and returns its connection string. */
  create(database: string): Promise<string>;
  close(): Promise<void>;
};

// Nothing outlives the run, so durability is off; statistics are gathered once the data is loaded.
const settings = [
  "listen_addresses = '127.0.0.1'",
  'max_connections = 150',
  'shared_buffers = 512MB',
  'maintenance_work_mem = 256MB',
  'max_wal_size = 2GB',
  'wal_level = minimal',
  'max_wal_senders = 0',
  'fsync = off',
  'synchronous_commit = off',
  'full_page_writes = off',
  'autovacuum = off',
  'jit = off',
  "log_line_prefix = '%d '",
];

/** A separate Postgres in a temporary folder, run as a non-root user. */
export async function startPostgres(more: readonly string[] = []): Promise<Cluster> {
  const bin = findPostgres();
  const folder = mkdtempSync(join(tmpdir(), 'mirante-postgres-'));
  const isRoot = userInfo().uid === 0;
  const asSomebody = (command: string[]) => (isRoot ? ['runuser', '-u', 'postgres', '--', ...command] : command);
  if (isRoot) {
    const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
    chownSync(folder, id('-u'), id('-g'));
  }
  chmodSync(folder, 0o755);
  const data = join(folder, 'data');
  const run = (command: string[]) => {
    const [name = '', ...args] = asSomebody(command);
    execFileSync(name, args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  };
  run([join(bin, 'initdb'), '-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale', 'C.UTF-8', '--no-sync']);
  const port = await findPort(0);
  writeFileSync(
    join(data, 'postgresql.auto.conf'),
    `${[...settings, ...more, `port = ${port}`, `unix_socket_directories = '${folder}'`].join('\n')}\n`,
  );
  const listeners = new Set<(line: string) => void>();
  const said: string[] = [];
  const onLine = (line: string) => {
    if (listeners.size === 0) said.push(line);
    for (const listener of listeners) listener(line);
  };
  const server = startLeashed('Postgres', asSomebody([join(bin, 'postgres'), '-D', data]), { onLine });
  const url = (database: string) => `postgres://postgres@127.0.0.1:${port}/${database}`;
  const connect = async (database: string) => {
    const client = new pg.Client({ connectionString: url(database) });
    client.on('error', () => {});
    await client.connect();
    return client;
  };
  for (const deadline = Date.now() + 20_000; ; await pause(50)) {
    const client = await connect('postgres').catch(() => null);
    if (client) {
      await client.end();
      break;
    }
    if (server.hasEnded() || Date.now() > deadline) throw new Error(`Postgres did not start:\n${said.slice(-10).join('\n')}`);
  }
  return {
    folder,
    url,
    connect,
    async create(database) {
      const client = await connect('postgres');
      await client.query(`create database "${database}"`);
      await client.end();
      return url(database);
    },
    listen(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async close() {
      if (!server.hasEnded()) run([join(bin, 'pg_ctl'), 'stop', '-D', data, '-m', 'immediate']);
      await server.stop();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** A real Postgres, with real races as in production; on machines without one, PGlite, which `npm start` uses. */
export async function realPostgres(): Promise<Cluster | null> {
  try {
    // Without statistics the planner takes every table for a few rows: after ten thousand recipients a look of the walk took a second.
    const cluster = await startPostgres(['autovacuum = on', 'autovacuum_naptime = 5s']);
    cluster.listen(tellDeadlocks());
    return cluster;
  } catch (error) {
    console.log(`The tests run on PGlite: ${error instanceof Error ? error.message : error}`);
    return null;
  }
}

/** Only the server's log names the two statements of a deadlock: an error line, with its details in the lines below. */
function tellDeadlocks(): (line: string) => void {
  let isTelling = false;
  return (line) => {
    if (/ (ERROR|LOG|FATAL|WARNING): /.test(line)) isTelling = line.includes('deadlock detected');
    if (isTelling) console.error(line.slice(0, 2_000));
  };
}
