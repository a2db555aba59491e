import type { OwnerSql } from '../database/owner.ts';

export type Rows = Record<string, unknown>[];

const quoted = (names: string[]) => names.map((name) => `"${name}"`).join(', ');
// One parameter for all rows: the table itself says what type each value is.
const source = (table: string) => `jsonb_populate_recordset(null::"${table}", $1::jsonb)`;

/** Inserts all rows of a table in one statement; the first row names the columns. */
export async function insertRows(sql: Pick<OwnerSql, 'query'>, table: string, rows: Rows): Promise<void> {
  const columns = quoted(Object.keys(rows[0] ?? {}));
  if (rows.length > 0)
    await sql.query(`insert into "${table}" (${columns}) select ${columns} from ${source(table)}`, [JSON.stringify(rows)]);
}

/** Writes these columns of the rows that still exist and meet the condition on `t`; tenant and id name a row. */
export async function updateRows(sql: OwnerSql, table: string, columns: string[], rows: Rows, condition = 'true'): Promise<void> {
  const set = columns.map((name) => `"${name}" = n."${name}"`).join(', ');
  await sql.query(
    `update "${table}" t set ${set} from ${source(table)} n where t.tenant_id = n.tenant_id and t.id = n.id and ${condition}`,
    [JSON.stringify(rows)],
  );
}
