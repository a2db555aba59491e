import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { root } from '../folders.ts';

/** The database as `db/` describes it. */
export type State = {
  /** Roles, schemas and the tables of schema app. */
  base: string;
  /** Drizzle tables by file of db/schema. */
  schema: Record<string, Record<string, unknown>>;
  /** By name: a function, its owner, who may execute it and its triggers. */
  functions: ReadonlyMap<string, string>;
  /** By table: row-level security, policies and grants. */
  policies: ReadonlyMap<string, string>;
};

const at = (...path: string[]) => join(root, 'db', ...path);

export async function readState(): Promise<State> {
  const functions = readFolder('functions');
  for (const [name, text] of functions) refuseStrangers(name, text);
  return { base: readFileSync(at('base.sql'), 'utf8'), schema: await readSchema(), functions, policies: readFolder('policies') };
}

/** A function is found by its name, so a file holds that one and nothing is overloaded. */
export function refuseStrangers(name: string, text: string): void {
  const made = [...text.matchAll(/^create or replace function ([\w.]+)\(/gm)].map((match) => match[1]);
  if (made.join() !== `app.${name}`) throw new Error(`db/functions/${name}.sql must hold app.${name} and no other function`);
}

function readFolder(folder: string): Map<string, string> {
  const files = readdirSync(at(folder)).sort();
  const stray = files.find((file) => !/^[a-z0-9_]+\.sql$/.test(file));
  if (stray) throw new Error(`db/${folder}/${stray} is not named <name>.sql`);
  return new Map(files.map((file) => [basename(file, '.sql'), readFileSync(at(folder, file), 'utf8')]));
}

async function readSchema(): Promise<State['schema']> {
  const files = readdirSync(at('schema')).filter((file) => file !== 'index.ts');
  return Object.fromEntries(await Promise.all(files.sort().map(async (file) => [basename(file, '.ts'), await import(at('schema', file))])));
}
