import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { fromLine, openRecording, readRecordings } from '../../dev/database/recording.ts';
import { committedRecording, compare, staleOf } from '../recording.ts';

const scratch = mkdtempSync(join(tmpdir(), 'mirante-recording-'));
const folder = join(scratch, 'side-by-side');
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

test('endpoints that record side by side make one recording, each statement of a role once', () => {
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

test('an unrecorded statement is told apart from one no longer in use', () => {
  expect(compare(['a', 'b'], ['b', 'c'])).toEqual({ added: ['a'], gone: ['c'] });
});

test('a new statement makes the recording stale only if the sources have changed', () => {
  expect(staleOf(['a'], false)).toEqual(['a']);
  expect(staleOf(['a'], true)).toEqual([]);
  // The line with the hash of the sources isn't a statement.
  expect(committedRecording().every((line) => /^(app|wide|public|door|job): /.test(line))).toBe(true);
});
