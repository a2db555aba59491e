import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeOnce } from './build.ts';

test('a build of unchanged sources is kept, one that ended midway is not', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mirante-build-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [proof, mark] = [join(folder, 'index.js'), join(folder, 'cache/mark')];
  const make = (hash: string, end = () => {}) =>
    makeOnce({ mark, proof, hash }, () => {
      writeFileSync(proof, hash);
      end();
    });
  expect(make('one')).toBe(true);
  expect(make('one')).toBe(false);
  expect(make('two')).toBe(true);
  // Simulates a build killed after writing its files and before its mark; the sources are then restored.
  const killed = () => {
    throw new Error('killed');
  };
  expect(() => make('three', killed)).toThrow('killed');
  expect(make('two')).toBe(true);
  expect(make('two')).toBe(false);
  rmSync(proof);
  expect(make('two')).toBe(true);
});
