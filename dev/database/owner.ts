import pg, { type Client, type QueryResult } from 'pg';
import type { Engine } from './engine.ts';

// because the shape of a row is known only to the statement's author.
// biome-ignore lint/suspicious/noExplicitAny: see above.
export type Row = Record<string, any>;
export type OwnerSql = { query(text: string, params?: unknown[]): Promise<{ rows: Row[] }>; exec(sql: string): Promise<void> };

/** What migrations, the demo seed and tests use: the owner of the tables, past every policy, rows as objects with parsed values. */
export function getOwner(engine: Engine): OwnerSql {
  return {
    query: (text, params) => borrow(engine, (sql) => sql.query(text, params)),
    exec: (text) => borrow(engine, (sql) => sql.exec(text)),
  };
}

/** Everything inside is one transaction on one connection. */
export async function asOwnerAtOnce<Result>(engine: Engine, work: (sql: OwnerSql) => Promise<Result>): Promise<Result> {
  return borrow(engine, async (sql) => {
    await sql.exec('begin');
    const result = await work(sql);
    await sql.exec('commit');
    return result;
  });
}

export async function borrow<Result>(engine: Engine, work: (sql: OwnerSql, connection: Client) => Promise<Result>): Promise<Result> {
  const { connection, release } = await engine.lease();
  try {
    return await work(onConnection(connection), connection);
  } finally {
    await release();
  }
}

function onConnection(connection: Client): OwnerSql {
  return {
    async query(text, params = []) {
      return { rows: toObjects(await connection.query({ text, values: params, rowMode: 'array', queryMode: 'extended' })) };
    },
    async exec(text) {
      await connection.query(text);
    },
  };
}

function toObjects({ fields, rows }: QueryResult): Row[] {
  const parsers = fields.map((field) => pg.types.getTypeParser(field.dataTypeID));
  return rows.map((row: (string | null)[]) =>
    Object.fromEntries(row.map((text, at) => [fields[at]?.name ?? '', text === null ? null : parsers[at]?.(text)])),
  );
}
