import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { root } from './folders.ts';

type Part = { sources: string[]; proof: string; command: string[] };

export const parts = {
  web: {
    sources: ['web', 'domain', 'i18n', 'dev/chunks', 'dev/route-files.ts', 'vite.config.ts', 'package-lock.json'],
    proof: 'dist/index.html',
    command: ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'],
  },
  worker: {
    sources: [
      ...['functions', 'scheduled', 'domain', 'i18n', 'dev/build-worker.ts', 'dev/chunks', 'dev/route-table.ts', 'package-lock.json'],
      // Of `db`, what the Worker imports: a changed policy, function or recorded statement builds nothing.
      ...['db/schema', 'db/audited.ts', 'db/client.ts', 'db/assertions.ts', 'db/raw.ts'],
    ],
    proof: 'out/index.js',
    command: ['--disable-warning=ExperimentalWarning', 'dev/build-worker.ts'],
  },
} satisfies Record<string, Part>;
type PartName = keyof typeof parts;

function getFiles(path: string): string[] {
  if (!existsSync(join(root, path))) return [];
  const entries = readdirSync(join(root, path), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name));
  return files.map((entry) => join(entry.parentPath, entry.name)).sort();
}

/** By content and not by date, for the same reason as the install mark; the same in every clone. */
export function getHash(sources: readonly string[]): string {
  const hash = createHash('sha256');
  const files = sources.flatMap((path) => (/\.\w+$/.test(path) ? [join(root, path)].filter(existsSync) : getFiles(path)));
  for (const file of files) hash.update(relative(root, file)).update('\0').update(readFileSync(file)).update('\0');
  return hash.digest('hex');
}

const markFile = (name: PartName) => join(root, 'node_modules/.cache/mirante', name);

type Made = { mark: string; proof: string; hash: string };
const isCurrent = ({ mark, proof, hash }: Made): boolean => existsSync(proof) && existsSync(mark) && readFileSync(mark, 'utf8') === hash;

/**
 * Builds unless the mark has the hash of these sources; returns whether it built. The mark is removed during the build, so that a build
 * killed halfway counts as outdated.
 */
export function makeOnce(made: Made, make: () => void): boolean {
  if (isCurrent(made)) return false;
  rmSync(made.mark, { force: true });
  make();
  mkdirSync(dirname(made.mark), { recursive: true });
  writeFileSync(made.mark, made.hash);
  return true;
}

const describeBuild = (name: PartName): Made => ({
  mark: markFile(name),
  proof: join(root, parts[name].proof),
  hash: getHash(parts[name].sources),
});

/** Whether the build is up to date with the sources. */
export const isBuilt = (name: PartName): boolean => isCurrent(describeBuild(name));

/** Builds a part if its sources changed since the last time; returns whether it did. A failed build throws the tool's output. */
export const build = (name: PartName): boolean =>
  makeOnce(describeBuild(name), () => {
    const env = { ...process.env, NODE_ENV: 'production' };
    const result = spawnSync(process.execPath, parts[name].command, { cwd: root, env, encoding: 'utf8' });
    if (result.status !== 0) throw new Error(`The ${name} build failed:\n${result.stdout}${result.stderr}`);
  });

if (import.meta.main) {
  const names = process.argv.slice(2);
  for (const name of ['web', 'worker'] as const)
    if (names.length === 0 || names.includes(name)) console.log(build(name) ? `Built ${name}.` : `${name} is as it was.`);
}
