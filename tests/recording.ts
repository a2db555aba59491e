import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashOf } from '../dev/build.ts';
import { linesOf, readRecordings } from '../dev/database/recording.ts';
import { root } from '../dev/folders.ts';
import type { Part } from './parts.ts';

/** The committed recording of every statement that a test reaches. */
const committed = join(root, 'db/statements.txt');
/** Recordings of the last run. */
const folder = join(root, 'test-results/statements');

/** Makes every database endpoint started from here on record its statements. */
export function beginRecording(): void {
  rmSync(folder, { recursive: true, force: true });
  process.env.MIRANTE_STATEMENTS = folder;
}

export const lastRecording = (): string[] => (existsSync(folder) ? readRecordings(folder) : []);
// The first line names the sources that asked: only other sources can make the recording stale.
const header = () =>
  `-- recorded from sources ${hashOf(['functions', 'scheduled', 'db/schema', 'db/client.ts', 'db/hold.ts', 'db/raw.ts', 'db/audited.ts'])}`;
const isHeader = (line: string) => line.startsWith('-- ');
export const committedRecording = (): string[] => linesOf(readFileSync(committed, 'utf8')).filter((line) => !isHeader(line));
const isOfTheseSources = (): boolean => linesOf(readFileSync(committed, 'utf8')).includes(header());
/** A run of some files alone doesn't say that all statements of these sources are known: the first line stays. */
export function commit(lines: readonly string[], isWhole: boolean): void {
  const first = isWhole ? header() : (linesOf(readFileSync(committed, 'utf8')).find(isHeader) ?? header());
  writeFileSync(committed, `${[first, ...[...new Set(lines)].toSorted()].join('\n')}\n`);
}

/** Statements that are not recorded yet, and recorded ones that were not run. */
export function compare(seen: readonly string[], recorded: readonly string[]): { added: string[]; gone: string[] } {
  const [now, before] = [new Set(seen), new Set(recorded)];
  return { added: seen.filter((line) => !before.has(line)), gone: recorded.filter((line) => !now.has(line)) };
}

/** New statements that fail the run. */
export const staleOf = (added: string[], isOfSameSources: boolean): string[] => (isOfSameSources ? [] : added);

/**
 * Runs after the tests that record. Some statements run only when something fails or is late: a recorded one that a whole run didn't reach
 * is reported, and so is a new one of sources that were recorded already. A new one of other sources fails: the recording is stale.
 */
export const recording = ({ isWhole }: { isWhole: boolean }): Part => ({
  name: 'recording',
  run() {
    const seen = lastRecording();
    const { added, gone } = compare(seen, committedRecording());
    if (isWhole && gone.length > 0)
      console.log(`In db/statements.txt, but run by no test (npm run db:statements -- --prune drops them):\n${first(gone)}`);
    const stale = staleOf(added, isOfTheseSources());
    if (added.length > stale.length)
      console.log(`Run for the first time by these sources (npm run db:statements -- --last records them):\n${first(added)}`);
    if (stale.length > 0) console.error(`Not in db/statements.txt; run npm run db:statements:\n${first(stale)}`);
    const red = stale.map((line) => `db/statements.txt › run npm run db:statements: ${line.slice(0, 120)}`);
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
