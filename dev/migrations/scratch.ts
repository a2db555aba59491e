import { migrate } from '../../db/migrate.ts';
import type { Engine } from '../database/engine.ts';
import { borrow, type OwnerSql } from '../database/owner.ts';
import { type Catalog, readCatalog } from './catalog.ts';
import { compose } from './compose.ts';
import type { State } from './state.ts';
import { newTables } from './tables.ts';

/** The whole database as one text. */
export async function wholeDatabase(state: State): Promise<string> {
  const { base, functions, policies } = state;
  const parts = { base, drops: [], tables: await newTables(state), functions: getKeys(functions), policies: getKeys(policies), rows: [] };
  return compose(state, parts);
}

const getKeys = (files: ReadonlyMap<string, string>) => new Set(files.keys());

/** What the files of db/ say, looked up in an empty database that stays empty. */
export const catalogOfState = (empty: Engine, state: State): Promise<Catalog> =>
  borrow(empty, async (sql) => {
    const text = await wholeDatabase(state);
    await sql.exec('begin');
    await sql.exec(text).catch((error) => {
      throw new Error(`db/ is not valid SQL: ${error.message}${describePosition(error, text)}`, { cause: error });
    });
    return lookUp(sql); // Giving the connection back rolls back.
  });

/** Postgres counts letters from the first of the whole text; a person looks for the line. */
function describePosition({ position, where }: { position?: string; where?: string }, text: string): string {
  const line = position && text.slice(text.lastIndexOf('\n', Number(position) - 1) + 1).split('\n')[0];
  return [where && `, ${where}`, line && `, at: ${line.slice(0, 140)}`].filter(Boolean).join('');
}

/** What the migrations of a folder make; those that the database lacks are applied. */
export const catalogOfMigrations = (database: Engine, folder: string): Promise<Catalog> =>
  borrow(database, async (sql, connection) => {
    await migrate(connection, folder);
    return lookUp(sql);
  });

export const lookUp = (sql: OwnerSql): Promise<Catalog> => readCatalog(async (text) => (await sql.query(text)).rows);
