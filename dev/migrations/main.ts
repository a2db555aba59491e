import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openEngine } from '../database/engine.ts';
import { root } from '../folders.ts';
import { describeDifference, differences } from './catalog.ts';
import { changesBetween } from './changes.ts';
import { compose } from './compose.ts';
import { catalogOfMigrations, catalogOfState, wholeDatabase } from './scratch.ts';
import { readState } from './state.ts';
import { getSnapshot, keepSnapshot, lastSnapshot, tableStatements } from './tables.ts';

// npm run db:migration -- "a sentence": writes the migration that leads from the newest one to what db/ says, and proves that it does.
// A folder without migrations gets the baseline.

process.on('uncaughtException', (error) => {
  console.error(error.message);
  process.exit(1);
});

const folder = join(root, 'migrations');
const sentence = process.argv.slice(2).join(' ').trim();
const name = sentence
  .toLowerCase()
  .replace(/[^a-z0-9]+/g, '_')
  .replace(/^_|_$/g, '');

const files = readdirSync(folder).filter((file) => file.endsWith('.sql'));
const state = await readState();
const previous = lastSnapshot(folder);
const snapshot = getSnapshot(state, previous);
const scratch = await openEngine({});
const wanted = await catalogOfState(scratch, state);
const sql = files.length === 0 ? await wholeDatabase(state) : await change();
if (!name || !sql) {
  console.log(
    sql
      ? 'Say what changes: npm run db:migration -- "reports have owners"'
      : 'The migrations make what db/ says; there is nothing to write.',
  );
  process.exit(sql ? 1 : 0);
}
const tag = `${String(files.length).padStart(4, '0')}_${name}`;
const heading =
  files.length === 0 ? 'The whole database, as db/ said when this file was written.' : `${sentence[0]?.toUpperCase()}${sentence.slice(1)}.`;
writeFileSync(join(folder, `${tag}.sql`), `-- ${heading}\n\n${sql}`);
keepSnapshot(folder, tag, snapshot);
console.log(`Written: migrations/${tag}.sql`);

const left = differences(await catalogOfMigrations(scratch, folder), wanted);
await scratch.close();
if (left.length > 0) {
  console.log(`What it does not do, to be added by hand:\n${left.map((each) => `  ${describeDifference(each)}`).join('\n')}`);
  process.exitCode = 1;
}

async function change(): Promise<string | null> {
  const before = await catalogOfMigrations(scratch, folder);
  if (differences(before, wanted).length === 0) return null;
  const tables = (await tableStatements(previous, snapshot)).map((each) => each.trim()).join('\n');
  return compose(state, { ...changesBetween(before, wanted), tables });
}
