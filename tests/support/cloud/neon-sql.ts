import pg from 'pg';
import type { Engine } from '../../../dev/database/engine.ts';
import { BadRequest, parseRequest } from '../../../dev/database/protocol.ts';
import { runStatements } from '../../../dev/database/run-statements.ts';

const rawText = { getTypeParser: () => (text: string) => text };

/** Neon's HTTP endpoint in front of a Postgres that checks the role's password itself: separate connections for each connection string. */
export function neonSql() {
  const pools = new Map<string, InstanceType<typeof pg.Pool>>();
  const getPool = (address: string) => {
    const url = new URL(address);
    url.hostname = '127.0.0.1';
    const pool = pools.get(address) ?? new pg.Pool({ connectionString: url.href, max: 5, types: rawText });
    if (!pools.has(address)) pool.on('error', () => {});
    pools.set(address, pool);
    return pool;
  };
  const getEngine = (address: string): Engine => ({
    kind: 'postgres',
    owner: new URL(address).username,
    async lease() {
      const connection = await getPool(address).connect();
      const release = () =>
        connection.query('rollback; reset all').then(
          () => connection.release(),
          (error) => connection.release(error),
        );
      return { connection, release };
    },
    async close() {},
  });
  return {
    async answer(headers: Headers, body: string): Promise<Response> {
      try {
        const address = headers.get('neon-connection-string') ?? '';
        const parsed = parseRequest(Object.fromEntries(headers), body);
        const results = await runStatements(getEngine(address), parsed.user, parsed);
        return Response.json(parsed.batch ? { results } : results[0]);
      } catch (error) {
        const { message, code, detail, constraint, table } = error as Error & Record<string, unknown>; // because only Postgres throws here
        const isStatement = error instanceof BadRequest || code !== undefined;
        return Response.json({ message, code, detail, constraint, table }, { status: isStatement ? 400 : 500 });
      }
    },
    async close() {
      for (const pool of pools.values()) await pool.end();
    },
  };
}
