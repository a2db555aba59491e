import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../dev/folders.ts';
import { newDataFolder } from './portal.ts';

// Writes down how it was called, and leaves what boot.mjs looks for: the Node that the project pins.
const npm = `const { appendFileSync, mkdirSync, symlinkSync, existsSync } = require('node:fs');
appendFileSync('calls', process.argv.slice(2, 5).join(' ') + '\\n');
mkdirSync('node_modules/node/bin', { recursive: true });
if (!existsSync('node_modules/node/bin/node')) symlinkSync(process.execPath, 'node_modules/node/bin/node');`;

/** A project of nothing but the boot, a lock file and two commands, with an npm that only writes down what it is asked. */
function freshClone() {
  const folder = newDataFolder();
  for (const name of ['dev', 'tests']) mkdirSync(join(folder, name));
  cpSync(join(root, 'dev/boot.mjs'), join(folder, 'dev/boot.mjs'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "commonjs" }');
  writeFileSync(join(folder, 'npm.js'), npm);
  for (const script of ['dev/stop.ts', 'tests/check.ts']) writeFileSync(join(folder, script), 'console.log("ran");');
  const lock = (text: string) => writeFileSync(join(folder, 'package-lock.json'), text);
  lock('one');
  return {
    lock,
    /** What npm was asked while `npm run <command>` ran. */
    run(command: string): string[] {
      const calls = join(folder, 'calls');
      writeFileSync(calls, '');
      const env = { ...process.env, npm_execpath: join(folder, 'npm.js') };
      const { stdout, stderr } = spawnSync(process.execPath, ['dev/boot.mjs', command], { cwd: folder, env, encoding: 'utf8' });
      expect(stdout, stderr).toContain('ran');
      expect(existsSync(join(folder, 'node_modules/.mirante-installed'))).toBe(true);
      return readFileSync(calls, 'utf8').split('\n').filter(Boolean);
    },
  };
}

test('a command of the portal installs what it needs; a check adds the rest and deletes nothing; then nobody installs', () => {
  const { run } = freshClone();
  expect(run('stop')).toEqual(['ci --omit=dev --loglevel=error']);
  expect(run('stop')).toEqual([]);
  expect(run('check')).toEqual(['install --no-save --include=dev']);
  expect([run('check'), run('stop')]).toEqual([[], []]);
});

test('after a check everything is there; another lock file installs anew', () => {
  const { run, lock } = freshClone();
  expect(run('check')).toEqual(['ci --include=dev --loglevel=error']);
  expect(run('stop')).toEqual([]);
  lock('two');
  expect(run('stop')).toEqual(['ci --omit=dev --loglevel=error']);
});
