import { NeonDbError } from '@neondatabase/serverless';
import { sqlAs } from '../support/database.ts';

export type Statement = string | readonly [text: string, params: readonly unknown[]];
type Rows = Record<string, unknown>[];
type Role = Parameters<typeof sqlAs>[0];

/** Runs statements as a role of the product in one transaction; returns the rows of each. */
export async function runAs(role: Role, ...statements: readonly Statement[]): Promise<Rows[]> {
  const sql = sqlAs(role);
  const queries = statements.map((statement) =>
    typeof statement === 'string' ? sql.query(statement) : sql.query(statement[0], [...statement[1]]),
  );
  return (await sql.transaction(queries)) as Rows[]; // because every statement answers rows as objects
}

/** The result of an attack: the SQLSTATE that stopped it, or the rows of its last statement. */
export async function outcome(role: Role, ...statements: readonly Statement[]): Promise<string | Rows> {
  try {
    return (await runAs(role, ...statements)).at(-1) ?? [];
  } catch (error) {
    if (error instanceof NeonDbError && error.code) return error.code;
    throw error;
  }
}
