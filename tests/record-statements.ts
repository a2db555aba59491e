import { parseArgs } from 'node:util';
import { runTests } from './parts.ts';
import { beginRecording, commit, committedRecording, compare, lastRecording, lastWholeRun } from './recording.ts';

// npm run db:statements: adds to db/statements.txt, the recording of the statements that the tests run.
//   without arguments   runs all tests of the API, of jobs and of growth
//   -- tests/api/a      runs only these files
//   -- --last           runs nothing and takes what the last `npm test` recorded
// -- --prune          drops what the run, or with --last the last one, did not run; some statements run only when something fails or is
// late
const { values, positionals } = parseArgs({ allowPositionals: true, options: { last: { type: 'boolean' }, prune: { type: 'boolean' } } });

function fail(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}

const onlyWhole = 'Only a whole, green run of the present sources can say what no test runs any more.';
if (values.prune && positionals.length > 0) fail(onlyWhole);
if (!values.last) {
  beginRecording();
  if (!(await runTests(['api', 'isolation', 'jobs', 'growth', 'timed'], positionals)))
    fail('A test failed, so the recording would have gaps; it stays as it was.');
  if (positionals.length === 0) lastWholeRun.end();
}
if (values.prune && !lastWholeRun.isLast()) fail(onlyWhole);
const before = committedRecording();
const seen = lastRecording();
if (seen.length === 0) fail('Nothing was recorded: no test ran that uses the database.');
commit(values.prune ? seen : [...before, ...seen], lastWholeRun.isLast());
const { added, gone } = compare(committedRecording(), before);
console.log(`db/statements.txt: ${committedRecording().length} statements, ${added.length} added, ${gone.length} dropped.`);
// The listener for a broken channel (tests/parts.ts) would keep a finished process alive.
process.exit(0);
