import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { linesOf, readRecordings } from '../dev/database/recording.ts';
import { root } from '../dev/folders.ts';
import type { Part } from './parts.ts';

/** The committed recording of every statement that a test reaches. */
export const committed = join(root, 'db/statements.txt');
/** Recordings of the last run. */
const folder = join(root, 'test-results/statements');

/** Makes every database endpoint started from here on record its statements. */
export function beginRecording(): void {
  rmSync(folder, { recursive: true, force: true });
  process.env.MIRANTE_STATEMENTS = folder;
}

export const lastRecording = (): string[] => (existsSync(folder) ? readRecordings(folder) : []);
export const committedRecording = (): string[] => linesOf(readFileSync(committed, 'utf8'));
export const commit = (lines: readonly string[]): void => writeFileSync(committed, `${[...new Set(lines)].toSorted().join('\n')}\n`);

/** Statements that are not recorded yet, and recorded ones that were not run. */
export function compare(seen: readonly string[], recorded: readonly string[]): { added: string[]; gone: string[] } {
  const [now, before] = [new Set(seen), new Set(recorded)];
  return { added: seen.filter((line) => !before.has(line)), gone: recorded.filter((line) => !now.has(line)) };
}

/**
 * Runs after the tests that record. A recorded statement that a whole run didn't reach is reported but doesn't fail: some run only when
 * something is late.
 */
export const recording = ({ isWhole }: { isWhole: boolean }): Part => ({
  name: 'recording',
  run() {
    const seen = lastRecording();
    const { added, gone } = compare(seen, committedRecording());
    if (isWhole && gone.length > 0)
      console.log(`In db/statements.txt, but run by no test (npm run db:statements -- --prune drops them):\n${first(gone)}`);
    if (added.length > 0) console.error(`Not in db/statements.txt; run npm run db:statements:\n${first(added)}`);
    const red = added.map((line) => `db/statements.txt › run npm run db:statements: ${line.slice(0, 120)}`);
    const isEmpty = isWhole && seen.length === 0;
    return { passed: seen.length - added.length, failed: added.length + (isEmpty ? 1 : 0), red };
  },
});

const shown = 20;
const first = (lines: string[]) =>
  [
    ...lines.slice(0, shown).map((line) => `  ${line.slice(0, 200)}`),
    ...(lines.length > shown ? [`  and ${lines.length - shown} more`] : []),
  ].join('\n');
