import type { Client, QueryResult } from 'pg';
import type { Engine } from './engine.ts';
import type { SqlRequest, Statement } from './protocol.ts';

export type Answer = {
  fields: { name: string; dataTypeID: number }[];
  rows: (string | null)[][];
  command: string | null;
  rowCount: number | null;
};

// A real Postgres ends a long statement; PGlite has no timers and ignores the setting.
const STATEMENT_TIMEOUT = '15s';

/** Runs a request as its role: row-level security means nothing on a connection that stays the owner's. */
export async function runStatements(
  engine: Engine,
  role: string,
  request: Pick<SqlRequest, 'statements' | 'batch' | 'begin'>,
  rollBack = false,
): Promise<Answer[]> {
  const { connection, release } = await engine.lease();
  try {
    await connection.query(`set session authorization "${role}"; set statement_timeout = '${STATEMENT_TIMEOUT}'`);
    if (!request.batch && !rollBack) return await runEach(connection, request.statements);
    await connection.query(request.batch ? request.begin : 'begin');
    const answers = await runEach(connection, request.statements);
    await connection.query(rollBack ? 'set constraints all immediate; rollback' : 'commit');
    return answers;
  } finally {
    // The answer doesn't wait for the cleanup; the next request on this connection does.
    void release().catch((error: Error) => console.error(`The connection could not be cleaned: ${error.message}`));
  }
}

async function runEach(connection: Client, statements: Statement[]): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const { query, params } of statements) {
    answers.push(toAnswer(await connection.query({ text: query, values: params, rowMode: 'array', queryMode: 'extended' })));
  }
  return answers;
}

function toAnswer({ fields, rows, command, rowCount }: QueryResult): Answer {
  return { fields: fields.map(({ name, dataTypeID }) => ({ name, dataTypeID })), rows, command, rowCount };
}
