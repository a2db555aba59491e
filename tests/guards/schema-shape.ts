import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import type { Row } from '../../dev/database/owner.ts';

/** A schema as lines of text, so that a difference reads like one: `users.email text not null`, `index users_email unique`. */
export type Shape = string[];

/** The tables that the code knows. */
export function shapeOfCode(schema: Record<string, unknown>): Shape {
  return Object.values(schema)
    .filter((value) => value instanceof PgTable)
    .flatMap((table) => {
      const { name, columns, indexes, foreignKeys, checks } = getTableConfig(table);
      return [
        ...columns.map((column) => line(name, column.name, column.getSQLType(), column.notNull || column.primary, column.hasDefault)),
        ...indexes.map(({ config }) => `index ${config.name}${config.unique ? ' unique' : ''}`),
        ...foreignKeys.map((key) => {
          const { columns: from, foreignColumns: to } = key.reference();
          const target = to[0] ? getTableConfig(to[0].table).name : '';
          return `reference ${name} (${from.map((each) => each.name)}) → ${target} (${to.map((each) => each.name)}) on delete ${key.onDelete ?? 'no action'}`;
        }),
        ...checks.map((check) => `check ${check.name}`),
        `key ${name} (${keyOf(table)})`,
      ];
    })
    .sort();
}

const keyOf = (table: PgTable) => {
  const { primaryKeys, columns } = getTableConfig(table);
  return (primaryKeys[0]?.columns ?? columns.filter((column) => column.primary)).map((column) => column.name);
};

const line = (table: string, column: string, type: string, notNull: boolean, hasDefault: boolean) =>
  `${table}.${column} ${type}${notNull ? ' not null' : ''}${hasDefault ? ' default' : ''}`;

const names = (keys: string, relation: string) =>
  `(select string_agg(a.attname, ',' order by k.n) from unnest(${keys}) with ordinality k (num, n) join pg_attribute a on a.attrelid = ${relation} and a.attnum = k.num)`;
const inPublic = "relnamespace = 'public'::regnamespace";

const questions = [
  `select c.relname as "table", a.attname as name, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as filled, a.atthasdef as preset
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped where c.relkind in ('r', 'p') and c.${inPublic}`,
  `select 'index ' || i.relname || case when x.indisunique then ' unique' else '' end as line from pg_index x join pg_class i on i.oid = x.indexrelid
    where i.${inPublic} and not exists (select from pg_constraint o where o.conindid = x.indexrelid and o.contype in ('p', 'u'))`,
  `select 'reference ' || c.relname || ' (' || ${names('o.conkey', 'o.conrelid')} || ') → ' || o.confrelid::regclass || ' (' || ${names('o.confkey', 'o.confrelid')} || ') on delete '
      || case o.confdeltype when 'a' then 'no action' when 'c' then 'cascade' when 'n' then 'set null' when 'r' then 'restrict' else 'set default' end as line
    from pg_constraint o join pg_class c on c.oid = o.conrelid where o.contype = 'f' and c.${inPublic}`,
  `select 'check ' || o.conname as line from pg_constraint o join pg_class c on c.oid = o.conrelid where o.contype = 'c' and c.${inPublic}`,
  `select 'key ' || c.relname || ' (' || ${names('o.conkey', 'o.conrelid')} || ')' as line from pg_constraint o join pg_class c on c.oid = o.conrelid where o.contype = 'p' and c.${inPublic}`,
];

/** The tables that the migrations made. */
export async function shapeOfDatabase(ask: (sql: string) => Promise<Row[]>): Promise<Shape> {
  const answers: Row[] = [];
  for (const question of questions) answers.push(...(await ask(question)));
  return answers.map((row) => row.line ?? line(row.table, row.name, row.type, row.filled, row.preset)).sort();
}
