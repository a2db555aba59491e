import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../dev/folders.ts';
import { newDataFolder } from './portal.ts';

// Records its arguments, and creates what boot.mjs looks for: the pinned Node, but not npm's own record.
const npm = `const { appendFileSync, mkdirSync, symlinkSync, existsSync } = require('node:fs');
appendFileSync('calls', process.argv.slice(2, 5).join(' ') + '\\n');
mkdirSync('node_modules/node/bin', { recursive: true });
if (!existsSync('node_modules/node/bin/node')) symlinkSync(process.execPath, 'node_modules/node/bin/node');`;

type Packages = Record<string, { version?: string; integrity?: string; dev?: boolean; optional?: boolean; os?: string[] }>;

/** A project of just the boot script, a lock file and two commands, with a fake npm that only records its calls. */
function freshClone() {
  const folder = newDataFolder();
  for (const name of ['dev', 'tests']) mkdirSync(join(folder, name));
  cpSync(join(root, 'dev/boot.mjs'), join(folder, 'dev/boot.mjs'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "commonjs" }');
  writeFileSync(join(folder, 'npm.js'), npm);
  for (const script of ['dev/stop.ts', 'tests/check.ts']) writeFileSync(join(folder, script), 'console.log("ran");');
  const one = { version: '1.0.0', integrity: 'sha512-one' };
  const packages: Packages = { '': {}, 'node_modules/one': one, 'node_modules/of-tests': { ...one, dev: true } };
  const lock = (changed: Packages = {}) =>
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages: { ...packages, ...changed } }));
  lock();
  return {
    lock,
    packages,
    /** Leaves what a manual `npm ci` leaves: the packages with npm's record of them, and none of our marks. */
    installByHand(there: Packages): void {
      mkdirSync(join(folder, 'node_modules/node/bin'), { recursive: true });
      symlinkSync(process.execPath, join(folder, 'node_modules/node/bin/node'));
      writeFileSync(join(folder, 'node_modules/.package-lock.json'), JSON.stringify({ packages: there }));
    },
    /** The npm calls made by `npm run <command>`. */
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

test('a portal command installs what it needs; a check adds the rest and deletes nothing; further commands install nothing', () => {
  const { run } = freshClone();
  expect(run('stop')).toEqual(['ci --omit=dev --loglevel=error']);
  expect(run('stop')).toEqual([]);
  expect(run('check')).toEqual(['install --no-save --include=dev']);
  expect([run('check'), run('stop')]).toEqual([[], []]);
});

test('after a check everything is installed; a changed lock file installs again', () => {
  const { run, lock } = freshClone();
  expect(run('check')).toEqual(['ci --include=dev --loglevel=error']);
  expect(run('stop')).toEqual([]);
  lock({ 'node_modules/one': { version: '1.0.1', integrity: 'sha512-other' } });
  expect(run('stop')).toEqual(['ci --omit=dev --loglevel=error']);
});

test('after a manual npm ci nothing is installed again, even with a package of another platform in the lock file', () => {
  const { run, lock, packages, installByHand } = freshClone();
  const elsewhere = { version: '1.0.0', optional: true };
  lock({ 'node_modules/elsewhere': { ...elsewhere, os: ['none'] }, 'node_modules/of-elsewhere': elsewhere });
  installByHand(packages);
  expect([run('stop'), run('check')]).toEqual([[], []]);
});

test('after a manual npm ci --omit=dev a check adds the rest', () => {
  const { run, packages, installByHand } = freshClone();
  const { 'node_modules/of-tests': _, ...there } = packages;
  installByHand(there);
  expect(run('stop')).toEqual([]);
  expect(run('check')).toEqual(['install --no-save --include=dev']);
});

test.each([
  ['is missing', {}],
  ['has another version', { 'node_modules/one': { version: '0.9.0', integrity: 'sha512-one' } }],
  ['has other contents', { 'node_modules/one': { version: '1.0.0', integrity: 'sha512-two' } }],
])('a manual install is not trusted when a package %s', (_, there) => {
  const { run, installByHand } = freshClone();
  installByHand(there);
  expect(run('stop')).toEqual(['ci --omit=dev --loglevel=error']);
});

test('a package for this platform that was left out is installed', () => {
  const { run, lock, packages, installByHand } = freshClone();
  lock({ 'node_modules/here': { version: '1.0.0', optional: true, os: [process.platform] } });
  installByHand(packages);
  expect(run('stop')).toEqual(['ci --omit=dev --loglevel=error']);
});
