import { SQL, sql } from 'drizzle-orm';
import type { Db } from './client.ts';
import { type AuditChange, audit } from './schema/audit-log.ts';

/** Where the request came from, as the audit log stores it. */
type Origin = { address: string | null; requestId: string };

/** The audit row of a write; part of the same batch. */
export const audited = <Facts>(db: Db, { address, requestId }: Origin, what: string, rowId: string | null, change: AuditChange<Facts>) =>
  db.insert(audit).values({ what, rowId, change, ip: address, requestId });

/** The same for a write of a task's run, which has no request: it names the task. */
export const auditedByTask = <Facts>(db: Db, task: string, what: string, rowId: string, change: AuditChange<Facts>) =>
  db.insert(audit).values({ what, rowId, change: { ...change, task } });

/** The same for an act that changes no fields of a row: what it was about. */
export const auditedAct = (db: Db, { address, requestId }: Origin, what: string, rowId: string | null, facts: Record<string, unknown>) =>
  db.insert(audit).values({ what, rowId, change: facts, ip: address, requestId });

/** A fact of a statement: a value, an expression over its rows, or facts within. */
type Fact = SQL | string | number | boolean | null | { [name: string]: Fact };
export type Facts = { [name: string]: Fact };

function toExpression(fact: Fact): SQL {
  if (fact === null) return sql`null`;
  if (fact instanceof SQL) return fact;
  if (typeof fact === 'object') return toJson(fact);
  return typeof fact === 'string' ? sql`${fact}::text` : typeof fact === 'number' ? sql`${fact}::numeric` : sql`${fact}::boolean`;
}

/** Facts as an expression, to be combined with others. */
export const toJson = (facts: Facts): SQL =>
  sql`jsonb_build_object(${sql.join(
    Object.entries(facts).map(([name, fact]) => sql`${sql.raw(`'${name.replaceAll("'", "''")}'`)}, ${toExpression(fact)}`),
    sql`, `,
  )})`;
/** The same without those that are null. */
export const givenFacts = (facts: Facts): SQL => sql`jsonb_strip_nulls(${toJson(facts)})`;

type Recorded = {
  what: string | SQL;
  /** The id of the row it was done to, an expression over `from`. */
  row: SQL | null;
  facts?: Facts | SQL;
  /** What wrote: nothing written, nothing recorded. */
  from?: SQL;
  where?: SQL;
  /** Only bulk writes name these: the database fills in the tenant. */
  tenant?: SQL;
  importId?: SQL;
};

/**
 * `audited` as part of a statement that writes: an audit row for each row of `from`. `origin` is null where no request is the cause.
 * For writes that are refused only as "changed", claims and bulk writes; the others load, decide and use `audited` (docs/data.md).
 */
export function auditEach(origin: Origin | null, { what, row, facts = {}, from, where, tenant, importId }: Recorded): SQL {
  const columns: Record<string, SQL> = {
    ...(tenant ? { tenant_id: tenant } : {}),
    what: sql`${what}`,
    row_id: row ?? sql`null`,
    ...(importId ? { import_id: importId } : {}),
    change: facts instanceof SQL ? facts : toJson(facts),
    ...(origin ? { ip: sql`${origin.address}`, request_id: sql`${origin.requestId}` } : {}),
  };
  const names = sql.raw(Object.keys(columns).join(', '));
  const values = sql.join(Object.values(columns), sql`, `);
  return sql`insert into audit (${names}) select ${values}${from ? sql` from ${from}` : sql``}${where ? sql` where ${where}` : sql``}`;
}
