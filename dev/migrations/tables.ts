import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import { getJournal } from './journal.ts';
import type { State } from './state.ts';

export type Snapshot = Parameters<typeof generateMigration>[0];

export const getSnapshot = ({ schema }: Pick<State, 'schema'>, previous?: Snapshot): Snapshot =>
  generateDrizzleJson(Object.assign({}, ...Object.values(schema)), previous?.id);

/** Only the snapshot of the newest migration is kept: that is the one drizzle-kit compares a schema with. */
export function lastSnapshot(migrations: string): Snapshot {
  const last = snapshotsIn(migrations).at(-1);
  return last ? JSON.parse(readFileSync(join(migrations, 'meta', last), 'utf8')) : generateDrizzleJson({});
}

/** What `drizzle-kit generate` leaves beside a migration: its snapshot and its line in the journal. */
export function keepSnapshot(migrations: string, tag: string, snapshot: Snapshot): void {
  const meta = join(migrations, 'meta');
  mkdirSync(meta, { recursive: true });
  for (const old of snapshotsIn(migrations)) rmSync(join(meta, old));
  writeFileSync(join(meta, `${tag.slice(0, 4)}_snapshot.json`), `${JSON.stringify(snapshot, null, 2)}\n`);
  const entry = { idx: Number(tag.slice(0, 4)), version: snapshot.version, when: Date.now(), tag, breakpoints: false };
  const journal = { version: snapshot.version, dialect: snapshot.dialect, entries: [...getJournal(migrations), entry] };
  writeFileSync(join(meta, '_journal.json'), `${JSON.stringify(journal, null, 2)}\n`);
}

const snapshotsIn = (migrations: string) =>
  existsSync(join(migrations, 'meta')) ? readdirSync(join(migrations, 'meta')).filter((name) => name.endsWith('_snapshot.json')) : [];

/** drizzle-kit's SQL from one snapshot to another. */
export const tableStatements = (before: Snapshot, after: Snapshot): Promise<string[]> => generateMigration(before, after);

/** All tables with their indexes, grouped by file of db/schema; the references between them come last, when every table exists. */
export async function newTables(state: Pick<State, 'schema'>): Promise<string> {
  const statements = await tableStatements(generateDrizzleJson({}), getSnapshot(state));
  const references = statements.filter((sql) => sql.includes(' FOREIGN KEY '));
  const own = statements.filter((sql) => !references.includes(sql));
  const groups = Object.entries(state.schema).map(([feature, module]) => {
    const tables = Object.values(module)
      .filter((value) => value instanceof PgTable)
      .map((table) => getTableConfig(table).name);
    return { title: `-- ${feature}`, statements: own.filter((sql) => tables.includes(getTable(sql))) };
  });
  return [...groups, { title: '-- references', statements: references }]
    .filter((group) => group.statements.length > 0)
    .map((group) => [group.title, ...group.statements.map((sql) => sql.trim())].join('\n'))
    .join('\n\n');
}

const getTable = (sql: string) => /^CREATE (?:TABLE|(?:UNIQUE )?INDEX "\w+" ON) "(\w+)"/.exec(sql)?.[1] ?? '';
