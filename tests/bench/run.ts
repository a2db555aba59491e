import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { type Bench, getLine } from './figure.ts';
import { closeWorlds } from './world.ts';
import { writeTable } from './write-table.ts';

// npm run bench [-- part …] [--share 0.2] [--why]: measures, prints one line a figure, and writes docs/performance.md.
// A missed goal is reported like any other figure; only a crash fails the run.
const { values, positionals } = parseArgs({ allowPositionals: true, options: { share: { type: 'string' }, why: { type: 'boolean' } } });
const share = Number(values.share ?? 1);
const names = [
  'worker',
  'start',
  'trips',
  'list',
  'enter',
  'signin',
  'races',
  'imports',
  'scim',
  'broker',
  'claims',
  'mail',
  'growth',
  'pages',
  'lighthouse',
] as const;
const unknown = positionals.filter((name) => !names.some((known) => known === name));
if (unknown.length > 0 || !(share > 0 && share <= 1)) {
  console.error(`Usage: npm run bench [-- ${names.join(' | ')}] [--share 0.2] [--why]`);
  process.exit(1);
}

let crashes = 0;
for (const name of names) {
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  const begun = performance.now();
  const conditions = `on ${new Date().toISOString().slice(0, 10)} with ${cpus().length} cores and a load of ${(loadavg()[0] ?? 0).toFixed(1)} before it began`;
  try {
    const { bench } = (await import(`./parts/${name}.ts`)) as { bench: Bench }; // because a computed import has no type
    const figures = await bench.run({ share });
    for (const figure of figures) console.log(values.why ? `${getLine(figure)} | ${figure.how}` : getLine(figure));
    // A shortened run only shows whether a part works; the page holds full runs.
    if (share === 1) writeTable(bench, figures, conditions);
  } catch (error) {
    crashes += 1;
    console.error(`${name} failed: ${error instanceof Error ? error.stack : error}`);
  }
  console.log(`── ${name} took ${((performance.now() - begun) / 1000).toFixed(1)} s`);
}
await closeWorlds();
process.exit(crashes === 0 ? 0 : 1);
