import { PGlite } from '@electric-sql/pglite';
import { migrate } from '../../db/migrate.ts';
import type { Shape } from '../../db/raw.ts';
import { fromLine } from '../../dev/database/recording.ts';
import { roleNames } from '../../dev/database/roles.ts';

/** A new in-memory database with all migrations of a folder. */
export async function migratedDatabase(folder: string): Promise<PGlite> {
  const database = await PGlite.create();
  const query = async (text: string, params?: unknown[]) =>
    params ? database.query(text, params) : ((await database.exec(text)).at(-1) ?? { rows: [] });
  await migrate({ query }, folder);
  return database;
}

/** The name of a raw statement. */
export const getName = (text: string): string | undefined => /^\/\* (\S+) \*\/ /.exec(text)?.[1];

/**
 * Checks recorded statements against this database, each as its role: `prepare` finds missing names and wrong types, `explain execute`
 * finds missing privileges, and a raw statement must return the columns of its shape. Returns one line per fault.
 */
export async function statementFaults(database: PGlite, lines: readonly string[], shapes: ReadonlyMap<string, Shape>): Promise<string[]> {
  const types = await typeNames(database);
  const faults: string[] = [];
  let current = '';
  for (const line of lines) {
    const { role, text } = fromLine(line);
    try {
      if (role !== current) await database.exec(`set role ${roleNames[role as keyof typeof roleNames]}`); // because an unknown role fails right here
      current = role;
      await database.exec(`deallocate all; prepare recorded as ${text}; explain execute recorded${nullsFor(text)}`);
      const shape = shapes.get(getName(text) ?? '');
      if (shape) faults.push(...shapeFaults(text, shape, await getColumns(database, text, types)));
    } catch (error) {
      faults.push(`${error instanceof Error ? error.message : error}: ${line}`);
    }
  }
  await database.exec('reset role; deallocate all');
  return faults;
}

function nullsFor(text: string): string {
  const count = Math.max(0, ...[...text.matchAll(/\$(\d+)/g)].map(([, n]) => Number(n)));
  return count === 0 ? '' : `(${Array.from({ length: count }, () => 'null').join(', ')})`;
}

async function typeNames(database: PGlite): Promise<Map<number, string>> {
  const { rows } = await database.query<{ oid: number; name: string }>(
    `select oid::int, case when typcategory = 'A' then substr(typname, 2) || '[]' else typname end as name from pg_type`,
  );
  return new Map(rows.map(({ oid, name }) => [oid, name]));
}

async function getColumns(database: PGlite, text: string, types: ReadonlyMap<number, string>): Promise<Record<string, string>> {
  const { resultFields } = await database.describeQuery(text);
  return Object.fromEntries(resultFields.map(({ name, dataTypeID }) => [name, types.get(dataTypeID) ?? String(dataTypeID)]));
}

/** Postgres doesn't describe nullability, so `?` is ignored. */
function shapeFaults(text: string, shape: Shape, columns: Record<string, string>): string[] {
  const asText = (each: Record<string, string>) =>
    Object.entries(each)
      .map(([name, type]) => `${name} ${type.replace('?', '')}`)
      .toSorted()
      .join(', ');
  const [wanted, found] = [asText(shape), asText(columns)];
  return wanted === found ? [] : [`${getName(text)} promises ${wanted} but returns ${found}`];
}
