import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { fromLine, openRecording, readRecordings } from '../../dev/database/recording.ts';
import { committedRecording, compare, getStale, recordedSources, wholeRun, withoutClock } from '../recording.ts';
import { loadedWith } from './imports.ts';
import { sources } from './project-files.ts';

const scratch = mkdtempSync(join(tmpdir(), 'mirante-recording-'));
const folder = join(scratch, 'side-by-side');
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

test('endpoints that record concurrently make one recording, with each statement of a role once', () => {
  const [one, other] = [openRecording(folder), openRecording(folder)];
  one.record('a', 'app', ['select 1', 'select id from users where id in ($1, $2)']);
  other.record('b', 'app', ['select id from users\n  where id in ($1)', 'select 2']);
  other.record('b', 'job', ['select 1']);
  one.record('a', 'app', ['select 1']);
  expect(readRecordings(folder)).toEqual(['app: select 1', 'app: select 2', 'app: select id from users where id in ($1)', 'job: select 1']);
  expect(fromLine('app: select a: b')).toEqual({ role: 'app', text: 'select a: b' });
});

test('queries of tests without a Worker, or of a muted Worker, are not recorded', () => {
  const muted = join(scratch, 'muted');
  const recording = openRecording(muted);
  recording.record('', 'app', ['select 1']);
  recording.mute('a');
  recording.record('a', 'app', ['select 2']);
  recording.record('b', 'app', ['select 3']);
  recording.resume('a');
  recording.record('a', 'app', ['select 4']);
  expect(readRecordings(muted)).toEqual(['app: select 3', 'app: select 4']);
});

test('without a folder nothing is recorded', () => {
  expect(() => openRecording(undefined).record('a', 'app', ['select 1'])).not.toThrow();
});

test('an unrecorded statement is distinguished from one no longer in use', () => {
  expect(compare(['a', 'b'], ['b', 'c'])).toEqual({ added: ['a'], gone: ['c'] });
});

test('the clock of tests is not compared, under whichever role it is set', () => {
  const clock = ['app', 'public'].map((role) => `${role}: select set_config('app.test_now', $1, true)`);
  expect(withoutClock([...clock, 'app: select 1'])).toEqual(['app: select 1']);
});

test('a new statement makes the recording stale only if the sources have changed', () => {
  expect(getStale(['a'], false)).toEqual(['a']);
  expect(getStale(['a'], true)).toEqual([]);
  // The line with the hash of the sources isn't a statement.
  expect(committedRecording().every((line) => /^(app|wide|public|door|job): /.test(line))).toBe(true);
});

const isHashed = (path: string, places: readonly string[]) => places.some((place) => path === place || path.startsWith(`${place}/`));
/** Files of the product that a file with SQL loads, but whose change leaves the first line of the recording as it is. */
function unhashed(places: readonly string[]): string[] {
  const files = new Map(sources().map(({ path, text }) => [path, text]));
  const isMaker = (path: string, text: string) =>
    /^(functions|scheduled|db)\/.*(?<!\.test)\.ts$/.test(path) && /\bfrom 'drizzle-orm/.test(text);
  const makers = [...files].flatMap(([path, text]) => (isMaker(path, text) ? [`import './${path}';`] : []));
  expect(makers.length).toBeGreaterThan(200);
  const loaded = loadedWith('all.ts', new Map([...files, ['all.ts', makers.join('\n')]]));
  // Texts for people are parameters.
  return [...loaded].filter((path) => files.has(path) && !path.startsWith('i18n/') && !isHashed(path, places)).toSorted();
}

test('the sources of the recording are everything that a file with SQL loads, and the code that normalizes statements', () => {
  expect(unhashed(recordedSources)).toEqual([]);
  expect(unhashed(recordedSources.filter((place) => place !== 'domain'))).toContain('domain/exports/states.ts');
  expect(unhashed(recordedSources.filter((place) => place !== 'db/raw.ts'))).toContain('db/raw.ts');
  expect(recordedSources).toContain('dev/database/normalize.ts');
  // Other sources without a new statement need no new recording.
  expect(getStale([], false)).toEqual([]);
});

test('only a complete, passing run of the current sources counts', () => {
  let now = 'a';
  const file = join(scratch, 'whole');
  const run = wholeRun(file, () => now);
  expect(run.isLast()).toBe(false);
  run.begin();
  run.end();
  expect(run.isLast()).toBe(true);
  now = 'b';
  expect(run.isLast()).toBe(false);
  // Begun and red, or of some files alone: it never ends.
  run.begin();
  expect(existsSync(file)).toBe(false);
  // The sources changed while it ran.
  now = 'c';
  run.end();
  expect(run.isLast()).toBe(false);
});
