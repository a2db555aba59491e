import { migrate } from '../../db/migrate.ts';
import { openEngine } from '../database/engine.ts';
import { borrow } from '../database/owner.ts';
import { type Catalog, readCatalog } from './catalog.ts';
import { compose } from './compose.ts';
import type { State } from './state.ts';
import { newTables } from './tables.ts';

/** The whole database as one text. */
export async function wholeDatabase(state: State): Promise<string> {
  const { base, functions, policies } = state;
  const parts = { base, drops: [], tables: await newTables(state), functions: keysOf(functions), policies: keysOf(policies), rows: [] };
  return compose(state, parts);
}

const keysOf = (files: ReadonlyMap<string, string>) => new Set(files.keys());

/** What the migrations of a folder make, looked up in a database of its own in memory. */
export async function catalogOfMigrations(folder: string): Promise<Catalog> {
  const engine = await openEngine({});
  try {
    await borrow(engine, (_, connection) => migrate(connection, folder));
    return await borrow(engine, (sql) => readCatalog(async (text) => (await sql.query(text)).rows));
  } finally {
    await engine.close();
  }
}

/** What the files of db/ say, looked up in the same way. */
export async function catalogOfState(state: State): Promise<Catalog> {
  const engine = await openEngine({});
  try {
    await borrow(engine, async (sql) => sql.exec(await wholeDatabase(state)));
    return await borrow(engine, (sql) => readCatalog(async (text) => (await sql.query(text)).rows));
  } finally {
    await engine.close();
  }
}
