// The first process of every npm script. Plain JavaScript with built-ins only, because it must run on a fresh clone under any Node from 20
// on: it installs what the lock file says, then runs the wanted TypeScript file under the Node that the project pins.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const scripts = {
  start: 'dev/start.ts',
  stop: 'dev/stop.ts',
  reset: 'dev/reset.ts',
  build: 'dev/build.ts',
  deploy: 'dev/deploy.ts',
  bootstrap: 'dev/bootstrap/main.ts',
  keys: 'dev/keys/main.ts',
  'db:migration': 'dev/migrations/main.ts',
  'db:generate': 'dev/migrations/main.ts',
  icons: 'dev/icons/main.ts',
  test: 'tests/run.ts',
  check: 'tests/check.ts',
  lint: ['tests/part.ts', 'lint'],
  format: ['tests/part.ts', 'format'],
  typecheck: ['tests/part.ts', 'typecheck'],
  bench: 'tests/bench/run.ts',
  'db:statements': 'tests/record-statements.ts',
  walk: 'tests/walk/run.ts',
  fuzz: 'tests/attack/fuzz/run.ts',
};
// Packages that only these commands need (test runner, linter, compiler, browser drivers) are a third of all: no other command installs
// them.
const needEverything = [
  ...['db:migration', 'db:generate', 'icons', 'db:statements'],
  ...['test', 'check', 'lint', 'format', 'typecheck', 'bench', 'walk', 'fuzz'],
];
const pinnedNode = join(root, 'node_modules', 'node', 'bin', 'node');
const installMark = join(root, 'node_modules', '.mirante-installed');

function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}

/** What npm adds for a script must not reach a nested npm, and NODE_ENV=production would leave the development packages out. */
function cleanEnvironment() {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^npm_(?!config_(registry|cache|cafile|proxy|https_proxy|noproxy|userconfig|globalconfig))/i.test(name),
  );
  const env = Object.fromEntries(kept.filter(([name]) => !['NODE_ENV', 'INIT_CWD', 'NODE_OPTIONS'].includes(name)));
  const path = (env.PATH ?? '').split(delimiter).filter((folder) => !folder.endsWith(join('node_modules', '.bin')));
  return { ...env, PATH: path.join(delimiter) };
}

/** npm's own record of a manual `npm ci`, so that nothing is installed twice. */
function extentByNpm(lockFile) {
  const record = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(record)) return undefined;
  const { packages: there } = JSON.parse(readFileSync(record, 'utf8'));
  const isForHere = ({ os, cpu, libc }) =>
    os?.includes(process.platform) && (!cpu || cpu.includes(process.arch)) && !libc?.includes('musl');
  const missing = Object.entries(JSON.parse(lockFile).packages).filter(
    ([path, wanted]) =>
      path !== '' &&
      (!wanted.optional || isForHere(wanted)) &&
      (there[path]?.version !== wanted.version || there[path].integrity !== wanted.integrity),
  );
  if (missing.length === 0) return 'everything';
  return missing.every(([, { dev, devOptional }]) => dev || devOptional) ? 'for-start' : undefined;
}

/** A hash, not a date: after `git clone` every file is new. A complete install serves every command. */
function install(isWhole) {
  const lockFile = readFileSync(join(root, 'package-lock.json'), 'utf8');
  const hash = createHash('sha256').update(lockFile).digest('hex');
  const isPinned = existsSync(pinnedNode);
  const [installed, marked] = isPinned && existsSync(installMark) ? readFileSync(installMark, 'utf8').split(' ') : [];
  const extent = installed === hash ? marked : isPinned ? extentByNpm(lockFile) : undefined;
  const isCurrent = extent !== undefined;
  if (isCurrent && installed !== hash) writeFileSync(installMark, `${hash} ${extent}`);
  if (isCurrent && (extent === 'everything' || !isWhole)) return;
  // Adds to the existing packages, so that a running portal keeps its files; `npm ci` would delete them first.
  const how = isCurrent ? ['install', '--no-save'] : ['ci'];
  const extra = isWhole ? ['--include=dev'] : ['--omit=dev'];
  console.log(`Installing what package-lock.json names (npm ${[...how, ...extra].join(' ')})…`);
  // The tools may require a newer Node than the machine's; they run under the pinned one.
  const all = [...how, ...extra, '--loglevel=error', '--engine-strict=false'];
  const npm = process.env.npm_execpath;
  const [command, args] = npm?.endsWith('.js') ? [process.execPath, [npm, ...all]] : ['npm', all];
  const result = spawnSync(command, args, { cwd: root, env: cleanEnvironment(), stdio: ['ignore', 'ignore', 'inherit'] });
  if (result.status !== 0) fail(`npm ${how[0]} failed; its message is above. Is the package registry within reach?`);
  if (!existsSync(pinnedNode)) {
    fail(
      'The Node that this project pins was not installed: npm ran without install scripts. Run `npm config set ignore-scripts false` and try again.',
    );
  }
  writeFileSync(installMark, `${hash} ${isWhole ? 'everything' : 'for-start'}`);
}

/** npm may be killed without signalling its children, so the parent's pid is watched; Ctrl-C reaches the child by itself. */
function run(script, args) {
  const env = { ...cleanEnvironment() };
  env.PATH = [join(root, 'node_modules', '.bin'), dirname(pinnedNode), env.PATH].join(delimiter);
  // A start runs a dozen processes on the same code: the compile cache saves two seconds.
  env.NODE_COMPILE_CACHE ??= join(root, 'node_modules', '.cache', 'mirante', 'compiled');
  const child = spawn(pinnedNode, ['--disable-warning=ExperimentalWarning', join(root, script), ...args], {
    cwd: root,
    env,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  const parent = process.ppid;
  const watch = setInterval(() => process.ppid !== parent && child.kill('SIGTERM'), 500);
  process.on('SIGINT', () => {});
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill('SIGTERM'));
  child.on('error', (error) => fail(`${pinnedNode} does not run on this machine: ${error.message}`));
  child.on('exit', (code, signal) => {
    clearInterval(watch);
    process.exit(code ?? 128 + (constants.signals[signal] ?? 0));
  });
}

const [command = '', ...args] = process.argv.slice(2);
const [script, ...fixed] = Object.hasOwn(scripts, command) ? [scripts[command]].flat() : [];
if (!script) fail(`Usage: node dev/boot.mjs <${Object.keys(scripts).join('|')}>`);
if (Number(process.versions.node.split('.')[0]) < 20) fail(`Mirante needs Node 20 or newer; this is ${process.version}.`);
install(needEverything.includes(command));
run(script, [...fixed, ...args]);
