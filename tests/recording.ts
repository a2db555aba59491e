import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { getHash } from '../dev/build.ts';
import { getLines, readRecordings } from '../dev/database/recording.ts';
import { root } from '../dev/folders.ts';
import type { Part } from './parts.ts';

/** The committed recording of every statement that a test reaches. */
const committed = join(root, 'db/statements.txt');
/** Recordings of the last run. */
const folder = join(root, 'test-results/statements');

/**
 * What statements depend on: the Worker's sources, and the form in which they are recorded. Rules count, because lists of `domain` become
 * SQL text. A changed rule needs a new recording only if a test then runs a statement that isn't recorded.
 */
export const recordedSources: readonly string[] = [
  ...['functions', 'scheduled', 'domain', 'db/schema', 'db/client.ts', 'db/assertions.ts', 'db/raw.ts', 'db/audited.ts'],
  'dev/database/normalize.ts',
];
// The first line is the hash of the sources: the recording only becomes stale if it differs.
const header = () => `-- recorded from sources ${getHash(recordedSources)}`;

/** Marks in a file that a whole run passed, with the hash of its sources. */
export function wholeRun(file: string, sourcesNow: () => string) {
  let begun = '';
  return {
    begin() {
      rmSync(file, { force: true });
      begun = sourcesNow();
    },
    /** No mark if sources changed during the run: some statements belong to the earlier ones. */
    end() {
      if (sourcesNow() === begun) writeFileSync(file, begun);
    },
    isLast: (): boolean => existsSync(file) && readFileSync(file, 'utf8') === sourcesNow(),
  };
}
export const lastWholeRun = wholeRun(join(root, 'test-results/statements.whole'), header);

/** Makes every database endpoint started from now on record its statements. */
export function beginRecording(): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(root, 'test-results'), { recursive: true });
  lastWholeRun.begin();
  process.env.MIRANTE_STATEMENTS = folder;
}

/** Without the clock of tests: under which roles a run sets it depends on its tests and says nothing about the product. */
export const withoutClock = (lines: readonly string[]): string[] => lines.filter((line) => !line.includes("set_config('app.test_now'"));

export const lastRecording = (): string[] => withoutClock(existsSync(folder) ? readRecordings(folder) : []);
const isHeader = (line: string) => line.startsWith('-- ');
export const committedRecording = (): string[] => withoutClock(getLines(readFileSync(committed, 'utf8')).filter((line) => !isHeader(line)));
const isOfTheseSources = (): boolean => getLines(readFileSync(committed, 'utf8')).includes(header());
/** A partial or failed run doesn't prove that all statements of these sources are known: the first line stays. */
export function commit(lines: readonly string[], isWhole: boolean): void {
  const first = isWhole ? header() : (getLines(readFileSync(committed, 'utf8')).find(isHeader) ?? header());
  writeFileSync(committed, `${[first, ...[...new Set(lines)].toSorted()].join('\n')}\n`);
}

/** Statements that are not recorded yet, and recorded ones that were not run. */
export function compare(seen: readonly string[], recorded: readonly string[]): { added: string[]; gone: string[] } {
  const [now, before] = [new Set(seen), new Set(recorded)];
  return { added: seen.filter((line) => !before.has(line)), gone: recorded.filter((line) => !now.has(line)) };
}

/** New statements fail the run. */
export const getStale = (added: string[], isOfSameSources: boolean): string[] => (isOfSameSources ? [] : added);

/**
 * Runs after the tests that record. Some statements run only when something fails or is late: a recorded one that a whole run didn't reach
 * is reported, and so is a new one of sources that were recorded already. A new one of other sources fails: the recording is stale.
 */
export const recording = ({ isWhole }: { isWhole: boolean }): Part => ({
  name: 'recording',
  run(_output, before) {
    if (isWhole && before.every(({ failed }) => failed === 0)) lastWholeRun.end();
    const seen = lastRecording();
    const { added, gone } = compare(seen, committedRecording());
    if (isWhole && gone.length > 0)
      console.log(`In db/statements.txt, but run by no test (npm run db:statements -- --last --prune drops them):\n${first(gone)}`);
    const stale = getStale(added, isOfTheseSources());
    if (added.length > stale.length)
      console.log(`Run for the first time by these sources (npm run db:statements -- --last records them):\n${first(added)}`);
    if (stale.length > 0) console.error(`Not in db/statements.txt; run npm run db:statements -- --last:\n${first(stale)}`);
    const red = stale.map((line) => `db/statements.txt › run npm run db:statements -- --last: ${line.slice(0, 120)}`);
    const isEmpty = isWhole && seen.length === 0;
    return { passed: seen.length - stale.length, failed: stale.length + (isEmpty ? 1 : 0), red };
  },
});

const shown = 20;
const first = (lines: string[]) =>
  [
    ...lines.slice(0, shown).map((line) => `  ${line.slice(0, 200)}`),
    ...(lines.length > shown ? [`  and ${lines.length - shown} more`] : []),
  ].join('\n');
