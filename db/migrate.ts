import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The part of a pg client that migrations need; a text without parameters may hold many statements. */
export type MigrationConnection = { query(text: string, params?: unknown[]): Promise<{ rows: unknown[] }> };

export type Migration = { name: string; sql: string; sha256: string };

export class MigrationRefused extends Error {
  override name = 'MigrationRefused';
}

// Not in schema public: its rows belong to no tenant, so the rule "every table has forced row-level security" doesn't apply.
const BOOK = `create schema if not exists app_migrations;
revoke all on schema app_migrations from public;
create table if not exists app_migrations.applied (name text primary key, sha256 text not null, at timestamptz not null default now());`;

/** Reads `NNNN_<sentence>.sql` of a folder in order; two files with one number are refused, because their order is ambiguous. */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  const misnamed = names.find((name) => !/^\d{4}_[a-z0-9_]+\.sql$/.test(name));
  if (misnamed) throw new MigrationRefused(`${misnamed} is not named NNNN_<sentence>.sql.`);
  const twice = names.find((name, at) => at > 0 && names[at - 1]?.slice(0, 4) === name.slice(0, 4));
  if (twice) throw new MigrationRefused(`Two migrations have the number ${twice.slice(0, 4)}.`);
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(folder, name), 'utf8');
      return { name, sql, sha256: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

/**
 * Applies what is not yet applied, each file in one transaction with its own record, and returns the names of those files.
 * A changed, missing or late file stops it: the database would no longer be what the files say.
 */
export async function migrate(connection: MigrationConnection, folder: string): Promise<string[]> {
  await connection.query(BOOK);
  const pending = await pendingMigrations(connection, folder);
  for (const migration of pending) await apply(connection, migration);
  return pending.map((migration) => migration.name);
}

/** The migrations of a folder that a database lacks. Writes nothing; refuses a database that differs from the files. */
export async function pendingMigrations(connection: MigrationConnection, folder: string): Promise<Migration[]> {
  const migrations = await readMigrations(folder);
  const { rows: book } = await connection.query(`select (to_regclass('app_migrations.applied') is not null)::text as line`);
  if (!/^t/.test(book.map(getLine).join())) return migrations;
  const { rows } = await connection.query(`select name || ' ' || sha256 as line from app_migrations.applied order by name`);
  const applied = rows.map(getLine);
  applied.forEach((line, at) => {
    const [name = '', sha256] = line.split(' ');
    const file = migrations.find((each) => each.name === name);
    if (!file)
      throw new MigrationRefused(`${name} was applied to this database, but its file is gone: the database is of another version.`);
    if (file.sha256 !== sha256)
      throw new MigrationRefused(`${name} was changed after it was applied to this database; write a new migration instead.`);
    if (migrations[at] !== file) throw new MigrationRefused(`${migrations[at]?.name} comes before ${name}, which is already applied.`);
  });
  return migrations.slice(applied.length);
}

async function apply(connection: MigrationConnection, migration: Migration): Promise<void> {
  await connection.query('begin');
  try {
    await connection.query(migration.sql);
    await connection.query('insert into app_migrations.applied (name, sha256) values ($1, $2)', [migration.name, migration.sha256]);
    await connection.query('commit');
  } catch (error) {
    await connection.query('rollback');
    throw new Error(`${migration.name}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}

// The local endpoint reads rows as arrays of text, a plain pg client as objects.
function getLine(row: unknown): string {
  const [line] = Array.isArray(row) ? row : Object.values(row ?? {});
  return String(line);
}
