import { PGlite } from '@electric-sql/pglite';
import { createPgConfig } from '@electric-sql/pglite/node-postgres';
import pg, { type Client } from 'pg';

/** One pg connection, lent for one request. `release` cleans it first, so nothing of a request is left for the next one. */
type Lease = { connection: Client; release(): Promise<void> };

export type Engine = {
  kind: 'pglite' | 'postgres';
  /** The user that owns the tables and that every connection belongs to between two requests. */
  owner: string;
  lease(): Promise<Lease>;
  /** All of a PGlite as one file, which `openEngine` takes as `snapshot`. */
  dump?(): Promise<Blob>;
  close(): Promise<void>;
};

// Neon answers raw text and its driver parses it; parsers are set on the connection, because per query they hang PGlite's adapter.
const rawText = { getTypeParser: () => (text: string) => text };

// PGlite runs in single-user mode, where RESET SESSION AUTHORIZATION does nothing: the owner is named instead.
const cleanUp = (owner: string) =>
  `rollback; set session authorization "${owner}"; reset all; close all; deallocate all; unlisten *; select pg_advisory_unlock_all()`;

type Options = { folder?: string | undefined; postgres?: string | undefined; snapshot?: Blob | undefined };

export async function openEngine({ folder, postgres, snapshot }: Options): Promise<Engine> {
  return postgres ? openPostgres(postgres) : openPglite(folder, snapshot);
}

async function openPglite(folder: string | undefined, snapshot: Blob | undefined): Promise<Engine> {
  const database = await PGlite.create(folder ?? 'memory://', snapshot && { loadDataDir: snapshot });
  const connection = new pg.Client({ ...createPgConfig(database), types: rawText, pipeline: true });
  connection.on('error', (error) => console.error(`PGlite: ${error.message}`));
  await connection.connect();
  let turn = Promise.resolve();
  return {
    kind: 'pglite',
    owner: 'postgres',
    async lease() {
      const previous = turn;
      const { promise, resolve } = Promise.withResolvers<void>();
      turn = promise;
      await previous;
      return {
        connection,
        release: () =>
          connection
            .query(cleanUp('postgres'))
            .then(() => {})
            .finally(resolve),
      };
    },
    async dump() {
      await turn;
      return database.dumpDataDir('none');
    },
    async close() {
      await turn;
      await connection.end();
      await database.close();
    },
  };
}

async function openPostgres(connectionString: string): Promise<Engine> {
  const pool = new pg.Pool({ connectionString, max: 10, types: rawText, pipeline: true });
  pool.on('error', (error) => console.error(`Postgres: ${error.message}`));
  // The pool listens to idle connections only: one that breaks while it is lent must not end this process either.
  pool.on('connect', (connection) => void connection.on('error', (error) => console.error(`Postgres: ${error.message}`)));
  const first = await pool.connect();
  const facts = await first
    .query(`select current_user, current_setting('is_superuser')`)
    .then((result) => Object.values<string>(result.rows[0]));
  first.release();
  const [owner = '', superuser] = facts;
  if (superuser !== 'on') {
    await pool.end();
    throw new Error(`MIRANTE_POSTGRES must name a superuser, because requests run as the product's own roles; ${owner} is none.`);
  }
  return {
    kind: 'postgres',
    owner,
    async lease() {
      const connection = await pool.connect();
      const release = () =>
        connection.query(cleanUp(owner)).then(
          () => connection.release(),
          (error) => connection.release(error),
        );
      return { connection, release };
    },
    close: () => pool.end(),
  };
}
