import type { QueryResult } from 'pg';
import type { Engine } from './engine.ts';
import type { SqlRequest } from './protocol.ts';

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
  const asRole = `set session authorization "${role}"; set statement_timeout = '${STATEMENT_TIMEOUT}'`;
  const runAll = () =>
    request.statements.map(({ query, params }) =>
      connection.query({ text: query, values: params, rowMode: 'array', queryMode: 'extended' }),
    );
  try {
    if (!request.batch && !rollBack) {
      await connection.query(asRole);
      return (await Promise.all(runAll())).map(toAnswer);
    }
    // Nothing of a transaction runs after a failure, so all of it is sent at once.
    const begun = connection.query(`${request.batch ? request.begin : 'begin'}; ${asRole}`);
    const asked = runAll();
    const ended = connection.query(rollBack ? 'set constraints all immediate; rollback' : 'commit');
    const outcomes = await Promise.allSettled([begun, ...asked, ended]);
    // What fails after the first failure only says that the transaction has ended.
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
    return (await Promise.all(asked)).map(toAnswer);
  } finally {
    // The answer doesn't wait for the cleanup; the next request on this connection does.
    void release().catch((error: Error) => console.error(`The connection could not be cleaned: ${error.message}`));
  }
}

function toAnswer({ fields, rows, command, rowCount }: QueryResult): Answer {
  return { fields: fields.map(({ name, dataTypeID }) => ({ name, dataTypeID })), rows, command, rowCount };
}
