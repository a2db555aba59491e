import { parseArgs } from 'node:util';
import { runTests } from './parts.ts';
import { beginRecording, commit, committedRecording, compare, lastRecording } from './recording.ts';

// npm run db:statements: adds to db/statements.txt, the recording of the statements that the tests run.
//   without arguments   runs all API and job tests
//   -- tests/api/a      runs only these files
//   -- --last           runs nothing and takes what the last `npm test` recorded
//   -- --prune          runs all and drops what they did not run; some statements run only when something fails or is late
const { values, positionals } = parseArgs({ allowPositionals: true, options: { last: { type: 'boolean' }, prune: { type: 'boolean' } } });

function fail(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}

if (values.prune && (values.last || positionals.length > 0)) fail('Only a complete run can say what no test runs any more.');
if (!values.last) {
  beginRecording();
  if (!(await runTests(['api', 'jobs'], positionals))) fail('A test failed, so the recording would have gaps; it stays as it was.');
}
const before = committedRecording();
const seen = lastRecording();
if (seen.length === 0) fail('Nothing was recorded: no test ran that uses the database.');
commit(values.prune ? seen : [...before, ...seen], positionals.length === 0);
const { added, gone } = compare(committedRecording(), before);
console.log(`db/statements.txt: ${committedRecording().length} statements, ${added.length} added, ${gone.length} dropped.`);
// The listener for a broken channel (tests/parts.ts) would keep a finished process alive.
process.exit(0);
